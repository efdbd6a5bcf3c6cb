package io.feige.broker.core.port;

import io.feige.protocol.batch.Decompressor;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.ReadFrom;
import org.jspecify.annotations.Nullable;

/**
 * What the deciding code may see of the journal: frames that were appended, by position or by
 * offset. Reads no more than the journal's memory map; views are valid until the decision returns.
 */
public interface BatchLog {
  /**
   * The MESSAGES frame that holds the offset, or the first one after it; null when there is none
   * (yet), and while it is known by {@link #knownUntil} only that it has to be fetched.
   */
  @Nullable StoredFrame find(int partition, long offset);

  /**
   * The frame that begins at {@code position}, which was returned by an append and is still stored.
   */
  StoredFrame at(long position);

  /**
   * Up to which offset, from one on, {@link #find} tells all that is stored. The same offset where
   * its messages are in the history only, or on the disk and not in memory: who needs them has them
   * fetched, see {@link Sink#fetch}. To be asked after {@code find} of that offset, and before that
   * of another one.
   */
  default long knownUntil(int partition, long offset) {
    return Long.MAX_VALUE;
  }

  /** When the message at an offset, or the first one after it, was stored; 0: there is none. */
  default long timeOf(int partition, long offset) {
    StoredFrame frame = find(partition, offset);
    return frame == null ? 0 : frame.timeMillis();
  }

  /** Unpacks the batches in here. */
  default Decompressor decompressor() {
    return Decompressor.NONE;
  }

  /**
   * What stands below a position is to be taken for removed, apart from frames that {@link #at} is
   * asked for.
   */
  default void startsAt(long position) {}

  /** The oldest offset of the partition that is still stored; -1 when none is. */
  long firstOffset(int partition);

  /**
   * The first offset stored at or after a wall-clock time; -1 when there is none, see {@link
   * ReadFrom}.
   */
  long offsetAtTime(int partition, long millis);

  /** Bytes of the partition's frames that are still stored. */
  long bytes(int partition);
}
