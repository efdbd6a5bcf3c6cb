package io.feige.protocol.batch;

import io.feige.protocol.Utf8;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Headers as an object of JSON, the same wherever Feige shows or takes them: name and value. A name
 * that is there more than once has a list; a value that is not UTF-8 is {@code {"base64": "..."}}.
 * Whatever makes JSON of a map makes it of this one.
 */
public final class HeaderMap {
  private static final String BASE64 = "base64";

  private HeaderMap() {}

  /** These headers: texts, maps of one entry, and lists of both. */
  public static Map<String, Object> of(List<RecordHeader> headers) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (RecordHeader header : headers) {
      object.merge(header.name(), value(header), HeaderMap::both);
    }
    return object;
  }

  private static Object value(RecordHeader header) {
    String text = Utf8.decode(header.value(), 0, header.value().length);
    return text != null ? text : Map.of(BASE64, Base64.getEncoder().encodeToString(header.value()));
  }

  private static Object both(Object before, Object next) {
    if (before instanceof List<?> list) {
      @SuppressWarnings("unchecked") // made below
      List<Object> all = (List<Object>) list;
      all.add(next);
      return all;
    }
    return new ArrayList<>(List.of(before, next));
  }

  /**
   * The headers of an object; those of one name stand together. Null is an empty text.
   *
   * @throws IllegalArgumentException a value is something else, or not Base64
   */
  public static List<RecordHeader> read(Map<String, ? extends @Nullable Object> object) {
    List<RecordHeader> headers = new ArrayList<>();
    object.forEach((name, value) -> {
      if (value instanceof List<?> list) {
        list.forEach(each -> headers.add(header(name, each)));
      } else {
        headers.add(header(name, value));
      }
    });
    return headers;
  }

  private static RecordHeader header(String name, @Nullable Object value) {
    if (value == null || value instanceof String) {
      return RecordHeader.of(name, value == null ? "" : (String) value);
    }
    if (value instanceof Map<?, ?> map
        && map.size() == 1
        && map.get(BASE64) instanceof String base64) {
      try {
        return new RecordHeader(name, Base64.getDecoder().decode(base64));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("the header " + name + " is not Base64", e);
      }
    }
    throw new IllegalArgumentException(
        "the header " + name + " is no text, no {\"base64\": ...} and no list of them");
  }
}
