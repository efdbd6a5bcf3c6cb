package io.feige.protocol;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * UTF-8 without silent repair: what cannot be translated is refused instead of becoming a question
 * mark.
 */
public final class Utf8 {
  private Utf8() {}

  /**
   * The bytes of a text.
   *
   * @throws IllegalArgumentException if the text holds half of a surrogate pair
   */
  public static byte[] encode(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length != text.length() || holdsQuestionMark(bytes)) {
      checkPairs(text);
    }
    return bytes;
  }

  /** The text of a range of bytes, or null if it is not well-formed UTF-8. */
  public static @Nullable String decode(byte[] bytes, int at, int length) {
    for (int i = at; i < at + length; i++) {
      if (bytes[i] < 0) {
        return decodeStrictly(bytes, at, length);
      }
    }
    return new String(bytes, at, length, StandardCharsets.ISO_8859_1);
  }

  private static @Nullable String decodeStrictly(byte[] bytes, int at, int length) {
    try {
      CharBuffer text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, at, length));
      return text.toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  // The JDK writes a question mark for half a pair; only then can the text be at fault.
  private static boolean holdsQuestionMark(byte[] bytes) {
    for (byte b : bytes) {
      if (b == '?') {
        return true;
      }
    }
    return false;
  }

  /** Whether a text can be translated: it holds no half of a surrogate pair. */
  public static boolean canEncode(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  private static void checkPairs(String text) {
    if (!canEncode(text)) {
      throw new IllegalArgumentException("text holds half of a surrogate pair");
    }
  }
}
