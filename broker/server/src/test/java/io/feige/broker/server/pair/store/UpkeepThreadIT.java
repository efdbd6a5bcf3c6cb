package io.feige.broker.server.pair.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.broker.journal.Journal;
import io.feige.broker.server.ops.HealthReport;
import io.feige.broker.server.ops.Supervisor;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class UpkeepThreadIT {
  private static final long HOURS_NANOS = Duration.ofHours(2).toNanos();

  private final Supervisor supervisor = new Supervisor();
  private final Faulty work = new Faulty();
  private final List<RuntimeException> gaveUp = new CopyOnWriteArrayList<>();
  private final UpkeepThread thread =
      new UpkeepThread("feige-upkeep-test", supervisor, work, gaveUp::add);

  /** Work that fails as often as a test says. */
  private static final class Faulty implements UpkeepThread.Work {
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private volatile long pauseNanos = Journal.IDLE;
    private final List<Long> saved = new CopyOnWriteArrayList<>();

    @Override
    public void save(long position, List<ByteBuffer> body) {
      if (body.isEmpty()) {
        throw new IllegalArgumentException("a snapshot of more than 1 GiB");
      }
      saved.add(position);
    }

    @Override
    public long upkeep() {
      if (failures.getAndDecrement() > 0) {
        throw new AssertionError("on purpose");
      }
      done.incrementAndGet();
      return pauseNanos;
    }
  }

  @AfterEach
  void stop() throws InterruptedException {
    thread.stop();
  }

  @Test
  void aSnapshotThatCannotBeSavedStopsNothingElse() {
    thread.start();
    thread.save(new UpkeepThread.Snapshot(7, List.of()));
    await().until(() -> !supervisor.over(HealthReport.WELL).reason().isEmpty());
    int before = work.done.get();
    await().until(() -> work.done.get() > before + 1);
    assertThat(supervisor.over(HealthReport.WELL).reason()).contains("more than 1 GiB");
    assertThat(supervisor.over(HealthReport.WELL).alive()).isTrue();

    thread.save(new UpkeepThread.Snapshot(8, List.of(ByteBuffer.allocate(1))));
    await().until(() -> supervisor.over(HealthReport.WELL).equals(HealthReport.WELL));
    assertThat(work.saved).containsExactly(8L);
    assertThat(gaveUp).isEmpty();
  }

  @Test
  void whoAppendsDoesNotShortenAPause() {
    work.pauseNanos = HOURS_NANOS;
    thread.start();
    await().until(() -> work.done.get() > 0);

    // Nothing comes behind a turn that is not taken; a slow machine can only miss one here.
    await()
        .during(Duration.ofMillis(100))
        .until(() -> {
          thread.wake();
          return work.done.get() == 1;
        });

    thread.save(new UpkeepThread.Snapshot(7, List.of(ByteBuffer.allocate(1))));
    await().until(() -> work.saved.contains(7L));
    await().until(() -> work.done.get() > 1);
    assertThat(work.done.get()).as("its own turn alone").isEqualTo(2);
  }

  @Test
  void upkeepThatFailsIsTriedAgain() {
    // It fails until somebody has seen it.
    work.failures.set(Integer.MAX_VALUE);
    thread.start();
    await().until(() -> supervisor.over(HealthReport.WELL).reason().contains("on purpose"));
    work.failures.set(0);
    await().until(() -> supervisor.over(HealthReport.WELL).equals(HealthReport.WELL));
    assertThat(work.done.get()).isPositive();
    assertThat(gaveUp).isEmpty();
  }
}
