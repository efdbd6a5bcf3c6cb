package io.feige.protocol.link;

import io.feige.protocol.model.Range;
import java.nio.ByteBuffer;

/**
 * The next bytes of a snapshot.
 *
 * @param bytes between position and limit; valid while the message is handled
 */
public record SnapshotPart(long epoch, ByteBuffer bytes) implements LinkMessage {
  /**
   * Refuses what is out of range.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public SnapshotPart {
    Range.requireNotNegative("epoch", epoch);
  }

  @Override
  public int bulkBytes() {
    return bytes.remaining();
  }
}
