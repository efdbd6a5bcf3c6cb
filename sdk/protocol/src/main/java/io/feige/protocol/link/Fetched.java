package io.feige.protocol.link;

import io.feige.protocol.model.Range;
import java.nio.ByteBuffer;

/**
 * Answers a {@link Fetch}.
 *
 * @param position that was asked for
 * @param frames whole frames from there on between position and limit, maybe not up to the end that
 *     was asked for; none: the sender does not have them undamaged either. Valid while the message
 *     is handled
 */
public record Fetched(long epoch, long position, ByteBuffer frames) implements LinkMessage {
  /**
   * Refuses what is out of range.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public Fetched {
    Range.requireNotNegative("epoch", epoch);
    Range.require("position", position, 0, Long.MAX_VALUE - frames.remaining());
  }

  @Override
  public int bulkBytes() {
    return frames.remaining();
  }
}
