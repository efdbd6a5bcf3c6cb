package io.feige.broker.core.decide;

import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.BatchSlice;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Messages of a stored frame that follow each other, to be stored once more elsewhere: cut out of
 * their batch, and not compressed, so that they take their own bytes, however large the batch is.
 * Where the batch as it is takes no more than that, it is stored as a whole, with the records that
 * count marked.
 */
final class Cut {
  /** No batch that was ever taken needs more, see {@link Publishing}. */
  static final int MAX_PAYLOAD_BYTES = 64 * 1024 * 1024;

  private final StoredFrame frame;
  private final BatchSlice slice;
  private final int at;

  /**
   * The messages of some offsets.
   *
   * @param batch of the frame, opened
   */
  Cut(StoredFrame frame, BatchReader batch, long first, long last) {
    this.frame = frame;
    this.at = frame.recordFirst() + (int) (first - frame.baseOffset());
    this.slice = BatchSlice.of(batch, at, (int) (last - first + 1));
  }

  /** The frame's batch, checked and unpacked; null if it is damaged, or cannot be unpacked. */
  static @Nullable BatchReader open(ActiveState active, StoredFrame frame) {
    try {
      return BatchReader.open(frame.batch(), active.log().decompressor(), MAX_PAYLOAD_BYTES);
    } catch (MalformedFrameException e) {
      return null;
    }
  }

  /** The batch of a frame as it is. */
  static ByteBuffer batchBytes(StoredFrame frame) {
    return frame
        .bytes()
        .slice(StoredFrame.HEADER_BYTES + frame.extensionLength(), frame.batchLength());
  }

  private boolean isSmaller() {
    return slice.bytes() < frame.batchLength();
  }

  /** How many messages there are. */
  int count() {
    return slice.count();
  }

  /** Index in the batch of the first of them. */
  int recordFirst() {
    return isSmaller() ? 0 : at;
  }

  /** Length of the batch. */
  int bytes() {
    return isSmaller() ? slice.bytes() : frame.batchLength();
  }

  ByteBuffer toBuffer() {
    return isSmaller() ? slice.toBuffer() : batchBytes(frame);
  }
}
