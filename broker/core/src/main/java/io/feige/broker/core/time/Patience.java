package io.feige.broker.core.time;

/**
 * How long something is waited for that comes again and again, before it is given up: longer where
 * it was late lately, because the machine is busy.
 *
 * <pre>
 * usual + {@value #FACTOR} * (the longest that it took in the last minutes - usual)
 * and within what is set
 * </pre>
 *
 * <p>Only what came in time counts, so that whatever stood still for long, and was given up, makes
 * nobody patient.
 *
 * <p>The phi accrual failure detector (Hayashibara and others, 2004) also judges silence by what
 * was usual before. It takes delays for normally distributed, and those of a busy machine are not:
 * most are next to nothing, and a few are long.
 */
public final class Patience {
  /** The most, where nothing else is set. */
  public static final int MOST_MILLIS = 2_000;

  static final int FACTOR = 3;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final int leastMillis;
  private final int mostMillis;
  private final int usualMillis;
  private final RecentPeak peak = new RecentPeak();

  /**
   * Nothing was late yet.
   *
   * @param leastMillis how long it is waited for on a calm machine
   * @param mostMillis how long it is waited for at most; less than the least is the least
   * @param usualMillis how long it takes when nothing is late
   */
  public Patience(int leastMillis, int mostMillis, int usualMillis) {
    this.leastMillis = leastMillis;
    this.mostMillis = Math.max(leastMillis, mostMillis);
    this.usualMillis = usualMillis;
  }

  /** It has come, after so long. */
  public void came(long afterNanos, long nowNanos) {
    if (afterNanos < millis(nowNanos) * NANOS_PER_MILLI) {
      peak.add(afterNanos, nowNanos);
    }
  }

  /** How long it is waited for now. */
  public int millis(long nowNanos) {
    long late = peak.nanos(nowNanos) / NANOS_PER_MILLI - usualMillis;
    return Math.clamp(usualMillis + FACTOR * Math.max(0, late), leastMillis, mostMillis);
  }
}
