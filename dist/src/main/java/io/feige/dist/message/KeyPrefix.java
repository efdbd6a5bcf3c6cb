package io.feige.dist.message;

import io.feige.client.Message;
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

  /** The message that a line stands for. */
  Message message(byte[] line) {
    int at = separator.length == 0 ? -1 : indexIn(line);
    if (at < 0) {
      return Message.of(line);
    }
    return Message.of(
        Arrays.copyOf(line, at), Arrays.copyOfRange(line, at + separator.length, line.length));
  }

  private int indexIn(byte[] line) {
    for (int at = 0; at <= line.length - separator.length; at++) {
      if (Arrays.equals(line, at, at + separator.length, separator, 0, separator.length)) {
        return at;
      }
    }
    return -1;
  }
}
