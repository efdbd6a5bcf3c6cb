package io.feige.protocol;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.zip.CRC32C;

/** The checksum of everything Feige stores or sends: CRC32C, as the JDK computes it. */
public final class Crc32c {
  private Crc32c() {}

  /**
   * The checksum of a range of bytes. The buffer's position and limit stay as they are.
   *
   * @param at absolute index of the first byte
   * @param length number of bytes; the range must lie below the buffer's limit
   */
  public static int of(ByteBuffer buffer, int at, int length) {
    CRC32C crc = new CRC32C();
    if (buffer.hasArray()) {
      Objects.checkFromIndexSize(at, length, buffer.limit());
      crc.update(buffer.array(), buffer.arrayOffset() + at, length);
    } else {
      crc.update(buffer.slice(at, length));
    }
    return (int) crc.getValue();
  }
}
