package io.feige.client.internal.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.testkit.Waits;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class MemoryLimitTest {
  private final MemoryLimit memory = new MemoryLimit(100);

  @Test
  void whatDoesNotFitIsRefused() {
    assertThat(memory.tryReserve(60)).isTrue();
    assertThat(memory.tryReserve(41)).isFalse();
    assertThat(memory.tryReserve(40)).isTrue();
  }

  @Test
  void whatIsLargerThanTheLimitFitsAlone() {
    assertThat(memory.tryReserve(500)).isTrue();
    assertThat(memory.tryReserve(1)).isFalse();
  }

  @Test
  void waitingEndsWhenMemoryIsReleased() throws Exception {
    assertThat(memory.tryReserve(100)).isTrue();
    FutureTask<Boolean> waiting =
        new FutureTask<>(() -> memory.reserve(50, System.nanoTime() + Waits.patience().toNanos()));
    Thread waiter = new Thread(waiting);
    waiter.start();
    await().until(() -> waiter.getState() == Thread.State.TIMED_WAITING);

    memory.release(100);

    assertThat(Waits.get(waiting)).isTrue();
    assertThat(memory.usedBytes()).isEqualTo(50);
  }

  @Test
  void waitingEndsAtItsTime() throws Exception {
    assertThat(memory.tryReserve(100)).isTrue();

    assertThat(memory.reserve(1, System.nanoTime() + 1_000_000)).isFalse();
  }
}
