package io.feige.admin.http;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.router.Endpoint;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which parameters the query of a GET may have, as {@code openapi.yaml} describes them; other
 * requests have none. Any other is refused: a misspelt one would be passed over, and the answer be
 * one to another question.
 */
final class KnownQueries {
  private static final Set<String> PAGE = Set.of("after", "limit");
  private static final Set<String> SECONDS = Set.of("seconds");

  static final Map<String, Set<String>> OF =
      Map.ofEntries(
          Map.entry("/api/v1/session", Set.of("orNobody")),
          Map.entry("/api/v1/events", Set.of("after", "limit", "waitSeconds")),
          Map.entry("/api/v1/history", SECONDS),
          Map.entry("/api/v1/pairs/{pair}/history", Set.of("most")),
          Map.entry("/api/v1/pairs/{pair}/promote", Set.of("node")),
          Map.entry("/api/v1/pairs/{pair}/disk", Set.of("limit")),
          Map.entry("/api/v1/clients", Set.of("node", "after", "limit")),
          Map.entry("/api/v1/proxies/{proxy}/sessions", PAGE),
          Map.entry("/api/v1/nodes/{node}/figures", SECONDS),
          Map.entry("/api/v1/salvage", Set.of("node", "limit")),
          Map.entry("/api/v1/topics", PAGE),
          Map.entry("/api/v1/topics/{topic}/figures", SECONDS),
          Map.entry(
              "/api/v1/topics/{topic}/messages", Set.of("from", "pair", "key", "header", "limit")),
          Map.entry(
              "/api/v1/topics/{topic}/history",
              Set.of("key", "from", "to", "header", "limit", "after")),
          Map.entry("/api/v1/topics/{topic}/delayed", Set.of("limit")),
          Map.entry("/api/v1/topics/{topic}/letters", Set.of("group", "reason", "after", "limit")),
          Map.entry("/api/v1/topics/{topic}/letters/reasons", Set.of("group", "reason", "after")),
          Map.entry("/api/v1/topics/{topic}/mailboxes", PAGE),
          Map.entry(
              "/api/v1/topics/{topic}/mailboxes/{identity}/messages", Set.of("from", "limit")),
          Map.entry("/api/v1/groups", Set.of("contains", "limit")),
          Map.entry("/api/v1/topics/{topic}/groups", PAGE),
          Map.entry("/api/v1/topics/{topic}/groups/{group}/figures", SECONDS),
          Map.entry("/api/v1/audit", Set.of("of", "limit")));

  private KnownQueries() {}

  /** Refuses a request with another one. */
  static void require(Context context) {
    Endpoint route = context.endpoints().matchedHttpEndpoint();
    if (route == null || !route.path.startsWith("/api/v1/")) {
      return;
    }
    boolean isRead = Set.of(HandlerType.GET, HandlerType.HEAD).contains(route.method);
    Set<String> known = isRead ? OF.getOrDefault(route.path, Set.of()) : Set.of();
    for (String name : context.queryParamMap().keySet()) {
      if (!known.contains(name)) {
        throw Problem.badRequest(
            "there is no parameter '"
                + name
                + "' here; it takes "
                + (known.isEmpty() ? "none" : String.join(", ", new TreeSet<>(known))));
      }
    }
  }
}
