package io.feige.broker.sim.turn;

import io.feige.broker.sim.world.Chance;

/**
 * The wall clock of a process: never quite right, and now and then somebody puts it an hour forward
 * or back for a while.
 */
public final class WallClock {
  private static final long HOUR_MILLIS = 3_600_000;
  private static final int STEPS_PERCENT = 25;
  private static final long LATEST_NANOS = 2_000_000_000L;

  private final long aheadMillis;
  private final long stepMillis;
  private final long fromNanos;
  private final long untilNanos;

  /** The clock of a process that begins now, by its monotonic clock. */
  public WallClock(Chance chance, long nowNanos) {
    aheadMillis = chance.between(-50L, 50L);
    boolean steps = chance.percent(STEPS_PERCENT);
    stepMillis = !steps ? 0 : chance.percent(50) ? HOUR_MILLIS : -HOUR_MILLIS;
    fromNanos = nowNanos + chance.between(0, LATEST_NANOS);
    untilNanos = fromNanos + chance.between(0, LATEST_NANOS);
  }

  /** What it shows. */
  public long millis(long rightMillis, long nowNanos) {
    boolean isWrong = nowNanos >= fromNanos && nowNanos < untilNanos;
    return rightMillis + aheadMillis + (isWrong ? stepMillis : 0);
  }
}
