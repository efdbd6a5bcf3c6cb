package io.feige.client.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.internal.base.MemoryLimit;
import io.feige.protocol.model.Verdict;
import io.feige.testkit.Waits;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SettlingTest {
  private final AtomicInteger wakes = new AtomicInteger();
  private final AtomicInteger hastes = new AtomicInteger();
  private final Claim claim = FakeClaims.claim(1);
  private final Settling settling =
      new Settling(
          new MemoryLimit(1 << 20),
          Waits.patienceMillis(),
          wakes::incrementAndGet,
          hastes::incrementAndGet);

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

  @Test
  void whatGathersWakesTheSenderWhenSomebodyWaitsForIt() throws InterruptedException {
    ack(1);
    assertThat(settling.gathering()).isEqualTo(1);
    ack(2);
    assertThat(settling.gathering()).isEqualTo(2);
    assertThat(wakes).hasValue(1);

    Thread waiting = new Thread(() -> settling.settle(claim, Verdict.ack(3, 3, 1)));
    waiting.setDaemon(true);
    waiting.start();
    await().until(() -> wakes.get() == 2);

    assertThat(settling.gathering()).isEqualTo(-1);
    VerdictBatch all = Objects.requireNonNull(settling.poll());
    assertThat(all.pack(1)).containsExactly(Verdict.ack(1, 3, 1));
    all.resolve(List.of(), null);
    waiting.join();
  }

  @Test
  void aBatchThatIsFullGathersNothingMore() {
    ack(1);
    assertThat(settling.gathering()).isEqualTo(1);
    List<Verdict> many = new ArrayList<>();
    for (int i = 0; i < VerdictBatch.MAX_VERDICTS; i++) {
      many.add(Verdict.release(3 + 2L * i, 3 + 2L * i, 1));
    }
    settling.release(claim, many);

    assertThat(hastes).hasValue(1);
    assertThat(settling.gathering()).isEqualTo(-1);
  }

  private void ack(long offset) {
    CompletableFuture<Void> unused = settling.settleAsync(claim, Verdict.ack(offset, offset, 1));
  }
}
