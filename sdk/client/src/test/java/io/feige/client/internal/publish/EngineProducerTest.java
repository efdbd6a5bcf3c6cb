package io.feige.client.internal.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.client.ProducerPolicy;
import io.feige.client.Receipt;
import io.feige.client.internal.base.MemoryLimit;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.OnceName;
import io.feige.protocol.batch.SequenceTime;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.Stored;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Producer, accumulator and sender together, without a network. */
class EngineProducerTest {
  private static final ProducerPolicy POLICY =
      ProducerPolicy.DEFAULT.withBatchBytes(1024).withMaxInFlightBatches(3);

  private final FakeLoop loop = new FakeLoop();
  private final FakePort port = new FakePort("pair-1", loop);
  private final MemoryLimit memory = new MemoryLimit(1 << 20);

  @Test
  void aLoneMessageIsSentAtOnce() {
    EngineProducer producer = producer(POLICY);
    CompletableFuture<Receipt> future = publish(producer, "a");

    assertThat(port.sent).hasSize(1);
    port.sent.get(0).confirm(7);
    assertThat(future.join().offset()).isEqualTo(7);
    assertThat(memory.usedBytes()).isZero();
  }

  @Test
  void whileBatchesTravelTheNextOneGathers() {
    EngineProducer producer = producer(POLICY);
    send(producer, "a");
    send(producer, "b");
    send(producer, "c");
    send(producer, "d");
    assertThat(port.sent).hasSize(2);

    port.sent.get(0).confirm(0);

    assertThat(port.sent).hasSize(3);
    assertThat(port.sent.get(2).batch().count()).isEqualTo(2);
  }

  @Test
  void besideABatchThatTravelsHalfAsManyMessagesMakeASecondOne() {
    EngineProducer producer = producer(POLICY.withMaxInFlightBatches(2));
    send(producer, "a");
    send(producer, "b");
    for (int i = 0; i < 8; i++) {
      send(producer, "c");
    }
    port.sent.get(0).confirm(0);
    port.sent.get(1).confirm(1);
    assertThat(port.sent).hasSize(3);
    assertThat(port.sent.get(2).batch().count()).isEqualTo(8);

    for (int i = 0; i < 3; i++) {
      send(producer, "d");
    }
    assertThat(port.sent).hasSize(3);
    send(producer, "d");

    assertThat(port.sent).hasSize(4);
  }

  @Test
  void fullBatchesFillTheWindowAndNoMore() {
    EngineProducer producer = producer(POLICY);
    for (int i = 0; i < 40; i++) {
      send(producer, "x".repeat(200));
    }

    assertThat(port.sent).hasSize(3);
  }

  @Test
  void lingeringBatchWaitsForItsTime() {
    EngineProducer producer = producer(POLICY.withLinger(Duration.ofMillis(50)));
    send(producer, "a");
    send(producer, "b");
    assertThat(port.sent).isEmpty();

    loop.advanceMillis(60);

    assertThat(port.sent).hasSize(1);
    assertThat(port.sent.get(0).batch().count()).isEqualTo(2);
  }

  @Test
  void messagesDueAtDifferentTimesTravelApart() {
    EngineProducer producer = producer(POLICY);
    send(producer, "a");
    send(producer, "b");
    var unused = producer.publishAsync(later(1_000));
    unused = producer.publishAsync(later(1_000));
    unused = producer.publishAsync(later(2_000));
    loop.runTasks();
    port.sent.get(0).confirm(0);
    port.sent.get(1).confirm(1);

    List<Long> times =
        port.sent.stream()
            .map(each -> BatchHead.at(each.batch().bytes(), 0).deliverAtMillis())
            .toList();
    assertThat(times).containsExactly(0L, 0L, 1_000L, 2_000L);
  }

  @Test
  void refusedForNowIsSentAgainInOrderWhenAllHaveAnswered() {
    EngineProducer producer = producer(POLICY);
    send(producer, "a");
    send(producer, "b");
    List<FakePort.Sent> sent = List.copyOf(port.sent);
    port.sent.clear();

    sent.get(0).refuse(ErrorCode.BUSY);
    loop.advanceMillis(1_000);
    assertThat(port.sent).isEmpty();
    sent.get(1).refuse(ErrorCode.SEQUENCE_GAP);

    assertThat(port.takeSequences()).containsExactly(0L, 1L);
  }

  @Test
  void resolvedBelowIsTheLowestSequenceWithoutAnOutcome() {
    EngineProducer producer = producer(POLICY);
    send(producer, "a");
    send(producer, "b");
    port.sent.get(1).confirm(1);
    send(producer, "c");
    assertThat(port.sent.get(2).resolvedBelow()).isZero();

    port.sent.get(0).confirm(0);
    send(producer, "d");

    assertThat(port.sent.get(3).resolvedBelow()).isEqualTo(2);
  }

  @Test
  void lostBatchesAreSentAgainWithTheNextConnection() {
    EngineProducer producer = producer(POLICY);
    send(producer, "a");
    FakePort.Sent first = port.sent.remove(0);
    byte[] bytes = bytesOf(first);
    port.isUp = false;
    first.answers().lost(first.batch());
    send(producer, "b");
    assertThat(port.sent).isEmpty();

    port.isUp = true;
    lane(producer).sender().connected();

    assertThat(port.sent).hasSize(2);
    assertThat(bytesOf(port.sent.get(0))).isEqualTo(bytes);
  }

  @Test
  void notActiveAsksForTheRoute() {
    EngineProducer producer = producer(POLICY);
    send(producer, "a");

    port.sent.remove(0).refuse(ErrorCode.NOT_ACTIVE);
    loop.advanceMillis(600);

    assertThat(port.reroutes).isEqualTo(1);
    assertThat(port.sent).hasSize(1);
  }

  @Test
  void anUnansweredBatchBecomesUnknownAndALateAnswerChangesNothing() {
    EngineProducer producer = producer(POLICY.withTimeout(Duration.ofMillis(100)));
    CompletableFuture<Receipt> future = publish(producer, "a");

    loop.advanceMillis(150);
    port.sent.get(0).confirm(3);

    assertThat(failureOf(future).code()).isEqualTo(ErrorCode.TIMEOUT_UNKNOWN);
    assertThat(failureOf(future).stored()).isEqualTo(Stored.UNKNOWN);
    assertThat(memory.usedBytes()).isZero();
  }

  @Test
  void aClearRefusalUntilTheEndIsWhatTheCallerIsTold() {
    EngineProducer producer = producer(POLICY.withTimeout(Duration.ofMillis(100)));
    CompletableFuture<Receipt> future = publish(producer, "a");
    port.sent.get(0).refuse(ErrorCode.DISK_FULL);
    port.isUp = false;

    loop.advanceMillis(150);

    assertThat(failureOf(future).code()).isEqualTo(ErrorCode.DISK_FULL);
    assertThat(failureOf(future).stored()).isEqualTo(Stored.NO);
  }

  @Test
  void whoseTimeEndsWhileItIsTriedAgainHearsWhyItWasRefusedBefore() {
    EngineProducer producer = producer(POLICY.withTimeout(Duration.ofMillis(100)));
    CompletableFuture<Receipt> future = publish(producer, "a");
    port.sent.get(0).refuse(ErrorCode.DISK_FULL);
    loop.advanceMillis(50);
    assertThat(port.sent).hasSize(2);

    loop.advanceMillis(100);

    assertThat(failureOf(future).stored()).isEqualTo(Stored.UNKNOWN);
    assertThat(failureOf(future)).hasMessageContaining("it was refused: no room");
  }

  @Test
  void aMessageLargerThanABatchTravelsAloneAndOneLargerThanTheNodeTakesIsRefused() {
    EngineProducer producer = producer(POLICY);
    lane(producer).accumulator().limitBatches(100_000);
    send(producer, "x".repeat(50_000));
    CompletableFuture<Receipt> tooLarge = publish(producer, "x".repeat(100_001));

    assertThat(port.sent).hasSize(1);
    assertThat(failureOf(tooLarge).code()).isEqualTo(ErrorCode.BATCH_TOO_LARGE);
    port.sent.get(0).confirm(0);
    assertThat(memory.usedBytes()).isZero();
  }

  @Test
  void theMemoryLimitFailsTheFutureAtOnce() {
    EngineProducer producer = producer(POLICY);
    memory.reserveAlways(memory.limitBytes());

    assertThat(failureOf(publish(producer, "a")).code()).isEqualTo(ErrorCode.MEMORY_LIMIT);
  }

  @Test
  void messagesThatAreOneTravelInOneBatchAlsoBehindOthers() {
    EngineProducer producer = producer(POLICY.withMaxInFlightBatches(1));
    send(producer, "a");
    send(producer, "b");
    CompletableFuture<Receipt> together =
        producer.publishTogether(
            List.of(Message.of("k", "c".repeat(300)), Message.of("l", "d".repeat(300))));
    CompletableFuture<Receipt> more =
        producer.publishTogether(
            List.of(Message.of("k", "e".repeat(300)), Message.of("l", "f".repeat(300))));
    loop.runTasks();

    port.sent.get(0).confirm(10);
    port.sent.get(1).confirm(11);
    port.sent.get(2).confirm(14);
    loop.runTasks();

    assertThat(port.sent.stream().map(sent -> sent.batch().count())).containsExactly(1, 3, 2);
    assertThat(together.join().offset()).isEqualTo(12);
    assertThat(more.join().offset()).isEqualTo(14);
    assertThat(memory.usedBytes()).isZero();
  }

  @Test
  void messagesThatCannotBeOneAreRefusedAsAWhole() {
    EngineProducer producer = producer(POLICY);

    Message large = Message.of("x".repeat(1_500));
    lane(producer).accumulator().limitBatches(2_000);
    assertThat(failureOf(producer.publishTogether(List.of())).code())
        .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(failureOf(producer.publishTogether(List.of(later(5), Message.of("b")))).code())
        .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(failureOf(producer.publishTogether(List.of(large, large))).code())
        .isEqualTo(ErrorCode.BATCH_TOO_LARGE);
    loop.runTasks();

    assertThat(port.sent).isEmpty();
    assertThat(memory.usedBytes()).isZero();
  }

  private EngineProducer producer(ProducerPolicy policy) {
    EngineProducer.Shared shared =
        new EngineProducer.Shared(memory, Runnable::run, 1_000, new UnfinishedBatches());
    EngineProducer producer =
        new EngineProducer("t", policy, loop, shared, () -> "unknown", closed -> {});
    producer.lanes().add(List.of(port));
    producer.placed();
    return producer;
  }

  private static Lane lane(EngineProducer producer) {
    return producer.lanes().all().get(0);
  }

  private void send(EngineProducer producer, String body) {
    CompletableFuture<Receipt> unused = publish(producer, body);
  }

  private CompletableFuture<Receipt> publish(EngineProducer producer, String body) {
    CompletableFuture<Receipt> future = producer.publishAsync(Message.of(body));
    loop.runTasks();
    return future;
  }

  private static Message later(long millis) {
    return Message.builder().body("x").deliverAt(java.time.Instant.ofEpochMilli(millis)).build();
  }

  private static byte[] bytesOf(FakePort.Sent sent) {
    byte[] bytes = new byte[sent.batch().bytes().remaining()];
    sent.batch().bytes().get(bytes);
    return bytes;
  }

  private static FeigeException failureOf(CompletableFuture<Receipt> future) {
    assertThat(future).isCompletedExceptionally();
    return (FeigeException)
        future.handle((receipt, failure) -> java.util.Objects.requireNonNull(failure)).join();
  }

  @Test
  void whoHasNothingUnderWayBeginsAtThePresentSecond() {
    EngineProducer producer = producer(POLICY);
    port.seconds = 70;
    send(producer, "a");
    port.seconds = 80;
    send(producer, "b");
    port.sent.get(0).confirm(0);
    port.sent.get(1).confirm(1);
    send(producer, "c");
    port.sent.get(2).confirm(2);
    port.seconds = 75; // The clock was put back.
    send(producer, "d");

    long first = SequenceTime.first(70);
    long later = SequenceTime.first(80);
    assertThat(port.sent)
        .extracting(FakePort.Sent::resolvedBelow)
        .containsExactly(first, first, later, later + 1);
    assertThat(port.takeSequences()).containsExactly(first, first + 1, later, later + 1);
  }

  @Test
  void whoIsNotKnownBecomesAnotherProducerAndSendsAllOfItAgain() {
    EngineProducer producer = producer(POLICY);
    port.seconds = 70;
    CompletableFuture<Receipt> a = publish(producer, "a");
    send(producer, "b");
    send(producer, "c");
    List<FakePort.Sent> sent = List.copyOf(port.sent);
    long id = BatchHead.at(sent.get(0).batch().bytes(), 0).producerId();
    port.sent.clear();

    sent.get(0).refuse(ErrorCode.PRODUCER_UNKNOWN, "500");
    sent.get(1).refuse(ErrorCode.PRODUCER_UNKNOWN, "500");
    loop.advanceMillis(1_000);

    long first = SequenceTime.first(500);
    assertThat(port.sent).hasSizeGreaterThanOrEqualTo(2);
    for (int i = 0; i < port.sent.size(); i++) {
      BatchHead head = BatchHead.at(port.sent.get(i).batch().bytes(), 0);
      assertThat(head.problem()).isNull();
      assertThat(head.sequence()).isEqualTo(first + i);
      assertThat(head.producerId()).isNotEqualTo(id);
    }
    port.sent.get(0).confirm(9);
    assertThat(a.join().offset()).isEqualTo(9);
  }

  @Test
  void whatMayBeStoredUnderTheOldNameHasAnUnknownOutcome() {
    EngineProducer producer = producer(POLICY);
    CompletableFuture<Receipt> a = publish(producer, "a");
    port.sent.get(0).lose();
    port.sent.clear();
    CompletableFuture<Receipt> b = publish(producer, "b");
    loop.advanceMillis(50);
    port.sent.forEach(each -> each.refuse(ErrorCode.PRODUCER_UNKNOWN, "500"));
    port.sent.clear();
    loop.advanceMillis(1_000);

    assertThat(failureOf(a).code()).isEqualTo(ErrorCode.PRODUCER_UNKNOWN);
    assertThat(failureOf(a).stored()).isEqualTo(Stored.UNKNOWN);
    assertThat(b).isNotDone();
    assertThat(port.takeSequences()).containsExactly(SequenceTime.first(500));
  }

  @Test
  void whoseNameSomebodyElseUsesBecomesAnotherProducer() {
    EngineProducer producer = producer(POLICY);
    port.seconds = 70;
    CompletableFuture<Receipt> a = publish(producer, "a");
    FakePort.Sent first = port.sent.remove(0);
    long id = BatchHead.at(first.batch().bytes(), 0).producerId();

    first.confirm(Long.MAX_VALUE, true);
    loop.runTasks();

    assertThat(a).as("what the node has is not this message").isNotDone();
    assertThat(port.sent).hasSize(1);
    BatchHead again = BatchHead.at(port.sent.get(0).batch().bytes(), 0);
    assertThat(again.producerId()).isNotEqualTo(id);
    assertThat(again.sequence()).isEqualTo(SequenceTime.first(70));
    port.sent.get(0).confirm(5);
    assertThat(a.join().offset()).isEqualTo(5);
  }

  @Test
  void aDuplicateOfWhatMayBeStoredIsASuccess() {
    EngineProducer producer = producer(POLICY);
    CompletableFuture<Receipt> a = publish(producer, "a");
    port.sent.remove(0).lose();
    loop.advanceMillis(50);

    port.sent.get(0).confirm(5, true);

    assertThat(a.join().offset()).isEqualTo(5);
    assertThat(a.join().duplicate()).isTrue();
  }

  @Test
  void underAnIdempotencyKeyAMessageTravelsAloneAndHasNoTurn() {
    EngineProducer producer = producer(POLICY.withMaxInFlightBatches(5));
    send(producer, "a");
    send(producer, "b");
    send(producer, "c");
    var unused = producer.publishAsync(once("order-1"));
    send(producer, "d");
    loop.runTasks();
    for (int i = 0; i < 3; i++) {
      port.sent.get(i).confirm(i);
    }

    List<BatchHead> heads =
        port.sent.stream().map(each -> BatchHead.at(each.batch().bytes(), 0)).toList();
    assertThat(heads).extracting(BatchHead::recordCount).containsExactly(1, 1, 1, 1, 1);
    assertThat(heads)
        .extracting(BatchHead::sequence)
        .containsExactly(0L, 1L, 2L, OnceName.SEQUENCE, 3L);
    assertThat(heads.get(3).producerId()).isEqualTo(OnceName.producerId("order-1"));
    assertThat(port.sent.get(4).resolvedBelow()).isEqualTo(3);
  }

  @Test
  void theNameOfAnIdempotencyKeyStaysWhenTheProducerIsNotKnown() {
    EngineProducer producer = producer(POLICY);
    CompletableFuture<Receipt> once = producer.publishAsync(once("order-1"));
    loop.runTasks();
    CompletableFuture<Receipt> a = publish(producer, "a");
    port.sent.get(0).lose();
    port.sent.get(1).refuse(ErrorCode.PRODUCER_UNKNOWN, "500");
    port.sent.clear();
    loop.advanceMillis(1_000);

    assertThat(port.sent)
        .extracting(FakePort.Sent::sequence)
        .containsExactly(OnceName.SEQUENCE, SequenceTime.first(500));
    port.sent.get(0).confirm(3);
    port.sent.get(1).confirm(4);
    assertThat(once.join().offset()).isEqualTo(3);
    assertThat(a.join().offset()).isEqualTo(4);
  }

  private static Message once(String key) {
    return Message.builder().body("once").idempotencyKey(key).build();
  }
}
