package io.feige.broker.store.history;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which messages are looked for. With a key the index on keys is used, else that on times, so a
 * search for a header should say a time.
 *
 * @param key null: any
 * @param from the broker's time, inclusive; null: any
 * @param to exclusive; null: any
 * @param headerName null: any
 * @param headerValue of that header, as text
 */
public record Search(
    String topic,
    @Nullable String key,
    @Nullable Instant from,
    @Nullable Instant to,
    @Nullable String headerName,
    @Nullable String headerValue) {
  /** A condition, with what its parameter is. */
  record Condition(String sql, Object value) {}

  List<Condition> conditions() {
    List<Condition> all = new ArrayList<>();
    all.add(new Condition("topic = ?", topic));
    if (key != null) {
      all.add(new Condition("message_key = ?", key));
    }
    if (from != null) {
      all.add(new Condition("stored_at >= ?", from));
    }
    if (to != null) {
      all.add(new Condition("stored_at < ?", to));
    }
    if (headerName != null && headerValue != null) {
      String path = "$.\"" + headerName.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
      all.add(
          new Condition(
              "JSON_UNQUOTE(JSON_EXTRACT(headers, '" + path.replace("'", "''") + "')) = ?",
              headerValue));
    }
    return all;
  }
}
