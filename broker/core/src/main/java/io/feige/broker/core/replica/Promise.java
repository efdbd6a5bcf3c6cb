package io.feige.broker.core.replica;

import io.feige.protocol.cluster.Death;

/**
 * What this replica owes to whoever was active: not to become active before a time. It outlives
 * connections and roles. A process that has just started does not know what it promised, so it owes
 * as much as it can have promised.
 *
 * <p>Nobody counts on a promise any more when the process that it was made to has ended, and that
 * is proved. The proof is of that one process: what was promised to others still holds.
 */
final class Promise {
  private String to = Death.NONE;
  private long untilNanos = Long.MIN_VALUE;
  private long toOthersNanos;
  private String dead = Death.NONE;
  private boolean isTold;

  /** Made to processes that are not known. */
  Promise(long untilNanos) {
    this.toOthersNanos = untilNanos;
  }

  /**
   * Promises; never for less than was promised before.
   *
   * @param mark of the process that it is made to; {@link Death#NONE}: nobody watches it
   */
  void make(long newUntilNanos, String mark) {
    if (!mark.isEmpty() && mark.equals(dead)) {
      return; // What it had sent before it ended is still coming in.
    }
    if (!mark.equals(to)) {
      toOthersNanos = Math.max(toOthersNanos, untilNanos);
      to = mark;
      untilNanos = Long.MIN_VALUE;
    }
    untilNanos = Math.max(untilNanos, newUntilNanos);
    isTold = false;
  }

  /** Whoever it was made to has given it back, and serves no longer. */
  void release(long nowNanos) {
    untilNanos = Math.min(untilNanos, nowNanos);
    toOthersNanos = Math.min(toOthersNanos, nowNanos);
  }

  /**
   * A process has ended, or so it is said: any text that may be a proof is taken.
   *
   * @return whether it was the one that the latest promise was made to, and that is news
   */
  boolean died(String proof, long nowNanos) {
    if (to.equals(dead) || !Death.isProved(to, proof)) {
      return false;
    }
    dead = to;
    untilNanos = Math.min(untilNanos, nowNanos);
    return true;
  }

  boolean hasLapsed(long nowNanos) {
    return nowNanos >= endNanos();
  }

  private long endNanos() {
    return Math.max(untilNanos, toOthersNanos);
  }

  /** Whether it has lapsed since this was asked last: Admin waits for that. */
  boolean takeLapse(long nowNanos) {
    boolean isNews = !isTold && hasLapsed(nowNanos);
    isTold = isTold || isNews;
    return isNews;
  }

  long nextWakeNanos() {
    return isTold ? Long.MAX_VALUE : endNanos();
  }
}
