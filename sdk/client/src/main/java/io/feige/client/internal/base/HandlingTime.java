package io.feige.client.internal.base;

/**
 * How long handlers take for a message, on average. Only the handler's own time counts, so a slow
 * network or node is not taken for a slow handler. A process that was not run for a moment makes
 * one message look slow and the average hardly; the first messages of a process, which take many
 * times as long as those that follow, are soon forgotten. Any thread.
 */
public final class HandlingTime implements Rate {
  /** A message that was faster than the average counts for a fourth of it. */
  private static final int FASTER_SHARE = 4;

  /** One that was slower, for a sixteenth. */
  private static final int SLOWER_SHARE = 16;

  private final int handlers;
  private volatile double meanNanos;

  /**
   * Nothing was measured.
   *
   * @param handlers at work at the same time
   */
  public HandlingTime(int handlers) {
    this.handlers = handlers;
  }

  /** A handler has taken so long. */
  public synchronized void took(long nanos) {
    double now = Math.max(1, nanos);
    double mean = meanNanos;
    meanNanos = mean == 0 ? now : mean + (now - mean) / (now < mean ? FASTER_SHARE : SLOWER_SHARE);
  }

  @Override
  public boolean isKnown() {
    return meanNanos > 0;
  }

  /** {@inheritDoc} If nothing is known, as many as there are handlers. */
  @Override
  public int within(long nanos) {
    double mean = meanNanos;
    return mean == 0 ? handlers : (int) Math.min(Integer.MAX_VALUE, nanos / mean * handlers);
  }
}
