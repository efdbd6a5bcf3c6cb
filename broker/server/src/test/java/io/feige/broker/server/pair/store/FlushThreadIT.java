package io.feige.broker.server.pair.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.server.ops.Supervisor;
import io.feige.testkit.Waits;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class FlushThreadIT {
  private static final int WRITES = 500;

  /** Whatever waits for the end of such a rest is not done within the patience of any test. */
  private static final long HOURS_NANOS = Duration.ofHours(2).toNanos();

  private final Counted work = new Counted();
  private final List<RuntimeException> gaveUp = new CopyOnWriteArrayList<>();
  private @Nullable FlushThread started;

  /** A disk that takes no time. */
  private static final class Counted implements FlushThread.Work {
    private final AtomicInteger written = new AtomicInteger();
    private volatile int durable;
    private final BlockingQueue<Integer> forced = new LinkedBlockingQueue<>();
    private final AtomicInteger forces = new AtomicInteger();

    @Override
    public boolean isDue() {
      return written.get() > durable;
    }

    @Override
    public void force() {
      forces.incrementAndGet();
      int now = written.get();
      durable = now;
      forced.add(now);
    }

    private void awaitForced(int write) throws InterruptedException {
      int known = Waits.next(forced);
      while (known < write) {
        known = Waits.next(forced);
      }
    }
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (started != null) {
      started.stop();
    }
    assertThat(gaveUp).isEmpty();
  }

  private FlushThread start(boolean mayRest, long restNanos) {
    FlushThread thread =
        new FlushThread("feige-flush-test", new Supervisor(), work, gaveUp::add, restNanos);
    thread.mayRest(mayRest);
    thread.start();
    started = thread;
    return thread;
  }

  private void write(FlushThread thread) {
    work.written.incrementAndGet();
    thread.wake();
  }

  @Test
  void whatIsWaitedForIsForcedAtOnce() throws InterruptedException {
    FlushThread thread = start(false, HOURS_NANOS);
    for (int i = 1; i <= WRITES; i++) {
      write(thread);
      work.awaitForced(i);
    }
    assertThat(work.forces.get()).isEqualTo(WRITES);
  }

  @Test
  void whatNobodyWaitsForIsForcedByTheClock() throws InterruptedException {
    long from = System.nanoTime();
    FlushThread thread = start(true, FlushThread.REST_NANOS);
    for (int i = 0; i < WRITES; i++) {
      write(thread);
      LockSupport.parkNanos(1_000);
    }
    work.awaitForced(WRITES);
    long rests = (System.nanoTime() - from) / FlushThread.REST_NANOS;
    assertThat(work.forces.get()).isBetween(1, (int) rests + 2);
  }

  @Test
  void whoWaitsAllOfASuddenEndsTheRest() throws InterruptedException {
    FlushThread thread = start(true, HOURS_NANOS);
    for (int i = 1; i <= WRITES; i++) {
      thread.mayRest(true);
      write(thread);
      thread.mayRest(false);
      work.awaitForced(i);
    }
  }
}
