package io.feige.broker.store.tail;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** One thread waits, others wake it; a signal that comes before the wait is not lost. */
final class Signal {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition given = lock.newCondition();
  private boolean isGiven;

  void give() {
    lock.lock();
    try {
      isGiven = true;
      given.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a signal, at most so long. */
  void await(long millis) throws InterruptedException {
    lock.lock();
    try {
      long left = TimeUnit.MILLISECONDS.toNanos(millis);
      while (!isGiven && left > 0) {
        left = given.awaitNanos(left);
      }
      isGiven = false;
    } finally {
      lock.unlock();
    }
  }
}
