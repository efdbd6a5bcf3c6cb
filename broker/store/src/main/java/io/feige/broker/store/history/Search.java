package io.feige.broker.store.history;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Which messages are looked for. With a key the index on keys is used, else that on times, so a
 * search for a header should say a time.
 *
 * @param key null: any
 * @param from the broker's time, inclusive; null: any
 * @param to exclusive; null: any
 * @param headerName null: any
 * @param headerValue of that header, as text; of several with the name, one has it; null: any
 */
public record Search(
    String topic,
    @Nullable String key,
    @Nullable Instant from,
    @Nullable Instant to,
    @Nullable String headerName,
    @Nullable String headerValue) {
  private static final JsonMapper JSON = JsonMapper.shared();

  /** A condition, with what its parameters are. */
  record Condition(String sql, List<Object> values) {
    Condition(String sql, Object value) {
      this(sql, List.of(value));
    }
  }

  /** All that there are. */
  List<Condition> conditions() {
    List<Condition> all = indexed();
    Condition header = ofHeader();
    if (header != null) {
      all.add(header);
    }
    return all;
  }

  /** Those that an index helps with. */
  List<Condition> indexed() {
    List<Condition> all = new ArrayList<>();
    all.add(new Condition("topic = ?", topic));
    if (key != null) {
      // An index helps with the first half, which takes blanks at the end for nothing.
      all.add(
          new Condition("message_key = ? AND message_key = CAST(? AS BINARY)", List.of(key, key)));
    }
    if (from != null) {
      all.add(new Condition("stored_at >= ?", from));
    }
    if (to != null) {
      all.add(new Condition("stored_at < ?", to));
    }
    return all;
  }

  /** The one that has to look into each row; null: there is none. */
  @Nullable Condition ofHeader() {
    if (headerName == null) {
      return null;
    }
    // The name is a text of JSON inside the path, and the path is data.
    String path = "$." + JSON.writeValueAsString(headerName);
    return headerValue == null
        ? new Condition("COALESCE(JSON_CONTAINS_PATH(headers, 'one', ?), 0) = 1", path)
        : new Condition(
            "(COALESCE(JSON_UNQUOTE(JSON_EXTRACT(headers, ?)) = CAST(? AS BINARY), 0) = 1 OR"
                + " COALESCE(JSON_CONTAINS(headers, JSON_QUOTE(?), ?), 0) = 1)",
            List.of(path, headerValue, headerValue, path));
  }
}
