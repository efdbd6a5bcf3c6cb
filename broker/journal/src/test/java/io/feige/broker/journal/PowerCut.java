package io.feige.broker.journal;

/** The machine, or the process, ended in the middle of a call. */
final class PowerCut extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PowerCut() {
    super("the power is cut", null, false, false);
  }
}
