package io.feige.client.internal.publish;

import io.feige.protocol.batch.SequenceTime;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

/**
 * How a producer calls its batches at one pair: a producer id, and a sequence that tells when it
 * began to count ({@link SequenceTime}). Whenever it has nothing under way it begins anew at the
 * present second, so that a node that has forgotten it takes it for a new one. Not thread-safe.
 */
final class BatchNames {
  private final LongSupplier clock;
  private long producerId = anyId();
  private long nextSequence;
  private long aheadSeconds;

  /**
   * Names that begin now.
   *
   * @param clock seconds since 1970
   */
  BatchNames(LongSupplier clock) {
    this.clock = clock;
  }

  /** The producer. It does not change while {@link #beginAnew} is not called. */
  long producerId() {
    return producerId;
  }

  /** The sequence of the next batch. */
  long next(boolean isAlone) {
    if (isAlone) {
      long present = Math.max(0, clock.getAsLong() + aheadSeconds);
      nextSequence = Math.max(nextSequence, SequenceTime.first(present));
    }
    return nextSequence++;
  }

  /**
   * The node does not know the producer, so it becomes another one.
   *
   * @param seconds when that begins by the node's clock, which is followed from now on
   */
  void beginAnew(long seconds) {
    producerId = anyId();
    aheadSeconds = seconds - clock.getAsLong();
    nextSequence = SequenceTime.first(seconds);
  }

  private static long anyId() {
    return ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
  }
}
