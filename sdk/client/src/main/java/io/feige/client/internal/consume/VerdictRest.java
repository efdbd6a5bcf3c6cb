package io.feige.client.internal.consume;

/**
 * When a batch of verdicts leaves: the node says how long they may gather, and they do so only as
 * long as more come. If none come, whoever settles waits for an outcome before it goes on, and each
 * rest would slow it down; then the next batches leave at once. Not thread-safe.
 */
final class VerdictRest {
  private static final long LOOK_NANOS = 2_000_000;
  private static final int MOST_WITHOUT = 256;

  private long restNanos;
  private long sentNanos;
  private boolean isResting;

  /** What had come when it was looked at last. */
  private long seen;

  /** So many batches follow without a rest. */
  private int without;

  /** So many followed the last rest in vain; 0 since one that was not. */
  private int vain;

  /** A batch was sent. */
  void sent(long now) {
    sentNanos = now;
    isResting = false;
  }

  /** The node says how long verdicts may gather. */
  void mayLast(int millis) {
    restNanos = millis * 1_000_000L;
  }

  /**
   * How long to wait until this is asked again, in nanoseconds; 0: the next batch leaves now.
   *
   * @param gathered how many verdicts have come, of all times
   */
  long left(long now, long gathered) {
    if (isResting && gathered == seen) {
      vain = Math.min(MOST_WITHOUT, Math.max(1, vain * 2));
      without = vain;
      return 0;
    }
    if (isResting) {
      vain = 0;
    } else if (without > 0) {
      without--;
      return 0;
    }
    long left = sentNanos + restNanos - now;
    if (left <= 0) {
      return 0;
    }
    isResting = true;
    seen = gathered;
    return Math.min(left, LOOK_NANOS);
  }
}
