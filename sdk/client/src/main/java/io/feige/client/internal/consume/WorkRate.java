package io.feige.client.internal.consume;

import io.feige.client.internal.base.HandlingTime;
import io.feige.client.internal.base.Pace;
import io.feige.client.internal.base.Rate;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How fast the messages of a consumer are worked on: what its handlers tell, where there are some;
 * else how fast a caller comes back is all there is. Guarded by the buffer's lock.
 */
final class WorkRate {
  private final LongSupplier clock;
  private final Pace pace = new Pace();
  private @Nullable HandlingTime handlers;
  private int working;

  /**
   * Nothing was measured.
   *
   * @param clock as {@link System#nanoTime}
   */
  WorkRate(LongSupplier clock) {
    this.clock = clock;
  }

  /** From now on handlers tell how fast they are. */
  void pacedBy(HandlingTime time) {
    handlers = time;
  }

  Rate rate() {
    HandlingTime told = handlers;
    // Before the first is done, more is fetched each time that it was too little.
    return told == null || !told.isKnown() ? pace : told;
  }

  /** Whether handlers are so quick that their messages come claimed. */
  boolean isQuick() {
    HandlingTime told = handlers;
    return told != null && told.isQuick();
  }

  /** A caller comes for more. When none is at work any more, all that was taken is handled. */
  void comesBack() {
    working = Math.max(0, working - 1);
    if (working == 0) {
      pace.finishes(clock.getAsLong());
    }
  }

  /** A caller works on what it took, from now on. */
  void handedOut(int messages) {
    working += messages > 0 ? 1 : 0;
    took(messages);
  }

  /** So many are worked on from now on. */
  void took(int messages) {
    pace.took(messages, clock.getAsLong());
  }

  /** Somebody waits: for more messages, or only for what is here to be started. */
  void waits(boolean isForMore) {
    long now = clock.getAsLong();
    if (isForMore) {
      pace.waits(now);
    } else {
      pace.pauses(now);
    }
  }
}
