package io.feige.proxy.call;

import io.feige.client.Header;
import io.feige.client.Message;
import io.feige.client.Reply;
import io.feige.proxy.answer.Answer;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.caller.Callers;
import io.feige.proxy.verb.StoredEvent;
import io.feige.proxy.verb.Values;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Asking flows. What a worker gets: the body as it is; each parameter of the query as a header
 * {@code query.NAME}; the method as {@code http.method}; and the headers that say something of the
 * body or of who asks for it. What the caller gets: status, body and headers of the worker's reply,
 * but for those that HTTP itself writes.
 */
final class FlowCalls {
  private static final String TIMEOUT_HEADER = "Feige-Timeout-Millis";
  private static final String KEY_HEADER = "Feige-Key";
  private static final long USUAL_MILLIS = 30_000;
  private static final long MOST_MILLIS = 3_600_000;

  /** What is passed on to workers; and whatever begins with X-, but for what proxies write. */
  private static final Set<String> PASSED =
      Set.of("accept", "accept-language", "content-encoding", "content-type", "user-agent");

  /** Those that are about a connection, or about the body as it is sent (RFC 9110, 7.6.1). */
  private static final Set<String> OF_HTTP =
      Set.of(
          "connection",
          "content-length",
          "content-type",
          "date",
          "keep-alive",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}");
  private static final Pattern FIELD =
      Pattern.compile("(?:[\\x21-\\x7e\\x80-\\xff][\\t\\x20-\\x7e\\x80-\\xff]*)?");

  private final Callers callers;

  FlowCalls(Callers callers) {
    this.callers = callers;
  }

  Answer get(Request request) {
    return ask(request, "GET");
  }

  Answer post(Request request) {
    return ask(request, "POST");
  }

  /** Waits for the answer of a worker; a caller that goes takes the request with it. */
  private Answer ask(Request request, String method) {
    String flow = request.name("flow");
    Message message = message(request, method);
    Duration timeout = timeout(request);
    Reply reply =
        callers.with(
            request.who(),
            caller ->
                request
                    .patience()
                    .duringWork(() -> caller.client().request(flow, message, timeout)));
    return answer(reply);
  }

  private static Message message(Request request, String method) {
    Message.Builder message = Message.builder().body(request.body());
    request.headerNamed(KEY_HEADER).ifPresent(message::key);
    message.header("http.method", method);
    request
        .query()
        .values()
        .forEach((name, values) -> values.forEach(value -> message.header("query." + name, value)));
    for (Map.Entry<String, String> header : request.headers()) {
      String name = header.getKey().toLowerCase(Locale.ROOT);
      if (isPassed(name)) {
        message.header(name, header.getValue());
      }
    }
    return message.build();
  }

  private static boolean isPassed(String name) {
    return PASSED.contains(name) || (name.startsWith("x-") && !name.startsWith("x-forwarded-"));
  }

  /** Which pages may read an answer is the proxy's to say. */
  private static boolean isPassedBack(String name) {
    return !OF_HTTP.contains(name) && !name.startsWith("access-control-");
  }

  private static Duration timeout(Request request) {
    String text = request.headerNamed(TIMEOUT_HEADER).orElse(Long.toString(USUAL_MILLIS));
    long millis = Values.whole(TIMEOUT_HEADER, text);
    if (millis < 1 || millis > MOST_MILLIS) {
      throw Problem.badRequest(
          TIMEOUT_HEADER + " must be 1 to " + MOST_MILLIS + ", not " + Values.shown(text));
    }
    return Duration.ofMillis(millis);
  }

  private static Answer answer(Reply reply) {
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    String type = "";
    for (Header header : reply.headers()) {
      String name = header.name();
      String value = header.text();
      boolean isSound = TOKEN.matcher(name).matches() && FIELD.matcher(value).matches();
      if (isSound && name.equalsIgnoreCase(StoredEvent.TYPE_HEADER)) {
        type = value;
      } else if (isSound && isPassedBack(name.toLowerCase(Locale.ROOT))) {
        headers.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
      }
    }
    boolean isUntyped = type.isEmpty() && reply.body().length > 0;
    return Answer.of(
        reply.status(), isUntyped ? "application/octet-stream" : type, reply.body(), headers);
  }

  /** The ways to a flow. */
  List<Router.Route> routes() {
    return List.of(
        new Router.Route("GET", "/flows/{flow}", this::get),
        new Router.Route("POST", "/flows/{flow}", this::post));
  }
}
