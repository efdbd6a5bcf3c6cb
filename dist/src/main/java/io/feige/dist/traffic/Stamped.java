package io.feige.dist.traffic;

import java.nio.ByteBuffer;

/**
 * What the body of a message says: its number, and when it was published, by the clock of this
 * process. The rest is filling.
 */
record Stamped(int number, long sentNanos) {
  private static final int BYTES = Integer.BYTES + Long.BYTES;

  static byte[] body(int number, long sentNanos, int bytes) {
    return ByteBuffer.allocate(Math.max(BYTES, bytes)).putInt(number).putLong(sentNanos).array();
  }

  static Stamped read(byte[] body) {
    ByteBuffer in = ByteBuffer.wrap(body);
    return new Stamped(in.getInt(), in.getLong());
  }
}
