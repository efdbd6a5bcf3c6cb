package io.feige.protocol.link;

import io.feige.protocol.model.Range;
import java.nio.ByteBuffer;

/**
 * The next bytes of the journal, or none: then it is a sign of life that wants an {@link Ack}.
 *
 * @param epoch the active's
 * @param position of the first byte
 * @param end position behind the active's last byte, which the frames do not exceed
 * @param commit position up to which the active has confirmed
 * @param sentNanos the active's monotonic clock, given back by the ack
 * @param frames whole frames between position and limit; valid while the message is handled
 */
public record Copy(
    long epoch, long position, long end, long commit, long sentNanos, ByteBuffer frames)
    implements LinkMessage {
  /**
   * Refuses what is out of range.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public Copy {
    Range.requireNotNegative("epoch", epoch);
    Range.require("position", position, 0, Long.MAX_VALUE - frames.remaining());
    Range.require("end", end, position + frames.remaining(), Long.MAX_VALUE);
    Range.requireNotNegative("commit", commit);
  }

  @Override
  public int bulkBytes() {
    return frames.remaining();
  }
}
