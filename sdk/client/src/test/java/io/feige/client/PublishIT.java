package io.feige.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.client.node.Exchange;
import io.feige.client.node.ScriptedNode;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Publish;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.RetryClass;
import io.feige.protocol.error.Stored;
import io.feige.testkit.Waits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PublishIT {
  private final ScriptedNode node = new ScriptedNode();
  private final FeigeClient feige = FeigeClient.builder().servers(node.address()).build();
  private final List<Exchange> held = new CopyOnWriteArrayList<>();
  private final AtomicBoolean isHolding = new AtomicBoolean();

  @AfterEach
  void close() {
    feige.close();
    node.close();
  }

  @Test
  void publishReturnsTheReceiptOfTheNode() {
    Producer producer = feige.producer("orders").build();

    Receipt first = producer.publish(Message.of("k", "one"));
    Receipt second = producer.publish(Message.of("two"));

    assertThat(first.offset()).isZero();
    assertThat(second.offset()).isEqualTo(1);
    assertThat(second.durability()).isEqualTo(Durability.REPLICATED);
    assertThat(second.duplicate()).isFalse();
  }

  @Test
  void futuresCompleteInOrderWithDenseOffsetsOffTheIoThread() {
    holds();
    Producer producer = feige.producer("orders").build();
    List<CompletableFuture<Long>> offsets = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      offsets.add(producer.publishAsync(Message.of("m" + i)).thenApply(Receipt::offset));
    }
    CompletableFuture<String> thread =
        producer.publishAsync(Message.of("x")).thenApply(r -> Thread.currentThread().getName());

    goesOn();
    assertThat(offsets.stream().map(CompletableFuture::join).toList())
        .isEqualTo(IntStream.range(0, 5_000).mapToObj(i -> (long) i).toList());
    assertThat(thread.join()).doesNotContain("feige-client-io");
    assertThat(node.received(Publish.class)).as("what waits travels together").hasSizeLessThan(10);
  }

  @Test
  void unansweredBatchesAreSentAgainWithTheSameBytesAfterALostConnection() {
    node.on(
        CommandType.PUBLISH,
        exchange -> {
          node.taken((Publish) exchange.request());
          exchange.cut();
        });
    Producer producer = feige.producer("orders").build();

    Receipt receipt = producer.publish(Message.of("once"));

    assertThat(receipt.duplicate()).isTrue();
    assertThat(receipt.offset()).isZero();
    List<Publish> sent = node.received(Publish.class);
    assertThat(sent).hasSize(2);
    assertThat(sent.get(1).batch()).isEqualTo(sent.get(0).batch());
  }

  @Test
  void aConnectionCutWithinAnAnswerIsAnAnswerThatDidNotCome() {
    node.on(
        CommandType.PUBLISH,
        exchange -> exchange.cutWithin(node.taken((Publish) exchange.request())));

    assertThat(feige.producer("orders").build().publish(Message.of("x")).duplicate()).isTrue();
  }

  @Test
  void busyIsRetriedUntilItSucceeds() {
    for (int i = 0; i < 3; i++) {
      node.on(CommandType.PUBLISH, exchange -> exchange.refuse(ErrorCode.BUSY, 1));
    }

    assertThat(feige.producer("orders").build().publish(Message.of("x")).offset()).isZero();
    assertThat(node.received(Publish.class)).hasSize(4);
  }

  @Test
  void afterAGapEverythingUnresolvedIsSentAgainInOrder() {
    List<Exchange> held = new CopyOnWriteArrayList<>();
    node.on(CommandType.PUBLISH, held::add).on(CommandType.PUBLISH, held::add);
    Producer producer = feige.producer("orders").build();
    CompletableFuture<Receipt> first = producer.publishAsync(Message.of("1"));
    await().until(() -> held.size() == 1);
    CompletableFuture<Receipt> second = producer.publishAsync(Message.of("2"));
    await().until(() -> held.size() == 2);

    held.get(0).refuse(ErrorCode.BUSY, 5);
    held.get(1).refuse(ErrorCode.SEQUENCE_GAP, 0);

    assertThat(first.join().offset()).isZero();
    assertThat(second.join().offset()).isEqualTo(1);
    long begun = sequences().get(0);
    assertThat(sequences()).containsExactly(begun, begun + 1, begun, begun + 1);
  }

  @Test
  void aRefusalForGoodFailsOnlyItsBatchAndResolvesItsSequence() {
    node.on(CommandType.PUBLISH, exchange -> exchange.refuse(ErrorCode.TOPIC_NOT_FOUND, 0));
    Producer producer = feige.producer("orders").build();

    assertThatThrownBy(() -> producer.publish(Message.of("x")))
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.TOPIC_NOT_FOUND);
              assertThat(e.stored()).isEqualTo(Stored.NO);
            });
    assertThat(producer.publish(Message.of("y")).offset()).isZero();
    assertThat(node.received(Publish.class).get(1).resolvedBelow())
        .isEqualTo(sequences().get(1))
        .isGreaterThan(sequences().get(0));
  }

  @Test
  void noAnswerInTimeIsAnUnknownOutcome() {
    node.on(CommandType.PUBLISH, exchange -> {});
    feige.awaitConnected(Waits.patience());
    Producer producer = feige.producer("orders").timeout(Duration.ofSeconds(2)).build();

    assertThatThrownBy(() -> producer.publish(Message.of("x")))
        .isInstanceOfSatisfying(
            OutcomeUnknownException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT_UNKNOWN);
              assertThat(e.retryClass()).isEqualTo(RetryClass.OUTCOME_UNKNOWN);
            });
    assertThat(producer.publish(Message.of("y")).duplicate()).isFalse();
    assertThat(node.received(Publish.class).get(1).resolvedBelow())
        .isEqualTo(sequences().get(1))
        .isGreaterThan(sequences().get(0));
  }

  @Test
  void whatWasNeverSentIsKnownNotToBeStored() {
    ScriptedNode gone = new ScriptedNode();
    gone.close();
    try (FeigeClient lonely = FeigeClient.builder().servers(gone.address()).build()) {
      Producer producer = lonely.producer("orders").timeout(Duration.ofMillis(150)).build();

      assertThatThrownBy(() -> producer.publish(Message.of("x")))
          .isInstanceOfSatisfying(
              TemporaryException.class,
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.CONNECT_FAILED);
                assertThat(e.stored()).isEqualTo(Stored.NO);
              });
    }
  }

  @Test
  void publishAsyncFailsAtTheMemoryLimitAndPublishWaits() throws Exception {
    holds();
    try (FeigeClient small =
        FeigeClient.builder().servers(node.address()).memoryLimitBytes(1 << 20).build()) {
      Producer producer = small.producer("orders").build();
      List<CompletableFuture<Receipt>> futures = new ArrayList<>();
      CompletableFuture<Receipt> last;
      do {
        last = producer.publishAsync(Message.of(new byte[10_000]));
        futures.add(last);
      } while (!last.isDone());

      assertThatThrownBy(last::join)
          .cause()
          .isInstanceOfSatisfying(
              TemporaryException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.MEMORY_LIMIT));
      FutureTask<Receipt> waiting =
          new FutureTask<>(() -> producer.publish(Message.of(new byte[10_000])));
      Thread publisher = new Thread(waiting);
      publisher.start();
      await().until(() -> publisher.getState() == Thread.State.TIMED_WAITING);
      assertThat(waiting.isDone()).isFalse();
      goesOn();
      assertThat(Waits.get(waiting).hasOffset()).isTrue();
      futures.remove(futures.size() - 1);
      futures.forEach(CompletableFuture::join);
    }
  }

  @Test
  void closeDrainsWhatWasPublished() {
    Producer producer = feige.producer("orders").linger(Duration.ofSeconds(5)).build();
    CompletableFuture<Receipt> future = producer.publishAsync(Message.of("x"));

    producer.close();

    assertThat(future).isCompleted();
    assertThatThrownBy(() -> producer.publish(Message.of("y")))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLIENT_CLOSED));
  }

  @Test
  void lingerGathersOneBatch() {
    feige.awaitConnected(Waits.patience());
    Producer producer = feige.producer("orders").linger(Duration.ofSeconds(2)).build();
    List<CompletableFuture<Receipt>> futures =
        IntStream.range(0, 50).mapToObj(i -> producer.publishAsync(Message.of("m" + i))).toList();
    futures.forEach(CompletableFuture::join);

    assertThat(node.received(Publish.class)).hasSize(1);
  }

  /** From now on publishes are held. */
  private void holds() {
    isHolding.set(true);
    node.always(
        CommandType.PUBLISH,
        exchange -> {
          if (isHolding.get()) {
            held.add(exchange);
          } else {
            node.standing(exchange);
          }
        });
  }

  /** What is held is answered, in its order, and what follows too. */
  private void goesOn() {
    node.onLoop(() -> {
      isHolding.set(false);
      held.forEach(node::standing);
    });
  }

  private List<Long> sequences() {
    return node.received(Publish.class).stream()
        .map(publish -> BatchHead.at(publish.batch().nioBuffer(), 0).sequence())
        .toList();
  }
}
