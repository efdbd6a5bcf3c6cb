package io.feige.broker.store.row;

import io.feige.protocol.Utf8;
import io.feige.protocol.batch.RecordHeader;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Headers as JSON that SQL can ask for: an object of name and value. A name that is there more than
 * once has a list; a value that is not text is {@code {"base64": "..."}}.
 */
public final class HeadersJson {
  private static final String BASE64 = "base64";
  private static final JsonMapper JSON = JsonMapper.shared();

  private HeadersJson() {}

  /** The headers; null if there are none. */
  static @Nullable String write(List<RecordHeader> headers) {
    if (headers.isEmpty()) {
      return null;
    }
    Map<String, Object> object = new LinkedHashMap<>();
    for (RecordHeader header : headers) {
      object.merge(header.name(), value(header), HeadersJson::both);
    }
    return JSON.writeValueAsString(object);
  }

  /**
   * The headers that were written. Those of one name stand together now.
   *
   * @param json null: none
   */
  public static List<RecordHeader> read(@Nullable String json) {
    List<RecordHeader> headers = new ArrayList<>();
    if (json != null) {
      for (Map.Entry<String, JsonNode> each : JSON.readTree(json).properties()) {
        if (each.getValue().isArray()) {
          each.getValue().forEach(value -> headers.add(header(each.getKey(), value)));
        } else {
          headers.add(header(each.getKey(), each.getValue()));
        }
      }
    }
    return headers;
  }

  private static RecordHeader header(String name, JsonNode value) {
    return value.isString()
        ? RecordHeader.of(name, value.stringValue())
        : new RecordHeader(name, Base64.getDecoder().decode(value.get(BASE64).stringValue()));
  }

  private static Object value(RecordHeader header) {
    String text = Utf8.decode(header.value(), 0, header.value().length);
    return text != null ? text : Map.of(BASE64, Base64.getEncoder().encodeToString(header.value()));
  }

  private static Object both(Object before, Object next) {
    List<Object> all = before instanceof List<?> list ? new ArrayList<>(list) : new ArrayList<>();
    if (all.isEmpty()) {
      all.add(before);
    }
    all.add(next);
    return all;
  }
}
