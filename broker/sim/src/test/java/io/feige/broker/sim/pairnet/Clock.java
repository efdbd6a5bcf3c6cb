package io.feige.broker.sim.pairnet;

import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Timeline;

/** A machine's monotonic clock: it does not run as fast as true time, and starts anywhere. */
public final class Clock {
  private static final long MILLION = 1_000_000;

  private final Timeline timeline;
  private final long millionths;
  private final long ahead;

  /**
   * @param millionths by which it runs faster than true time; negative: slower
   */
  public Clock(Timeline timeline, long millionths, Chance chance) {
    this.timeline = timeline;
    this.millionths = millionths;
    this.ahead = chance.between(Timeline.SECOND, 1_000 * Timeline.SECOND) - passed();
  }

  private long passed() {
    return timeline.nanos() / MILLION * (MILLION + millionths)
        + timeline.nanos() % MILLION * (MILLION + millionths) / MILLION;
  }

  public long nanos() {
    return ahead + passed();
  }

  /** How much true time passes until the clock shows so much more than now, at least. */
  long trueNanos(long shown) {
    long left = Math.max(0, Math.min(shown, 1_000 * Timeline.SECOND));
    return left / (MILLION + millionths) * MILLION
        + left % (MILLION + millionths) * MILLION / (MILLION + millionths)
        + 2;
  }
}
