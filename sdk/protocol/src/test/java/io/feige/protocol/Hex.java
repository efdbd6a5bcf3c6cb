package io.feige.protocol;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.stream.Collectors;

/**
 * Bytes as they are written in golden tests: hex digits, and what they mean after a number sign.
 */
public final class Hex {
  private Hex() {}

  /** The bytes of an annotated text. */
  public static byte[] bytes(String annotated) {
    String digits =
        annotated
            .lines()
            .map(line -> line.replaceFirst("#.*", "").replaceAll("\\s", ""))
            .collect(Collectors.joining());
    return HexFormat.of().parseHex(digits);
  }

  /** The digits of what remains of a buffer, for comparing. */
  public static String of(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
