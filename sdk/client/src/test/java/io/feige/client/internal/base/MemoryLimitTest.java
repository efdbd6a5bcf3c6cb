package io.feige.client.internal.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class MemoryLimitTest {
  private static final long SOON = 5_000_000_000L;

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
  void waitingEndsWhenMemoryIsReleased() {
    assertThat(memory.tryReserve(100)).isTrue();
    CompletableFuture<Boolean> waiting =
        CompletableFuture.supplyAsync(() -> reserve(50, System.nanoTime() + SOON));

    memory.release(100);

    assertThat(waiting.join()).isTrue();
    assertThat(memory.usedBytes()).isEqualTo(50);
  }

  @Test
  void waitingEndsAtItsTime() {
    assertThat(memory.tryReserve(100)).isTrue();

    assertThat(reserve(1, System.nanoTime() + 1_000_000)).isFalse();
  }

  private boolean reserve(long bytes, long deadline) {
    try {
      return memory.reserve(bytes, deadline);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
