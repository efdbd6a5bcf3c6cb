package io.feige.perf.peers.load;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Messages that were sent and are not confirmed yet: so many at most. Any thread. */
final class Window {
  private final int size;
  private final Semaphore free;
  private final AtomicLong confirmed = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();

  Window(long size) {
    this.size = Math.toIntExact(Math.max(1, size));
    this.free = new Semaphore(this.size);
  }

  /** One more; false if it is full. */
  boolean tryEnter() {
    return free.tryAcquire();
  }

  /** One more, as soon as there is room. */
  void enter() throws InterruptedException {
    if (!free.tryAcquire(60, TimeUnit.SECONDS)) {
      throw new IllegalStateException("nothing was confirmed for 60 s");
    }
  }

  /** One has its outcome. */
  void leave(@Nullable Throwable failure) {
    (failure == null ? confirmed : failed).incrementAndGet();
    free.release();
  }

  long confirmed() {
    return confirmed.get();
  }

  long failed() {
    return failed.get();
  }

  /** Waits for the outcome of all; how many have none after so long. */
  int awaitEmpty(long limitNanos) throws InterruptedException {
    return free.tryAcquire(size, limitNanos, TimeUnit.NANOSECONDS)
        ? 0
        : size - free.availablePermits();
  }
}
