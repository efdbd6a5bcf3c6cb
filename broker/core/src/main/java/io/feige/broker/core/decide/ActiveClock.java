package io.feige.broker.core.decide;

import io.feige.broker.core.port.Now;

/**
 * The times of one activation, whatever the wall clock does. Owned by one thread.
 *
 * <p><b>Stamps</b> are the journal's time. They follow the wall clock and never go back: neither
 * within an activation nor from one to the next, because the first is at least the last one that
 * was applied. Where the wall clock is behind, they go on at half the speed of the monotonic clock
 * until it has caught up, so that what comes later has a later stamp.
 *
 * <p><b>Waits</b> are measured in a time that begins as the journal's and goes on with the
 * monotonic clock alone, so that no step makes anybody wait longer or shorter.
 */
final class ActiveClock {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long NANOS_PER_SLOW_MILLI = 2 * NANOS_PER_MILLI;

  private final long beganMillis;
  private final long beganNanos;
  private long stampMillis;
  private long stampNanos;

  /**
   * The clock of an activation that begins now.
   *
   * @param lastStampMillis of the journal so far
   */
  ActiveClock(long lastStampMillis, Now now) {
    stampMillis = Math.max(lastStampMillis, now.millis());
    stampNanos = now.nanos();
    beganMillis = stampMillis;
    beganNanos = now.nanos();
  }

  /** What it is now, as the caller measured it, in the times of this activation. */
  Now tell(Now measured) {
    long slowMillis = Math.max(0, measured.nanos() - stampNanos) / NANOS_PER_SLOW_MILLI;
    if (measured.millis() >= stampMillis + slowMillis) {
      stampMillis = measured.millis();
      stampNanos = measured.nanos();
    } else {
      stampMillis += slowMillis;
      stampNanos += slowMillis * NANOS_PER_SLOW_MILLI;
    }
    long waited = Math.floorDiv(measured.nanos() - beganNanos, NANOS_PER_MILLI);
    return new Now(measured.nanos(), measured.millis(), stampMillis, beganMillis + waited);
  }
}
