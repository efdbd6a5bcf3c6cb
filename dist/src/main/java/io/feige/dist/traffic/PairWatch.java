package io.feige.dist.traffic;

/**
 * When the clients heard of one pair: of the first things after a moment, and the longest silence.
 * Any thread.
 */
public final class PairWatch {
  private static final long NEVER = 0;

  private long since;
  private long epochBefore;
  private long firstConfirm;
  private long firstDelivery;
  private long lastConfirm;
  private long longestSilence;

  /** Begins to watch for what comes after a moment, from a later activation than this. */
  public synchronized void begin(long nowNanos, long epoch) {
    since = nowNanos;
    epochBefore = epoch;
    firstConfirm = NEVER;
    firstDelivery = NEVER;
    lastConfirm = nowNanos;
    longestSilence = 0;
  }

  synchronized void confirmed(long nowNanos, long epoch) {
    longestSilence = Math.max(longestSilence, nowNanos - lastConfirm);
    lastConfirm = nowNanos;
    if (firstConfirm == NEVER && epoch > epochBefore) {
      firstConfirm = nowNanos;
    }
  }

  synchronized void delivered(long nowNanos, long sentNanos) {
    if (firstDelivery == NEVER && sentNanos - since > 0) {
      firstDelivery = nowNanos;
    }
  }

  /** Whether a new activation has confirmed, and something published since then was delivered. */
  public synchronized boolean isServed() {
    return firstConfirm != NEVER && firstDelivery != NEVER;
  }

  /** From the moment to the first confirm of the later activation. */
  public synchronized long confirmNanos() {
    return firstConfirm - since;
  }

  /** From the moment to the first delivery of something published after it. */
  public synchronized long deliveryNanos() {
    return firstDelivery - since;
  }

  /** The longest time between two confirms. */
  public synchronized long longestSilenceNanos() {
    return longestSilence;
  }
}
