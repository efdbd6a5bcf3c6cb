package io.feige.proxy.call;

import io.feige.proxy.answer.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** What a proxy gives to everybody as it is. */
final class Pages {
  /** What there is to ask, for people and tools. */
  static final Answer DESCRIPTION = page("openapi.yaml", "application/yaml");

  private Pages() {}

  private static Answer page(String name, String contentType) {
    try (InputStream bytes = Pages.class.getResourceAsStream("/io/feige/proxy/" + name)) {
      if (bytes == null) {
        throw new IllegalStateException(name + " is not in the jar");
      }
      return Answer.of(contentType, bytes.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
