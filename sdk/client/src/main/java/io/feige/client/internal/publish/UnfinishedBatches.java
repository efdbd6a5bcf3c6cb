package io.feige.client.internal.publish;

import java.util.ArrayDeque;

/**
 * The batches of a producer whose outcome has not reached everyone who waits for it, in the order
 * in which they were begun. Any thread. What waits here is {@code flush} and {@code close}.
 */
final class UnfinishedBatches {
  private final Object lock = new Object();
  private final ArrayDeque<PendingBatch> batches = new ArrayDeque<>();

  void add(PendingBatch batch) {
    synchronized (lock) {
      batches.add(batch);
    }
  }

  boolean isEmpty() {
    synchronized (lock) {
      return batches.isEmpty();
    }
  }

  /** A batch's outcome has reached everyone who waited for it. */
  void finished(PendingBatch batch) {
    synchronized (lock) {
      batch.isFinished = true;
      PendingBatch first = batches.peek();
      while (first != null && first.isFinished) {
        batches.remove();
        first = batches.peek();
      }
      lock.notifyAll();
    }
  }

  /** Waits until everything begun before this call is finished; false when that took too long. */
  boolean await(long limitNanos) throws InterruptedException {
    long deadline = System.nanoTime() + limitNanos;
    synchronized (lock) {
      PendingBatch last = batches.peekLast();
      while (last != null && isUnfinishedUpTo(last)) {
        long leftMillis = (deadline - System.nanoTime()) / 1_000_000;
        if (leftMillis <= 0) {
          return false;
        }
        lock.wait(leftMillis);
      }
      return true;
    }
  }

  /**
   * Batches may finish out of order; the list loses finished heads only, so one that is gone has
   * nothing unfinished before it.
   */
  private boolean isUnfinishedUpTo(PendingBatch last) {
    boolean isUnfinished = false;
    for (PendingBatch batch : batches) {
      isUnfinished |= !batch.isFinished;
      if (batch == last) {
        return isUnfinished;
      }
    }
    return false;
  }
}
