package io.feige.client.internal.base;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The one bound of what a client holds. Whoever keeps bytes reserves them first and releases them
 * afterwards. Any thread may call; only {@link #reserve} waits.
 */
public final class MemoryLimit {
  private final long limitBytes;
  private final AtomicLong used = new AtomicLong();
  private final AtomicInteger waiting = new AtomicInteger();
  private final Object freed = new Object();

  /** A limit of so many bytes. */
  public MemoryLimit(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  /**
   * Reserves if it fits. What is larger than the whole limit fits when nothing else is held, so
   * that it is not stuck forever.
   */
  public boolean tryReserve(long bytes) {
    long held = used.get();
    while (held + bytes <= limitBytes || held == 0) {
      if (used.compareAndSet(held, held + bytes)) {
        return true;
      }
      held = used.get();
    }
    return false;
  }

  /**
   * Reserves whether it fits or not: for what is here already, and for the little that keeps a
   * consumer moving.
   */
  public void reserveAlways(long bytes) {
    used.addAndGet(bytes);
  }

  /**
   * Waits until so many bytes can be reserved, at most until a time of {@link System#nanoTime}.
   * False when they could not.
   */
  public boolean reserve(long bytes, long deadlineNanos) throws InterruptedException {
    if (tryReserve(bytes)) {
      return true;
    }
    waiting.incrementAndGet();
    try {
      synchronized (freed) {
        while (!tryReserve(bytes)) {
          long leftMillis = (deadlineNanos - System.nanoTime()) / 1_000_000;
          if (leftMillis <= 0) {
            return false;
          }
          freed.wait(leftMillis);
        }
        return true;
      }
    } finally {
      waiting.decrementAndGet();
    }
  }

  /** Gives back what was reserved. */
  public void release(long bytes) {
    used.addAndGet(-bytes);
    if (waiting.get() > 0) {
      synchronized (freed) {
        freed.notifyAll();
      }
    }
  }

  /** Bytes held now. */
  public long usedBytes() {
    return used.get();
  }

  /** The bound. */
  public long limitBytes() {
    return limitBytes;
  }
}
