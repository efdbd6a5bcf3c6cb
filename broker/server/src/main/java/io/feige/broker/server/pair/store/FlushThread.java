package io.feige.broker.server.pair.store;

import io.feige.broker.journal.fault.JournalException;
import io.feige.broker.server.ops.Supervisor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Forces what was written. Whatever was written while one force ran is the group of the next, so
 * the number of forces follows the disk and not the publishers. Where nobody waits for them it
 * follows the clock: a standby's copies count as soon as they are written.
 */
final class FlushThread {
  /** Between the begins of two forces that nobody waits for. */
  static final long REST_NANOS = 5_000_000;

  /** What is to be forced. */
  interface Work {
    /** Whether something was written that is not durable. */
    boolean isDue();

    /** Makes durable what was written before. */
    void force();
  }

  private final Work work;
  private final Consumer<RuntimeException> failed;
  private final long restNanos;
  private final Thread thread;
  private volatile boolean stopping;
  private volatile boolean mayRest;
  private volatile boolean isResting;
  private long lastForceNanos;

  /**
   * @param failed told on this thread, once; nothing is forced any more
   */
  FlushThread(String name, Supervisor supervisor, Work work, Consumer<RuntimeException> failed) {
    this(name, supervisor, work, failed, REST_NANOS);
  }

  /** One that rests longer. */
  FlushThread(
      String name,
      Supervisor supervisor,
      Work work,
      Consumer<RuntimeException> failed,
      long restNanos) {
    this.work = work;
    this.failed = failed;
    this.restNanos = restNanos;
    this.lastForceNanos = System.nanoTime() - restNanos;
    this.thread =
        supervisor.thread(
            name,
            this::run,
            death -> failed.accept(new IllegalStateException(name + " has died", death)));
  }

  void start() {
    thread.start();
  }

  /** Something was written. Any thread. */
  void wake() {
    // One that rests looks at what was written when it goes on.
    if (!isResting) {
      LockSupport.unpark(thread);
    }
  }

  /** Whether it may rest between two forces. Any thread. */
  void mayRest(boolean isNobodyWaiting) {
    if (mayRest != isNobodyWaiting) {
      mayRest = isNobodyWaiting;
      LockSupport.unpark(thread);
    }
  }

  /** Ends the thread after the force it is in or rests before, if any. */
  void stop() throws InterruptedException {
    stopping = true;
    LockSupport.unpark(thread);
    thread.join();
  }

  private void run() {
    try {
      while (!stopping) {
        if (work.isDue()) {
          rest();
          lastForceNanos = System.nanoTime();
          work.force();
        } else {
          LockSupport.park(this);
        }
      }
    } catch (JournalException e) {
      failed.accept(e);
    }
  }

  private void rest() {
    isResting = true;
    long left = lastForceNanos + restNanos - System.nanoTime();
    while (mayRest && !stopping && left > 0) {
      LockSupport.parkNanos(this, left);
      left = lastForceNanos + restNanos - System.nanoTime();
    }
    isResting = false;
  }
}
