package io.feige.client.internal.publish;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The batches of a producer whose outcome has not reached everyone who waits for it, in the order
 * in which they were begun. Any thread. What waits here is {@code flush} and {@code close}.
 */
final class UnfinishedBatches {
  private final Object lock = new Object();
  private final Set<PendingBatch> batches = new LinkedHashSet<>();
  private long begun;

  void add(PendingBatch batch) {
    synchronized (lock) {
      batch.number = begun++;
      batches.add(batch);
    }
  }

  /** A batch's outcome has reached everyone who waited for it. */
  void finished(PendingBatch batch) {
    synchronized (lock) {
      batches.remove(batch);
      lock.notifyAll();
    }
  }

  /** Waits until everything begun before this call is finished; false when that took too long. */
  boolean await(long limitNanos) throws InterruptedException {
    long deadline = System.nanoTime() + limitNanos;
    synchronized (lock) {
      long before = begun;
      while (!batches.isEmpty() && batches.iterator().next().number < before) {
        long leftMillis = (deadline - System.nanoTime()) / 1_000_000;
        if (leftMillis <= 0) {
          return false;
        }
        lock.wait(leftMillis);
      }
      return true;
    }
  }
}
