package io.feige.dist.message;

import io.feige.client.ReceivedMessage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The key that stands before the body on a line. Without a separator lines have no key. */
final class KeyPrefix {
  private static final byte[] NOTHING = {};

  private final byte[] separator;

  private KeyPrefix(byte[] separator) {
    this.separator = separator;
  }

  /** The separator as the user wrote it; {@code \t} stands for a tabulator. */
  static KeyPrefix of(@Nullable String separator) {
    String text = separator == null ? "" : separator.replace("\\t", "\t");
    return new KeyPrefix(text.getBytes(StandardCharsets.UTF_8));
  }

  /** How long the separator is. */
  int length() {
    return separator.length;
  }

  /** What is written before the body so that publishing the line again gives the same message. */
  byte[] before(ReceivedMessage message) {
    if (separator.length == 0 || !message.hasKey()) {
      return NOTHING;
    }
    byte[] key = message.key();
    byte[] prefix = Arrays.copyOf(key, key.length + separator.length);
    System.arraycopy(separator, 0, prefix, key.length, separator.length);
    return prefix;
  }

  /** Where the separator is on a line; -1: the line has no key. */
  int indexIn(byte[] line) {
    if (separator.length == 0) {
      return -1;
    }
    for (int at = 0; at <= line.length - separator.length; at++) {
      if (Arrays.equals(line, at, at + separator.length, separator, 0, separator.length)) {
        return at;
      }
    }
    return -1;
  }
}
