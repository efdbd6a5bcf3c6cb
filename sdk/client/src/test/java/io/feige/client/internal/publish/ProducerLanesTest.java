package io.feige.client.internal.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.client.ProducerPolicy;
import io.feige.client.Receipt;
import io.feige.client.internal.base.MemoryLimit;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.Stored;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A producer over two pairs, without a network. */
class ProducerLanesTest {
  /** Keys of the first and of the second of two pairs, by docs/placement.md. */
  private static final String FIRST_KEY = "customer-2";

  private static final String SECOND_KEY = "customer-0";

  private final FakeLoop loop = new FakeLoop();
  private final FakePort first = new FakePort("pair-1", loop);
  private final FakePort second = new FakePort("pair-2", loop);
  private final MemoryLimit memory = new MemoryLimit(1 << 20);
  private final EngineProducer producer =
      new EngineProducer(
          "t",
          ProducerPolicy.DEFAULT.withBatchBytes(1024).withMaxInFlightBatches(3),
          loop,
          new EngineProducer.Shared(memory, Runnable::run, 1_000, new UnfinishedBatches()),
          () -> "unknown",
          closed -> {});

  @BeforeEach
  void know() {
    producer.lanes().add(List.of(first, second));
    producer.placed();
  }

  @Test
  void keysGoWhereTheRingSays() {
    send(FIRST_KEY, "a");
    send(SECOND_KEY, "b");

    assertThat(first.sent).hasSize(1);
    assertThat(second.sent).hasSize(1);
  }

  @Test
  void withoutAKeyTheLeastLoadedPairIsChosen() {
    send("a");
    send("b");

    assertThat(first.sent).hasSize(1);
    assertThat(second.sent).hasSize(1);
  }

  @Test
  void anOpenBatchIsFilledBeforeAnotherPairIsChosen() {
    for (int i = 0; i < 4; i++) {
      send("x".repeat(i == 0 ? 50 : 10));
    }
    int before = first.sent.size() + second.sent.size();
    for (int i = 0; i < 10; i++) {
      send("y");
    }

    assertThat(before).isEqualTo(4);
    assertThat(first.sent.size() + second.sent.size()).isLessThanOrEqualTo(6);
    confirmAll();
    assertThat(memory.usedBytes()).isZero();
  }

  @Test
  void aPublisherThatIsFasterThanTheSenderFillsBatchesForBothPairs() {
    for (int i = 0; i < 100; i++) {
      CompletableFuture<Receipt> unused = producer.publishAsync(Message.of("z".repeat(100)));
    }
    long atFirst = laneOf(first).accumulator().load();
    long atSecond = laneOf(second).accumulator().load();
    loop.runTasks();

    assertThat(atFirst + atSecond).isGreaterThan(10_000);
    assertThat(atFirst).isBetween(atSecond - 2_048, atSecond + 2_048);
    confirmAll();
    assertThat(memory.usedBytes()).isZero();
  }

  @Test
  void newMessagesWithoutAKeyAvoidAPairThatIsDown() {
    down(first);
    for (int i = 0; i < 5; i++) {
      send("x" + i);
      confirmAll();
    }

    assertThat(first.sent).isEmpty();
    assertThat(memory.usedBytes()).isZero();
  }

  @Test
  void keyedMessagesOfAPairThatIsDownWaitForItAndTheOthersGoOn() {
    down(first);
    CompletableFuture<Receipt> waits = publish(FIRST_KEY, "a");
    CompletableFuture<Receipt> goesOn = publish(SECOND_KEY, "b");
    confirmAll();

    assertThat(goesOn).isCompleted();
    assertThat(waits).isNotDone();
    up(first);
    assertThat(first.sent).hasSize(1);
    confirmAll();
    assertThat(waits).isCompleted();
  }

  @Test
  void whatWasRefusedForCertainMovesToTheOtherPairWithAnotherNumber() {
    send("a");
    FakePort from = first.sent.isEmpty() ? second : first;
    FakePort to = from == first ? second : first;
    confirmAll();
    publishUntilAt(from);
    FakePort.Sent refused = from.sent.remove(0);
    to.sent.clear();

    refused.refuse(ErrorCode.NOT_ACTIVE);
    down(from);
    loop.runTasks();

    assertThat(to.sent).isNotEmpty();
    FakePort.Sent moved = to.sent.get(to.sent.size() - 1);
    assertThat(moved.batch()).isSameAs(refused.batch());
    BatchHead head = BatchHead.at(moved.batch().bytes(), 0);
    assertThat(head.problem()).isNull();
    assertThat(head.sequence()).isEqualTo(moved.sequence());
  }

  @Test
  void whatMayBeStoredStaysWithItsPair() {
    publishUntilAt(first);
    FakePort.Sent lost = first.sent.remove(0);
    confirmAll();

    first.isUp = false;
    lost.lose();
    changed(first);
    loop.advanceMillis(200);

    assertThat(second.sent).isEmpty();
    up(first);
    assertThat(first.sent.get(0).batch()).isSameAs(lost.batch());
    assertThat(first.sent.get(0).sequence()).isEqualTo(lost.sequence());
  }

  @Test
  void whatWaitsBehindAPairThatDoesNotAnswerGoesToTheOther() {
    for (int i = 0; i < 20; i++) {
      send("x".repeat(200));
    }
    int heldBack = first.sent.size();
    List<CompletableFuture<Receipt>> behind = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      behind.add(publish("y".repeat(200)));
    }
    for (int round = 0; round < 60; round++) {
      confirmAll(second);
      loop.advanceMillis(20);
    }

    assertThat(heldBack).isEqualTo(3);
    assertThat(first.sent).hasSize(3);
    assertThat(behind).allMatch(CompletableFuture::isDone);
  }

  @Test
  void aPairThatTakesNoPublishesIsLeftAlsoByItsKeys() {
    first.acceptsPublishes = false;
    producer.lanes().place();
    send(FIRST_KEY, "a");
    send("b");
    confirmAll(second);

    assertThat(first.sent).isEmpty();
    assertThat(memory.usedBytes()).isZero();
    first.acceptsPublishes = true;
    producer.lanes().place();
    send(FIRST_KEY, "c");
    assertThat(first.sent).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"PUBLISH_ELSEWHERE", "DISK_STALLED", "TOO_FEW_COPIES"})
  void refusedByThePairItGoesElsewhereInOrderAndComesBackLater(ErrorCode code) {
    send(FIRST_KEY, "a");
    send(FIRST_KEY, "b");
    List<FakePort.Sent> refused = List.copyOf(first.sent);
    first.sent.clear();

    refused.get(0).refuse(code);
    refused.get(1).refuse(code);
    loop.runTasks();

    assertThat(second.sent.stream().map(FakePort.Sent::batch))
        .containsExactly(refused.get(0).batch(), refused.get(1).batch());
    loop.advanceMillis(1_100);
    send(FIRST_KEY, "c");
    assertThat(first.sent).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"DISK_STALLED", "TOO_FEW_COPIES"})
  void withAnIdempotencyKeyItWaitsForItsPairToDoBetter(ErrorCode code) {
    CompletableFuture<Receipt> before = publish(once(FIRST_KEY));
    first.sent.remove(0).refuse(code);
    loop.runTasks();
    CompletableFuture<Receipt> later = publish(once(FIRST_KEY));
    loop.advanceMillis(5_000);

    assertThat(second.sent).isEmpty();
    assertThat(first.sent).isNotEmpty();
    confirmAll(first);
    assertThat(before).isCompleted();
    assertThat(later).isCompleted();
  }

  @Test
  void withAnIdempotencyKeyItWaitsForAPairThatIsDown() {
    down(first);
    CompletableFuture<Receipt> future = publish(once(FIRST_KEY));
    loop.advanceMillis(1_000);
    assertThat(second.sent).isEmpty();

    up(first);

    confirmAll(first);
    assertThat(future).isCompleted();
  }

  @ParameterizedTest
  @EnumSource(names = {"PUBLISH_ELSEWHERE", "TOPIC_NOT_FOUND"})
  void withAnIdempotencyKeyItLeavesAPairThatIsClosed(ErrorCode code) {
    CompletableFuture<Receipt> before = publish(once(FIRST_KEY));
    FakePort.Sent sent = first.sent.remove(0);
    long id = BatchHead.at(sent.batch().bytes(), 0).producerId();
    sent.refuse(code);
    loop.runTasks();
    CompletableFuture<Receipt> later = publish(once(FIRST_KEY));

    assertThat(first.sent).isEmpty();
    assertThat(second.sent)
        .extracting(each -> BatchHead.at(each.batch().bytes(), 0).producerId())
        .containsExactly(id, id);
    confirmAll(second);
    assertThat(before).isCompleted();
    assertThat(later).isCompleted();
  }

  @Test
  void withAnIdempotencyKeyItLeavesAPairThatTheClusterHasClosed() {
    down(first);
    CompletableFuture<Receipt> future = publish(once(FIRST_KEY));
    first.acceptsPublishes = false;
    producer.lanes().place();
    loop.runTasks();

    assertThat(second.sent).hasSize(1);
    confirmAll(second);
    assertThat(future).isCompleted();
  }

  private static Message once(String key) {
    return Message.builder().body("once").idempotencyKey(key).build();
  }

  @Test
  void aTopicThatOnePairLacksLivesOnTheOtherAndOneThatAllLackIsRefused() {
    CompletableFuture<Receipt> future = publish(FIRST_KEY, "a");
    first.sent.remove(0).refuse(ErrorCode.TOPIC_NOT_FOUND);
    loop.runTasks();
    assertThat(second.sent).hasSize(1);

    second.sent.remove(0).refuse(ErrorCode.TOPIC_NOT_FOUND);

    assertThat(failureOf(future).code()).isEqualTo(ErrorCode.TOPIC_NOT_FOUND);
    assertThat(failureOf(future).stored()).isEqualTo(Stored.NO);
    assertThat(memory.usedBytes()).isZero();
  }

  @Test
  void flushWaitsForAllPairs() throws InterruptedException {
    send(FIRST_KEY, "a");
    send(SECOND_KEY, "b");
    Thread flushing = new Thread(producer::flush);
    flushing.start();

    confirmAll(first);
    flushing.join(50);
    assertThat(flushing.isAlive()).isTrue();
    confirmAll(second);

    flushing.join(5_000);
    assertThat(flushing.isAlive()).isFalse();
  }

  private void publishUntilAt(FakePort port) {
    int before = port.sent.size();
    for (int i = 0; port.sent.size() == before && i < 3; i++) {
      send("p" + i);
    }
    assertThat(port.sent).hasSizeGreaterThan(before);
  }

  private void confirmAll() {
    confirmAll(first);
    confirmAll(second);
  }

  private void confirmAll(FakePort port) {
    while (!port.sent.isEmpty()) {
      port.sent.remove(0).confirm(0);
      loop.runTasks();
    }
  }

  private void down(FakePort port) {
    port.isUp = false;
    changed(port);
  }

  private void up(FakePort port) {
    port.isUp = true;
    laneOf(port).sender().connected();
    changed(port);
  }

  private void changed(FakePort port) {
    producer.lanes().wayChanged(laneOf(port));
    loop.runTasks();
  }

  private Lane laneOf(FakePort port) {
    return producer.lanes().all().get(port == first ? 0 : 1);
  }

  private void send(String body) {
    CompletableFuture<Receipt> unused = publish(body);
  }

  private void send(String key, String body) {
    CompletableFuture<Receipt> unused = publish(key, body);
  }

  private CompletableFuture<Receipt> publish(String body) {
    return publish(Message.of(body));
  }

  private CompletableFuture<Receipt> publish(String key, String body) {
    return publish(Message.of(key, body));
  }

  private CompletableFuture<Receipt> publish(Message message) {
    CompletableFuture<Receipt> future = producer.publishAsync(message);
    loop.runTasks();
    return future;
  }

  private static FeigeException failureOf(CompletableFuture<Receipt> future) {
    assertThat(future).isCompletedExceptionally();
    return (FeigeException)
        future.handle((receipt, failure) -> Objects.requireNonNull(failure)).join();
  }
}
