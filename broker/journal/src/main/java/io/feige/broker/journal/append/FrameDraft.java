package io.feige.broker.journal.append;

import io.feige.protocol.frame.FrameStamp;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;

/**
 * A frame to be appended. The journal stamps position and flushed and computes lengths and CRCs.
 * The buffers are read from position to limit and are not consumed.
 *
 * @param stamp what the broker says of it; its epoch, position and flushed do not count
 * @param epoch epoch of the activation that writes it
 * @param extension fields of the kind
 * @param batch as published; empty for kinds without one
 */
public record FrameDraft(FrameStamp stamp, long epoch, ByteBuffer extension, ByteBuffer batch) {
  /** For kinds without a batch, and for frames without an extension. */
  public static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

  /** Length of the frame it becomes. */
  public long frameBytes() {
    return (long) StoredFrame.HEADER_BYTES + extension.remaining() + batch.remaining();
  }

  /** The stamp with its place in the journal. */
  FrameStamp placed(long position, long flushed) {
    return new FrameStamp(
        stamp.kind(),
        stamp.flags(),
        stamp.partition(),
        epoch,
        position,
        flushed,
        stamp.timeMillis(),
        stamp.baseOffset(),
        stamp.recordFirst(),
        stamp.recordCount());
  }
}
