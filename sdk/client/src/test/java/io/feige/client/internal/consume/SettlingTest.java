package io.feige.client.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.internal.base.MemoryLimit;
import io.feige.protocol.model.Verdict;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SettlingTest {
  private final AtomicInteger wakes = new AtomicInteger();
  private final Claim claim = FakeClaims.claim(1);
  private final Settling settling =
      new Settling(new MemoryLimit(1 << 20), 1_000, wakes::incrementAndGet);

  @Test
  void theFirstVerdictWakesTheSenderAndTheOthersTravelWithIt() {
    ack(1);
    ack(2);

    assertThat(wakes).hasValue(1);
    assertThat(settling.poll()).isNotNull();
    assertThat(settling.poll()).isNull();
  }

  @Test
  void aVerdictWakesTheSenderWhileCallersAreStillToldOfTheOneBefore() {
    ack(1);
    settling.poll();
    settling.poll();

    assertThat(settling.isIdle()).isTrue();
    ack(2);

    assertThat(wakes).hasValue(2);
  }

  @Test
  void theSenderAsksByItselfForWhatItCouldNotTake() {
    ack(1);

    assertThat(settling.isIdle()).isFalse();
    ack(2);

    assertThat(wakes).hasValue(1);
  }

  private void ack(long offset) {
    CompletableFuture<Void> unused = settling.settleAsync(claim, Verdict.ack(offset, offset, 1));
  }
}
