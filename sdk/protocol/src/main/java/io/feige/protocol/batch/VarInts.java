package io.feige.protocol.batch;

/** Writing LEB128 varints, least significant seven bits first. */
final class VarInts {
  static final int MAX_INT_BYTES = 5;
  static final int MAX_LONG_BYTES = 10;

  private VarInts() {}

  /** Writes a length, 0 or more; returns the index behind it. */
  static int put(byte[] target, int at, int value) {
    int i = at;
    int rest = value;
    while ((rest & ~0x7F) != 0) {
      target[i++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    target[i++] = (byte) rest;
    return i;
  }

  /** Writes a signed number in zig-zag form; returns the index behind it. */
  static int putZigZag(byte[] target, int at, long value) {
    int i = at;
    long rest = (value << 1) ^ (value >> 63);
    while ((rest & ~0x7FL) != 0) {
      target[i++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    target[i++] = (byte) rest;
    return i;
  }
}
