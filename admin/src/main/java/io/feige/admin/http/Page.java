package io.feige.admin.http;

import io.feige.admin.json.Json;
import io.javalin.http.Context;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/**
 * Part of a list that is ordered by name.
 *
 * @param after the page begins behind this name; empty: at the first
 * @param limit so many at most
 */
record Page(String after, int limit) {
  private static final int USUAL = 100;
  private static final int MOST = 1_000;

  /** The page that the query wants. */
  static Page of(Context context) {
    return new Page(Query.text(context, "after"), Query.number(context, "limit", USUAL, 1, MOST));
  }

  /** An object with the page under a field, and where the next one begins, if there is one. */
  <T> ObjectNode json(
      String field, List<T> all, Function<T, String> name, Function<T, Object> record) {
    List<T> behind =
        all.stream()
            .filter(item -> name.apply(item).compareTo(after) > 0)
            .sorted(Comparator.comparing(name))
            .toList();
    List<T> page = behind.subList(0, Math.min(limit, behind.size()));
    ObjectNode json =
        Json.object().set(field, Json.array(page, item -> Json.of(record.apply(item))));
    if (page.size() < behind.size()) {
      json.put("next", name.apply(page.getLast()));
    }
    return json;
  }
}
