package io.feige.broker.core.record;

import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.FrameStamp;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A record as the journal takes it; position, epoch and time are stamped where it is appended.
 *
 * @param batch as published; null for kinds that have none. Its bytes must not change before they
 *     are written
 */
public record RecordDraft(
    FrameKind kind,
    int flags,
    int partition,
    long baseOffset,
    int recordFirst,
    int recordCount,
    ByteBuffer extension,
    @Nullable ByteBuffer batch) {
  /** The header of its frame, where it is appended. */
  public FrameStamp stamp(long epoch, long position, long flushed, long timeMillis) {
    return new FrameStamp(
        kind,
        flags,
        partition,
        epoch,
        position,
        flushed,
        timeMillis,
        baseOffset,
        recordFirst,
        recordCount);
  }
}
