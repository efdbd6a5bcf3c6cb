package io.feige.broker.core.port;

import io.feige.protocol.frame.StoredFrame;
import org.jspecify.annotations.Nullable;

/**
 * The messages of the journal's oldest stretch, one after the other, as far as they are needed and
 * no younger copy of them stands behind the stretch. Found a little at a time.
 */
public interface OldFrames {
  /** Says which messages are needed. */
  interface Needs {
    /**
     * The first offset of a partition, from one on, that is needed; {@code Long.MAX_VALUE} if none
     * is.
     *
     * @param timeMillis of the youngest of the messages that are asked about
     * @param bytesAfter of the partition, behind those messages
     */
    long next(int partition, long from, long timeMillis, long bytesAfter);
  }

  /** Where the stretch ends; a frame begins there. */
  long end();

  /**
   * The frame that has not been passed yet; null: none was found within a bounded search, which
   * goes on with the next call unless {@link #isDone}. Valid during the decision.
   */
  @Nullable StoredFrame look(Needs needs);

  /** Goes on behind the frame that {@link #look} found. */
  void pass();

  /** Whether everything has been looked at. */
  boolean isDone();

  /** Looks at everything once more. */
  void restart();
}
