package io.feige.client.internal.base;

/**
 * How long something usually takes: an average in which what was faster than the average counts for
 * a fourth, and what was slower for a sixteenth. A process that was not run for a moment makes it
 * hardly longer. The first times of a process are many times as long as those that follow, so of
 * the first few the shortest counts. Any thread.
 */
public final class UsualTime {
  private static final int FASTER_SHARE = 4;
  private static final int SLOWER_SHARE = 16;

  private static final int FIRST = 4;

  private volatile double nanos;
  private int times;

  /** It took so long this time. */
  public synchronized void took(long thisTimeNanos) {
    double now = Math.max(1, thisTimeNanos);
    double mean = nanos;
    boolean isOfFirst = times < FIRST;
    times += isOfFirst ? 1 : 0;
    if (isOfFirst && now < mean) {
      nanos = now;
      return;
    }
    nanos = mean == 0 ? now : mean + (now - mean) / (now < mean ? FASTER_SHARE : SLOWER_SHARE);
  }

  /** How long it usually takes; 0 if it was never measured. */
  public double nanos() {
    return nanos;
  }
}
