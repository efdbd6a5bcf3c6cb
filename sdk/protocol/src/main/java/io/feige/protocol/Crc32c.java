package io.feige.protocol;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.zip.CRC32C;

/** The checksum of everything Feige stores or sends: CRC32C, as the JDK computes it. */
public final class Crc32c {
  /** The generator, lowest power first. */
  private static final int POLYNOMIAL = 0x82F6_3B78;

  /** The polynomial 1, lowest power first. */
  private static final int ONE = 1 << 31;

  /** The polynomials x to the power of 2 to the power of the index, modulo the generator. */
  private static final int[] SQUARES = squares();

  private Crc32c() {}

  private static int[] squares() {
    int[] squares = new int[Integer.SIZE + 3];
    squares[0] = ONE >>> 1;
    for (int i = 1; i < squares.length; i++) {
      squares[i] = product(squares[i - 1], squares[i - 1]);
    }
    return squares;
  }

  /** Of two polynomials, modulo the generator. */
  private static int product(int one, int other) {
    int product = 0;
    int shifted = other;
    for (int power = ONE; power != 0; power >>>= 1) {
      if ((one & power) != 0) {
        product ^= shifted;
      }
      shifted = (shifted & 1) == 0 ? shifted >>> 1 : (shifted >>> 1) ^ POLYNOMIAL;
    }
    return product;
  }

  /**
   * The checksum of bytes of which eight are replaced, without a look at the others. A checksum
   * that was wrong before is wrong afterwards.
   *
   * @param checksum of the bytes as they were
   * @param before the eight bytes, big-endian
   * @param after what they are replaced with
   * @param bytesBehind how many bytes follow them
   */
  public static int replaced(int checksum, long before, long after, int bytesBehind) {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES);
    int ofZeros = of(bytes, 0, Long.BYTES);
    int change = of(bytes.putLong(0, before ^ after), 0, Long.BYTES) ^ ofZeros;
    // Each byte that follows is eight more powers of x.
    for (int bit = 0; bytesBehind >>> bit != 0; bit++) {
      if ((bytesBehind >>> bit & 1) != 0) {
        change = product(SQUARES[bit + 3], change);
      }
    }
    return checksum ^ change;
  }

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
