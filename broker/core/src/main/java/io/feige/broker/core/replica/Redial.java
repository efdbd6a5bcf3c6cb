package io.feige.broker.core.replica;

/** When the other member is dialled again: at once after what went well, ever later otherwise. */
final class Redial {
  private static final int FIRST_MILLIS = 20;
  private static final int LONGEST_MILLIS = 500;
  private static final int FIRST_AFTER_FAULT_MILLIS = 200;
  private static final int LONGEST_AFTER_FAULT_MILLIS = 2_000;

  private int pauseMillis;
  private long dueNanos = Long.MIN_VALUE;

  /** It may be dialled at once, and earlier failures are of no meaning any more. */
  void now() {
    pauseMillis = 0;
    dueNanos = Long.MIN_VALUE;
  }

  /** Bytes come: the next failure is a first one. */
  void worked() {
    pauseMillis = 0;
  }

  /** There was no connection, or it came to nothing. */
  void failed(ReplicaStep step) {
    pause(FIRST_MILLIS, LONGEST_MILLIS, step);
  }

  /** What came could not be stored; that is not over in a moment. */
  void failedToStore(ReplicaStep step) {
    pause(FIRST_AFTER_FAULT_MILLIS, LONGEST_AFTER_FAULT_MILLIS, step);
  }

  private void pause(int first, int longest, ReplicaStep step) {
    pauseMillis = Math.clamp(2L * pauseMillis, first, longest);
    dueNanos = step.in(pauseMillis);
  }

  long dueNanos() {
    return dueNanos;
  }
}
