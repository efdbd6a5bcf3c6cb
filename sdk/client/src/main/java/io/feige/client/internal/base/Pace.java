package io.feige.client.internal.base;

/**
 * How fast messages are worked on: those that were taken, over the time in which nobody waited for
 * more. The clock comes in as arguments, as {@link System#nanoTime}. Not thread-safe.
 */
public final class Pace implements Rate {
  /**
   * What is assumed before anything was measured; twice as much each time that it was too little.
   */
  static final int UNKNOWN_MESSAGES = 16;

  private static final int MOST_UNKNOWN_MESSAGES = 1 << 15;

  private static final long WINDOW_NANOS = 20_000_000;

  /** So many make a shorter time good enough. */
  private static final int ENOUGH_MESSAGES = 1 << 12;

  /** So few tell something only if they went much faster than what is known. */
  private static final int FEW_MESSAGES = 16;

  private double perNano;
  private int unknown = UNKNOWN_MESSAGES;
  private boolean isBusy;
  private long sinceNanos;
  private long busyNanos;
  private long taken;

  /** So many messages were taken; they are worked on from now on. */
  public void took(int messages, long nowNanos) {
    pass(nowNanos);
    taken += messages;
    isBusy = true;
    sinceNanos = nowNanos;
  }

  /**
   * Somebody waits for messages, and there are too few: from now on it is not the work that takes
   * time.
   */
  public void waits(long nowNanos) {
    pass(nowNanos);
    unknown = isBusy ? Math.min(2 * unknown, MOST_UNKNOWN_MESSAGES) : unknown;
    isBusy = false;
  }

  /** Somebody waits for something else than more messages. */
  public void pauses(long nowNanos) {
    pass(nowNanos);
    isBusy = false;
  }

  /**
   * Whoever took messages comes back, and all of them are worked on. The first ones of a process
   * take many times as long as those that follow, so what is known is given up as soon as some went
   * at least twice as fast.
   */
  public void finishes(long nowNanos) {
    pass(nowNanos);
    if (isKnown() && taken >= FEW_MESSAGES && taken > 2 * perNano * busyNanos) {
      perNano = 0;
      measure();
    }
  }

  @Override
  public boolean isKnown() {
    return perNano > 0;
  }

  @Override
  public int within(long nanos) {
    return perNano == 0 ? unknown : (int) Math.min(Integer.MAX_VALUE, perNano * nanos);
  }

  private void pass(long nowNanos) {
    if (isBusy) {
      busyNanos += nowNanos - sinceNanos;
      sinceNanos = nowNanos;
    }
    if (taken > 0 && (busyNanos >= WINDOW_NANOS || taken >= ENOUGH_MESSAGES)) {
      measure();
    }
  }

  private void measure() {
    double measured = (double) taken / Math.max(1, busyNanos);
    perNano = perNano == 0 ? measured : (perNano + measured) / 2;
    busyNanos = 0;
    taken = 0;
  }
}
