package io.feige.broker.store.row;

import io.feige.protocol.batch.HeaderMap;
import io.feige.protocol.batch.RecordHeader;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Headers as JSON that SQL can ask for; {@link HeaderMap} says how it looks. */
public final class HeadersJson {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private HeadersJson() {}

  /** The headers; null if there are none. */
  static @Nullable String write(List<RecordHeader> headers) {
    return headers.isEmpty() ? null : JSON.writeValueAsString(HeaderMap.of(headers));
  }

  /**
   * The headers that were written. Those of one name stand together now.
   *
   * @param json null: none
   */
  public static List<RecordHeader> read(@Nullable String json) {
    return json == null ? List.of() : HeaderMap.read(JSON.readValue(json, OBJECT));
  }
}
