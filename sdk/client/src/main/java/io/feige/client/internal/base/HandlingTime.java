package io.feige.client.internal.base;

/**
 * How long handlers take for a message. Only the handler's own time counts, so a slow network or
 * node is not taken for a slow handler. Any thread.
 */
public final class HandlingTime implements Rate {
  private static final long QUICK_NANOS = 10_000_000;

  private final int handlers;
  private final UsualTime usual = new UsualTime();

  /**
   * Nothing was measured.
   *
   * @param handlers at work at the same time
   */
  public HandlingTime(int handlers) {
    this.handlers = handlers;
  }

  /** A handler has taken so long. */
  public void took(long nanos) {
    usual.took(nanos);
  }

  /**
   * Whether a handler takes so little time for a message that it is not worth a question to the
   * broker whether each is still its own.
   */
  public boolean isQuick() {
    return isKnown() && usual.nanos() <= QUICK_NANOS;
  }

  @Override
  public boolean isKnown() {
    return usual.nanos() > 0;
  }

  /** {@inheritDoc} If nothing is known, as many as there are handlers. */
  @Override
  public int within(long nanos) {
    double each = usual.nanos();
    return each == 0 ? handlers : (int) Math.min(Integer.MAX_VALUE, nanos / each * handlers);
  }
}
