package io.feige.broker.core.state;

/**
 * The time by which a replica tells how old its segments are. It is the journal's own: the last
 * stamp that was applied and the monotonic time since. So it is the same on both replicas, and what
 * the wall clock of a standby shows does not count.
 *
 * <p>It never goes back, and never faster than twice the monotonic clock: when the active's clock
 * jumps ahead, nothing is thrown away at once, and there is time to notice. A replica that is
 * catching up reads of many days within minutes; then it follows at once. Before the first stamp
 * there is no time: it is 0. Owned by one thread.
 */
public final class RetentionClock {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long MOST_SPEED = 2;

  private long stampMillis;
  private long stampNanos;
  private long millis;
  private long nanos;

  /**
   * @param lastStampMillis of the journal, as it was opened; 0: it is empty
   */
  public RetentionClock(long lastStampMillis, long nowNanos) {
    stampMillis = lastStampMillis;
    stampNanos = nowNanos;
    millis = lastStampMillis;
    nanos = nowNanos;
  }

  /** The time now; to be asked often, because a stamp counts from when it is seen here first. */
  public long millis(long lastStampMillis, long nowNanos, boolean isCatchingUp) {
    if (lastStampMillis != stampMillis) {
      stampMillis = lastStampMillis;
      stampNanos = nowNanos;
    }
    if (stampMillis == 0) {
      // There is no time yet that could go on: the first stamp is where it begins.
      nanos = nowNanos;
      return millis;
    }
    long journal = stampMillis + (nowNanos - stampNanos) / NANOS_PER_MILLI;
    long passed = (nowNanos - nanos) / NANOS_PER_MILLI;
    boolean mayJump = isCatchingUp || millis == 0;
    millis = Math.max(millis, mayJump ? journal : Math.min(journal, millis + MOST_SPEED * passed));
    nanos += passed * NANOS_PER_MILLI;
    return millis;
  }
}
