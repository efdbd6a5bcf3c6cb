package io.feige.broker.store.tail;

import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;

/**
 * Wakes one of the threads that wait: the one that began last, because what it worked with is still
 * near. A signal stays until somebody takes it, so that none is lost and nobody is woken in vain.
 * Any thread.
 */
final class Signal {
  private final ArrayDeque<Waiter> waiting = new ArrayDeque<>();
  private boolean isGiven;

  private static final class Waiter {
    private final Thread thread = Thread.currentThread();
    private volatile boolean isWoken;
  }

  /** Gives the signal, unless it is given. */
  void give() {
    Waiter woken;
    synchronized (waiting) {
      woken = isGiven ? null : waiting.poll();
      isGiven = true;
    }
    if (woken != null) {
      woken.isWoken = true;
      LockSupport.unpark(woken.thread);
    }
  }

  /** Takes the signal; whether it was given. */
  boolean take() {
    synchronized (waiting) {
      boolean wasGiven = isGiven;
      isGiven = false;
      return wasGiven;
    }
  }

  /** Whether somebody waits whom a signal would wake. */
  boolean isAwaited() {
    synchronized (waiting) {
      return !isGiven && !waiting.isEmpty();
    }
  }

  /** Waits until the signal is given, at most so long. It is not taken with that. */
  void await(long nanos) throws InterruptedException {
    Waiter waiter = new Waiter();
    synchronized (waiting) {
      if (isGiven) {
        return;
      }
      waiting.push(waiter);
    }
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0 && !waiter.isWoken; left = end - System.nanoTime()) {
      LockSupport.parkNanos(this, left);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    synchronized (waiting) {
      waiting.remove(waiter);
    }
  }
}
