package io.feige.broker.core.replica;

/** One decision: when it is made, and where its effects go. */
record ReplicaStep(long nowNanos, ReplicaPort port) {
  private static final long NANOS_PER_MILLI = 1_000_000;

  static long nanos(int millis) {
    return millis * NANOS_PER_MILLI;
  }

  /** Some time from now. */
  long in(int millis) {
    return nowNanos + nanos(millis);
  }

  boolean isDue(long nanos) {
    return nowNanos >= nanos;
  }

  void note(ReplicaNote note, String words) {
    port.note(note, words);
  }
}
