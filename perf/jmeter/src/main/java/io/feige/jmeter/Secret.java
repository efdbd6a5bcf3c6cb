package io.feige.jmeter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A secret as a plan names it: {@code file:PATH}, {@code env:NAME}, or the secret itself. */
final class Secret {
  private Secret() {}

  /**
   * What is meant.
   *
   * @throws IllegalArgumentException if there is no such file or variable
   */
  static String of(String named) {
    if (named.startsWith("file:")) {
      Path file = Path.of(named.substring(5));
      try {
        return Files.readString(file).strip();
      } catch (IOException e) {
        throw new IllegalArgumentException("the secret in " + file + " cannot be read", e);
      }
    }
    if (named.startsWith("env:")) {
      String value = System.getenv(named.substring(4));
      if (value == null) {
        throw new IllegalArgumentException("there is no variable " + named.substring(4));
      }
      return value;
    }
    return named;
  }
}
