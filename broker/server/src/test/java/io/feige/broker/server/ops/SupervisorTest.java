package io.feige.broker.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class SupervisorTest {
  private final Supervisor supervisor = new Supervisor();

  @Test
  void aThreadThatDiesMakesTheNodeUnwellAndWhoNeedsItIsTold() throws InterruptedException {
    AtomicReference<Throwable> told = new AtomicReference<>();
    Error cause = new AssertionError("on purpose");
    Thread thread = supervisor.thread("feige-test", () -> fail(cause), told::set);
    thread.start();
    thread.join();

    HealthReport health = supervisor.over(HealthReport.WELL);
    assertThat(health.alive()).isFalse();
    assertThat(health.serving()).isTrue();
    assertThat(health.reason()).contains("feige-test has died").contains("on purpose");
    assertThat(told.get()).isSameAs(cause);
    assertThat(supervisor.deaths()).isOne();
  }

  @Test
  void aThreadThatEndsInPeaceIsNotMissed() throws InterruptedException {
    Thread thread = supervisor.thread("feige-test", () -> {}, _ -> {});
    thread.start();
    thread.join();
    assertThat(supervisor.over(HealthReport.WELL)).isEqualTo(HealthReport.WELL);
  }

  @Test
  void whatFailsAndIsTriedAgainIsToldAsLongAsItFails() {
    supervisor.trouble("upkeep", new IllegalStateException("too large"));
    HealthReport health = supervisor.over(HealthReport.WELL);
    assertThat(health.alive()).isTrue();
    assertThat(health.reason()).contains("upkeep fails").contains("too large");
    assertThat(supervisor.failing()).isOne();

    supervisor.overcome("upkeep");
    assertThat(supervisor.over(HealthReport.WELL)).isEqualTo(HealthReport.WELL);
    assertThat(supervisor.failing()).isZero();
  }

  @Test
  void reasonsOfPairsAreKept() {
    supervisor.died("feige-test", new AssertionError("on purpose"));
    HealthReport pairs = new HealthReport(true, true, false, "the disk is full");
    assertThat(supervisor.over(pairs).reason()).contains("on purpose").contains("the disk is full");
  }

  @Test
  void deathsAndFailuresAreToldOneByOne() {
    supervisor.died("feige-b", new AssertionError("on purpose"));
    supervisor.fault("a task of feige-a", new AssertionError("half done"));
    supervisor.trouble("upkeep", new IllegalStateException("too large"));

    assertThat(supervisor.deadThreads())
        .containsExactly(
            "a task of feige-a has died: java.lang.AssertionError: half done",
            "feige-b has died: java.lang.AssertionError: on purpose");
    assertThat(supervisor.failingWork())
        .containsExactly("upkeep fails: java.lang.IllegalStateException: too large");
  }

  @Test
  void whileTheNodeStopsThreadsMayEnd() {
    supervisor.stopping();
    supervisor.died("feige-test", new AssertionError("on purpose"));
    assertThat(supervisor.over(HealthReport.WELL)).isEqualTo(HealthReport.WELL);
  }

  @Test
  void anErrorInATaskMakesTheNodeUnwellAndAShortageOfMemoryDoesNot() {
    supervisor.fault("a task", new OutOfMemoryError("on purpose"));
    supervisor.fault("a task", new IllegalStateException("on purpose"));
    assertThat(supervisor.over(HealthReport.WELL)).isEqualTo(HealthReport.WELL);
    supervisor.fault("a task", new AssertionError("on purpose"));
    assertThat(supervisor.over(HealthReport.WELL).alive()).isFalse();
    assertThat(supervisor.faults().sum()).isEqualTo(3);
  }

  private static void fail(Error cause) {
    throw cause;
  }

  @Test
  void whatWasWrongAndIsOverIsToldForTenMinutes() {
    Instant start = Instant.parse("2026-01-02T03:04:05.678Z");
    AtomicReference<Instant> now = new AtomicReference<>(start);
    Supervisor watched = new Supervisor((_, duty) -> duty, now::get);
    watched.happened("the disk of pair-1", "did not answer in time");
    String told = "the disk of pair-1 did not answer in time at 2026-01-02T03:04:05Z";

    assertThat(watched.lately()).containsExactly(told);
    assertThat(watched.over(HealthReport.WELL)).isEqualTo(HealthReport.WELL);
    now.set(start.plus(Duration.ofMinutes(10)));
    assertThat(watched.lately()).containsExactly(told);
    now.set(start.plus(Duration.ofMinutes(10).plusMillis(1)));
    assertThat(watched.lately()).isEmpty();
  }
}
