package io.feige.broker.core.decide;

/**
 * What things that clients make a pair keep take of the heap, at most, in bytes: of a JVM with
 * compressed references, measured with real ones by tests.
 */
public final class StateCost {
  /**
   * A message that is delivered and not settled: a lease of its own, or a retry of its own that
   * waits for a time of its own, with a key of its own, and what is settled before it.
   */
  public static final int OUTSTANDING_BYTES = 384;

  /** A batch that waits for its time. */
  public static final int DELAYED_BYTES = 256;

  /** A pull that waits for messages, with a consumer of its own that has a long name. */
  public static final int PARKED_BYTES = 1_024;

  private StateCost() {}
}
