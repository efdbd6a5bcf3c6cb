package io.feige.broker.store.tail;

import io.feige.broker.store.row.GroupFloor;
import io.feige.broker.store.row.Names;
import io.feige.protocol.link.EpochStart;
import java.nio.ByteBuffer;
import java.util.List;
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

  /** Adds the topics and groups that there are now, and says which journal it is. */
  CompletionStage<Origin> introduce(Names to);

  /** Up to where groups have settled everything, as far as there are any. */
  CompletionStage<Floors> floors();

  /**
   * Up to where groups have settled everything once the journal is stored up to a position.
   *
   * @param position behind the last record that has taken part in it
   */
  record Floors(long position, List<GroupFloor> groups) {
    public Floors {
      groups = List.copyOf(groups);
    }
  }

  /**
   * Which journal it is.
   *
   * @param bornMillis when it began, milliseconds since 1970; 0: not known
   * @param epochs where activations began in it, ascending
   */
  record Origin(long bornMillis, List<EpochStart> epochs) {
    /** Where the journal of an epoch ends at the latest: where the next one begins. */
    long endOf(long epoch) {
      return epochs.stream()
          .filter(each -> each.epoch() > epoch)
          .mapToLong(EpochStart::position)
          .findFirst()
          .orElse(Long.MAX_VALUE);
    }
  }
}
