package io.feige.dist.cli;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Results as JSON: records become objects with their components in order. */
public final class Json {
  private static final JsonMapper LINES =
      JsonMapper.builder()
          .disable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private Json() {}

  /**
   * The object of a text; what it has beyond the record's components is passed over.
   *
   * @throws tools.jackson.core.JacksonException if it is none
   */
  public static <T> T read(String text, Class<T> type) {
    return LINES.readValue(text, type);
  }

  /** The value on one line. */
  public static String line(Object value) {
    return LINES.writeValueAsString(value);
  }
}
