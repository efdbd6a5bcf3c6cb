package io.feige.broker.store.jdbc;

/** Another node is the active one of a higher epoch; nothing of the transaction was stored. */
public final class FencedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final long epoch;

  FencedException(String pair, long own, long epoch) {
    super(pair + " is written in epoch " + epoch + ", not in " + own + " any more");
    this.epoch = epoch;
  }

  /** The epoch that may write. */
  public long epoch() {
    return epoch;
  }
}
