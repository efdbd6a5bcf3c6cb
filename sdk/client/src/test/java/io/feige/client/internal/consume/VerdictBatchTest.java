package io.feige.client.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.FeigeException;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.Verdict;
import io.feige.protocol.model.VerdictKind;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class VerdictBatchTest {
  private final Claim claim = FakeClaims.claim(3);
  private final VerdictBatch batch = new VerdictBatch(claim, 0);

  @Test
  void neighboursBecomeOneRange() {
    for (int i = 5; i < 1_000; i++) {
      batch.ack(i, i);
    }

    assertThat(batch.pack(3)).containsExactly(Verdict.ack(5, 999, 1));
  }

  @Test
  void disorderIsSortedAndMerged() {
    for (long offset : new long[] {9, 1, 3, 2, 8, 4, 20}) {
      batch.ack(offset, offset);
    }

    assertThat(batch.pack(3))
        .containsExactly(Verdict.ack(1, 4, 1), Verdict.ack(8, 9, 1), Verdict.ack(20, 20, 1));
  }

  @Test
  void aRangeWithinAnotherDisappears() {
    batch.ack(1, 10);
    batch.ack(3, 4);

    assertThat(batch.pack(3)).containsExactly(Verdict.ack(1, 10, 1));
  }

  @Test
  void acksOfManyAttemptsShareRangesAndOthersKeepTheirs() {
    batch.add(Verdict.ack(1, 1, 1));
    batch.add(Verdict.nack(2, 2, 4, 10));
    batch.add(Verdict.ack(2, 2, 3));

    assertThat(batch.pack(3)).containsExactly(Verdict.ack(1, 2, 1), Verdict.nack(2, 2, 4, 10));
  }

  @Test
  void itIsFullAtItsBound() {
    for (int i = 0; i < VerdictBatch.MAX_VERDICTS; i++) {
      assertThat(batch.isFull()).isFalse();
      batch.ack(i * 2L, i * 2L);
    }

    assertThat(batch.isFull()).isTrue();
  }

  @Test
  void onlyTheCallsWhoseOffsetsAreStaleFail() {
    CompletableFuture<Void> first = call(1);
    CompletableFuture<Void> second = call(2);

    batch.resolve(List.of(new OffsetRange(2, 2)), null).forEach(PendingVerdict::completeFuture);

    assertThat(first).isCompleted();
    assertThat(codeOf(second)).isEqualTo(ErrorCode.LEASE_ENDED);
  }

  @Test
  void aCallInTwoBatchesIsOverWithTheSecond() {
    VerdictBatch other = new VerdictBatch(claim, 0);
    CompletableFuture<Void> future = new CompletableFuture<>();
    PendingVerdict call = new PendingVerdict(VerdictKind.ACK, 1, 9, null, future);
    batch.waiter(call);
    other.waiter(call);

    assertThat(batch.resolve(List.of(), null)).isEmpty();
    assertThat(other.resolve(List.of(), null)).containsExactly(call);
  }

  @Test
  void inALaterEpochOnlyAcksAreSentAndTheOthersHaveLostTheirLease() {
    batch.add(Verdict.ack(1, 1, 1));
    CompletableFuture<Void> ack = new CompletableFuture<>();
    batch.waiter(new PendingVerdict(VerdictKind.ACK, 1, 1, null, ack));
    CompletableFuture<Void> nack = call(2);

    assertThat(batch.pack(4)).containsExactly(Verdict.ack(1, 1, 1));
    batch.resolve(List.of(), null).forEach(PendingVerdict::completeFuture);

    assertThat(ack).isCompleted();
    assertThat(codeOf(nack)).isEqualTo(ErrorCode.LEASE_ENDED);
  }

  private CompletableFuture<Void> call(long offset) {
    CompletableFuture<Void> future = new CompletableFuture<>();
    batch.add(Verdict.nack(offset, offset, 1, 0));
    batch.waiter(new PendingVerdict(VerdictKind.NACK, offset, offset, null, future));
    return future;
  }

  private static ErrorCode codeOf(CompletableFuture<Void> future) {
    Throwable failure = future.handle((done, thrown) -> Objects.requireNonNull(thrown)).join();
    return ((FeigeException) failure).code();
  }
}
