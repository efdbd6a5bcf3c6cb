package io.feige.broker.store.tail;

import io.feige.broker.store.row.Names;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletionStage;

/** The confirmed part of a pair's journal, for whoever follows it. Any thread. */
public interface CommittedFrames {
  /** Position of the first byte that is still here. */
  long start();

  /** Up to here the journal is confirmed; never goes back while the replica is the active. */
  long committed();

  /**
   * Copies whole frames.
   *
   * @param position where a frame begins, from {@link #start} to {@link #committed}
   * @param maxBytes how many at most; one frame is given whatever its size
   * @return the frames, none where nothing more is confirmed or the bytes are gone; fails when the
   *     replica is the active no longer
   */
  CompletionStage<ByteBuffer> read(long position, int maxBytes);

  /**
   * Adds the topics and groups that there are now.
   *
   * @return when the journal began, milliseconds since 1970; 0: not known
   */
  CompletionStage<Long> introduce(Names to);
}
