package io.feige.broker.server.pair.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.server.ops.Supervisor;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class FlushThreadIT {
  private static final long LONGEST_NANOS = 30_000_000_000L;
  private static final int WRITES = 500;

  private final Counted work = new Counted();
  private final List<RuntimeException> gaveUp = new CopyOnWriteArrayList<>();
  private final FlushThread thread =
      new FlushThread("feige-flush-test", new Supervisor(), work, gaveUp::add);

  /** A disk that takes no time. */
  private static final class Counted implements FlushThread.Work {
    private final AtomicInteger written = new AtomicInteger();
    private volatile int durable;
    private final AtomicInteger forces = new AtomicInteger();

    @Override
    public boolean isDue() {
      return written.get() > durable;
    }

    @Override
    public void force() {
      forces.incrementAndGet();
      durable = written.get();
    }
  }

  @AfterEach
  void stop() throws InterruptedException {
    thread.stop();
  }

  private void write() {
    work.written.incrementAndGet();
    thread.wake();
  }

  /** Often: it is over sooner than a poll of Awaitility's would be. */
  private void awaitForced() {
    long until = System.nanoTime() + LONGEST_NANOS;
    while (work.isDue()) {
      assertThat(System.nanoTime()).isLessThan(until);
      LockSupport.parkNanos(1_000);
    }
  }

  @Test
  void whatIsWaitedForIsForcedAtOnce() {
    thread.start();
    for (int i = 0; i < WRITES; i++) {
      write();
      awaitForced();
    }
    assertThat(work.forces.get()).isEqualTo(WRITES);
  }

  @Test
  void whatNobodyWaitsForIsForcedByTheClock() {
    thread.mayRest(true);
    thread.start();
    long from = System.nanoTime();
    for (int i = 0; i < WRITES; i++) {
      write();
      LockSupport.parkNanos(1_000);
    }
    awaitForced();
    long rests = (System.nanoTime() - from) / FlushThread.REST_NANOS;
    assertThat(work.forces.get()).isBetween(1, (int) rests + 2);
  }

  @Test
  void whoWaitsAllOfASuddenEndsTheRest() {
    thread.mayRest(true);
    thread.start();
    long from = System.nanoTime();
    for (int i = 0; i < WRITES; i++) {
      thread.mayRest(true);
      write();
      thread.mayRest(false);
      awaitForced();
    }
    assertThat(System.nanoTime() - from).isLessThan(WRITES * FlushThread.REST_NANOS);
  }
}
