package io.feige.broker.server.ops;

import tools.jackson.databind.json.JsonMapper;

/** Records as JSON, their components in order. */
final class Json {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private Json() {}

  /** The record on one line, which ends with a line feed. */
  static String line(Record value) {
    return MAPPER.writeValueAsString(value) + "\n";
  }
}
