package io.feige.dist.torture;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A body that says which message it is, and whose every byte follows from that, so that a changed
 * byte shows.
 */
record NumberedBody(int publisher, int sequence) {
  static final int MIN_BYTES = 8;

  byte[] bytes(int size) {
    ByteBuffer body = ByteBuffer.allocate(Math.max(MIN_BYTES, size));
    body.putInt(publisher).putInt(sequence);
    byte first = (byte) (sequence * 31 + publisher);
    while (body.hasRemaining()) {
      body.put((byte) (first + body.position()));
    }
    return body.array();
  }

  /** Which message it is; null if a byte is not what it should be. */
  static @Nullable NumberedBody read(byte[] bytes) {
    if (bytes.length < MIN_BYTES) {
      return null;
    }
    ByteBuffer body = ByteBuffer.wrap(bytes);
    NumberedBody read = new NumberedBody(body.getInt(), body.getInt());
    byte first = (byte) (read.sequence * 31 + read.publisher);
    for (int at = MIN_BYTES; at < bytes.length; at++) {
      if (bytes[at] != (byte) (first + at)) {
        return null;
      }
    }
    return read;
  }
}
