package io.feige.protocol.frame;

import io.feige.protocol.batch.BatchSlice;
import java.nio.ByteBuffer;

/**
 * Messages of a stored frame that follow each other, as a frame of their own: with the offsets,
 * position, epoch and time that they had, and no more bytes than theirs. Where the frame's
 * extension speaks of its first message, it speaks of this one's first; whose mailboxes the
 * messages go to it does not say.
 *
 * <p>A view of the frame it is cut out of: valid as long as that one's bytes are.
 */
public final class FrameSlice {
  private final StoredFrame frame;
  private final FrameKind kind;
  private final BatchSlice batch;

  /**
   * Some messages of a frame.
   *
   * @param frame a sound one of kind MESSAGES
   * @param batch records of its batch that all have offsets
   * @throws IllegalArgumentException if the frame has none, or not for all of the records
   */
  public FrameSlice(StoredFrame frame, BatchSlice batch) {
    FrameKind kindOfFrame = frame.kind();
    int skipped = batch.first() - frame.recordFirst();
    if (kindOfFrame != FrameKind.MESSAGES
        || skipped < 0
        || skipped + batch.count() > frame.recordCount()) {
      throw new IllegalArgumentException("records that have no offsets in this frame");
    }
    this.frame = frame;
    this.kind = kindOfFrame;
    this.batch = batch;
  }

  /** The bytes around the batch of a slice of a frame. */
  public static int bytesAroundBatch(StoredFrame frame) {
    return StoredFrame.HEADER_BYTES + extensionBytes(frame);
  }

  /** Those to whom the messages go stand last in an extension, and have nothing to do here. */
  private static int extensionBytes(StoredFrame frame) {
    if (!frame.hasFlag(FrameKind.FLAG_ADDRESSED)) {
      return frame.extensionLength();
    }
    return frame.hasFlag(FrameKind.FLAG_RELEASED) ? Long.BYTES : 0;
  }

  /** Length of the frame that they make. */
  public int bytes() {
    return Math.addExact(bytesAroundBatch(frame), batch.bytes());
  }

  /**
   * Writes the frame that they make.
   *
   * @param target big-endian, with room for {@link #bytes} from the index on; its position stays
   */
  public void writeTo(ByteBuffer target, int at) {
    int skipped = batch.first() - frame.recordFirst();
    int extension = extensionBytes(frame);
    target.put(at + StoredFrame.EXTENSION_AT, frame.extension(), 0, extension);
    if (frame.hasFlag(FrameKind.FLAG_DEAD_LETTER) || frame.hasFlag(FrameKind.FLAG_REPLAYED)) {
      int offsetAt = at + StoredFrame.EXTENSION_AT + LetterOrigin.OFFSET_AT;
      target.putLong(offsetAt, target.getLong(offsetAt) + skipped);
    }
    batch.writeTo(target, at + bytesAroundBatch(frame));
    FrameStamp stamp =
        new FrameStamp(
            kind,
            frame.flags() & ~FrameKind.FLAG_ADDRESSED,
            frame.partition(),
            frame.epoch(),
            frame.position(),
            frame.flushed(),
            frame.timeMillis(),
            frame.baseOffset() + skipped,
            0,
            batch.count());
    StoredFrame.writeHeader(target, at, stamp, extension, batch.bytes());
  }
}
