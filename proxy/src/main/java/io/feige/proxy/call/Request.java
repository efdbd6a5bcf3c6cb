package io.feige.proxy.call;

import io.feige.proxy.caller.Who;
import io.feige.proxy.verb.Values;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** What is asked for. */
public final class Request {
  private final Map<String, String> parts;
  private final Query query;
  private final Iterable<Map.Entry<String, String>> headers;
  private final byte[] body;
  private final Who who;
  private final Patience patience;

  /**
   * A request.
   *
   * @param parts of the path, by the names in the route's pattern
   * @param headers in the order in which they came
   * @param body all of it, not copied
   * @param patience with which it waits
   */
  public Request(
      Map<String, String> parts,
      Query query,
      Iterable<Map.Entry<String, String>> headers,
      byte[] body,
      Who who,
      Patience patience) {
    this.parts = Map.copyOf(parts);
    this.query = query;
    this.headers = headers;
    this.body = body;
    this.who = who;
    this.patience = patience;
  }

  /** Ends the wait of who is gone. */
  public interface Patience {
    /** Does what may be interrupted, because the caller has gone or the proxy is to stop. */
    <T> T during(Supplier<T> work);

    /**
     * Does what may be interrupted because the caller has gone; a proxy that stops waits for it.
     */
    <T> T duringWork(Supplier<T> work);
  }

  /** The path's parts in braces, by their names. */
  public Map<String, String> parts() {
    return parts;
  }

  /** The body, not a copy. */
  public byte[] body() {
    return body;
  }

  /** Who asks. */
  public Who who() {
    return who;
  }

  /** With which it waits. */
  public Patience patience() {
    return patience;
  }

  /**
   * Says which parameters are known.
   *
   * @throws io.feige.proxy.answer.Problem there are others
   */
  public void onlyParameters(String... known) {
    query.among(known);
  }

  Query query() {
    return query;
  }

  /** A name in the path: of a topic or a group. */
  String name(String part) {
    return Values.name(part, parts.getOrDefault(part, ""));
  }

  /** Whose mailbox the path names. */
  String identity() {
    return Values.identity(parts.getOrDefault("identity", ""));
  }

  /** All headers, in the order in which they came. */
  Iterable<Map.Entry<String, String>> headers() {
    return headers;
  }

  /** The first header of that name. */
  Optional<String> headerNamed(String name) {
    for (Map.Entry<String, String> header : headers) {
      if (header.getKey().equalsIgnoreCase(name)) {
        return Optional.of(header.getValue());
      }
    }
    return Optional.empty();
  }
}
