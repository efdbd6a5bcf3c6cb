package io.feige.protocol.codec;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Makes bytes that are nearly right out of right ones; the seed of the random decides everything.
 */
final class Mutator {
  private static final int MAX_BYTES = 4_096;
  private static final long[] ABSURD = {
    0,
    1,
    2,
    0x7F,
    0x80,
    0xFF,
    0x7FFF,
    0x8000,
    0xFFFF,
    0x7FFF_FFFF,
    0x8000_0000L,
    0xFFFF_FFFFL,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    -1,
  };

  private final Random random;
  private final List<byte[]> valid;

  Mutator(Random random, List<byte[]> valid) {
    this.random = random;
    this.valid = valid;
  }

  byte[] next() {
    byte[] bytes = pick().clone();
    for (int steps = 1 + random.nextInt(4); steps > 0; steps--) {
      bytes = step(bytes);
    }
    return bytes;
  }

  private byte[] step(byte[] bytes) {
    if (bytes.length == 0) {
      return randomBytes();
    }
    return switch (random.nextInt(9)) {
      case 0 -> flipBit(bytes);
      case 1 -> overwrite(bytes, Byte.BYTES);
      case 2 -> overwrite(bytes, Short.BYTES);
      case 3 -> overwrite(bytes, Integer.BYTES);
      case 4 -> overwrite(bytes, Long.BYTES);
      case 5 -> Arrays.copyOf(bytes, random.nextInt(bytes.length));
      case 6 -> splice(bytes, randomBytes());
      case 7 -> splice(bytes, pick());
      default -> remove(bytes);
    };
  }

  private byte[] flipBit(byte[] bytes) {
    bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    return bytes;
  }

  private byte[] overwrite(byte[] bytes, int width) {
    long value = random.nextInt(4) == 0 ? random.nextLong() : ABSURD[random.nextInt(ABSURD.length)];
    byte[] field = ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    int at = random.nextInt(bytes.length);
    int fits = Math.min(width, bytes.length - at);
    System.arraycopy(field, Long.BYTES - width, bytes, at, fits);
    return bytes;
  }

  /** Bytes up to a place of the first, then bytes from a place of the second on. */
  private byte[] splice(byte[] first, byte[] second) {
    int head = random.nextInt(first.length + 1);
    int from = random.nextInt(second.length + 1);
    int tail = Math.min(second.length - from, MAX_BYTES - Math.min(head, MAX_BYTES));
    byte[] joined = Arrays.copyOf(first, head + tail);
    System.arraycopy(second, from, joined, head, tail);
    return joined;
  }

  private byte[] remove(byte[] bytes) {
    int from = random.nextInt(bytes.length);
    int to = from + 1 + random.nextInt(bytes.length - from);
    byte[] rest = Arrays.copyOf(bytes, bytes.length - (to - from));
    System.arraycopy(bytes, to, rest, from, bytes.length - to);
    return rest;
  }

  private byte[] randomBytes() {
    byte[] bytes = new byte[random.nextInt(64)];
    random.nextBytes(bytes);
    return bytes;
  }

  private byte[] pick() {
    return valid.get(random.nextInt(valid.size()));
  }
}
