package io.feige.broker.core.replica;

/**
 * What this replica owes to whoever was active: not to become active before a time. It outlives
 * connections and roles. A process that has just started does not know what it promised, so it owes
 * as much as it can have promised.
 */
final class Promise {
  private long untilNanos;
  private boolean isTold;

  Promise(long untilNanos) {
    this.untilNanos = untilNanos;
  }

  /** Promises; never for less than was promised before. */
  void make(long newUntilNanos) {
    untilNanos = Math.max(untilNanos, newUntilNanos);
    isTold = false;
  }

  /** Whoever it was made to has given it back, and serves no longer. */
  void release(long nowNanos) {
    untilNanos = Math.min(untilNanos, nowNanos);
  }

  boolean hasLapsed(long nowNanos) {
    return nowNanos >= untilNanos;
  }

  /** Whether it has lapsed since this was asked last: Admin waits for that. */
  boolean takeLapse(long nowNanos) {
    boolean isNews = !isTold && hasLapsed(nowNanos);
    isTold = isTold || isNews;
    return isNews;
  }

  long nextWakeNanos() {
    return isTold ? Long.MAX_VALUE : untilNanos;
  }
}
