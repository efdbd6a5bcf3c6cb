package io.feige.dist.cli;

import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Results as JSON: records become objects with their components in order. */
public final class Json {
  private static final JsonMapper LINES =
      JsonMapper.builder().disable(SerializationFeature.INDENT_OUTPUT).build();

  private Json() {}

  /** The value on one line. */
  public static String line(Object value) {
    return LINES.writeValueAsString(value);
  }
}
