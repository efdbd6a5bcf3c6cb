package io.feige.admin.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Bytes for scripts: text where they are text, Base64 where they are not. */
public final class TextOrBytes {
  private TextOrBytes() {}

  /** The text; null if the bytes are none in UTF-8. */
  public static @Nullable String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException notText) {
      return null;
    }
  }

  /** The bytes as Base64. */
  public static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
