package io.feige.proxy.answer;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a caller is told. */
public sealed interface Answer permits Answer.Whole, Answer.Stream, Socket, Tunnel {
  /** JSON. */
  String JSON = "application/json";

  /** What is to be done when an answer is lost that changes nothing. */
  Runnable NOTHING = () -> {};

  /** All of it at once. */
  final class Whole implements Answer {
    private final int status;
    private final String contentType;
    private final byte[] body;
    private final Map<String, List<String>> headers;
    private final Runnable lost;

    private Whole(
        int status,
        String contentType,
        byte[] body,
        Map<String, List<String>> headers,
        Runnable lost) {
      this.status = status;
      this.contentType = contentType;
      this.body = body;
      this.headers = Map.copyOf(headers);
      this.lost = lost;
    }

    /** The status of HTTP. */
    public int status() {
      return status;
    }

    /** Empty: there is no body. */
    public String contentType() {
      return contentType;
    }

    /** The body, not a copy. */
    public byte[] body() {
      return body;
    }

    /** More headers, each with one value or several. */
    public Map<String, List<String>> headers() {
      return headers;
    }

    /** It did not reach the caller's connection. */
    public void wasLost() {
      lost.run();
    }

    /** The same with something to do when it does not arrive. */
    public Whole whenLost(Runnable action) {
      return new Whole(status, contentType, body, headers, action);
    }
  }

  /** A little at a time, until the caller goes or this proxy stops. */
  record Stream(String contentType, Opening opening) implements Answer {}

  /** Begins what is streamed. */
  interface Opening {
    /**
     * The head is on its way.
     *
     * @return is run once, when the stream is over, for whatever reason
     */
    Runnable open(Sink sink);
  }

  /** Where it is streamed to. */
  interface Sink extends Outlet {
    /** Whether it is offered {@linkplain Chunk chunks}; else plain bytes, as HTTP/1.0 has them. */
    boolean takesChunks();

    /** Ends the stream behind what was told. */
    void close();
  }

  /** JSON with the status 200. */
  static Whole json(Object value) {
    return json(200, value);
  }

  /** JSON. */
  static Whole json(int status, Object value) {
    return new Whole(status, JSON, Json.line(value), Map.of(), NOTHING);
  }

  /** Anything else with the status 200. */
  static Whole of(String contentType, byte[] body) {
    return of(contentType, body, Map.of());
  }

  /** The same with more headers. */
  static Whole of(String contentType, byte[] body, Map<String, String> headers) {
    return new Whole(200, contentType, body, ofOne(headers), NOTHING);
  }

  private static Map<String, List<String>> ofOne(Map<String, String> headers) {
    return headers.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, header -> List.of(header.getValue())));
  }

  /** Anything else. */
  static Whole of(int status, String contentType, byte[] body, Map<String, List<String>> headers) {
    return new Whole(status, contentType, body, headers, NOTHING);
  }

  /** There is nothing to tell. */
  static Whole nothing() {
    return new Whole(204, "", new byte[0], Map.of(), NOTHING);
  }

  /** A problem. */
  static Whole of(Problem problem) {
    Map<String, String> headers =
        switch (problem.status()) {
          // Basic is taken, too; naming it would have browsers ask in a window of their own.
          case 401 -> Map.of("WWW-Authenticate", "Bearer realm=\"feige\"");
          case 405 -> Map.of("Allow", problem.allowed());
          case 426 -> Map.of("Upgrade", "websocket", "Sec-WebSocket-Version", "13");
          default ->
              problem.retryAfterSeconds() > 0
                  ? Map.of("Retry-After", Long.toString(problem.retryAfterSeconds()))
                  : Map.of();
        };
    return new Whole(
        problem.status(),
        "application/problem+json",
        Json.line(problem.words()),
        ofOne(headers),
        NOTHING);
  }
}
