package io.feige.proxy.verb;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Text and its bytes, where nothing is put in for what cannot be read. */
final class Utf8 {
  private Utf8() {}

  /** The text; null: the bytes are none. */
  static @Nullable String text(byte[] bytes) {
    return text(bytes, StandardCharsets.UTF_8);
  }

  /** The text in another character set; null: the bytes are none. */
  static @Nullable String text(byte[] bytes, Charset charset) {
    try {
      return charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException notText) {
      return null;
    }
  }

  /** The bytes; null: the character set does not have all that is in the text. */
  static byte @Nullable [] bytes(String text, Charset charset) {
    try {
      ByteBuffer encoded = charset.newEncoder().encode(CharBuffer.wrap(text));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException notOfIt) {
      return null;
    }
  }
}
