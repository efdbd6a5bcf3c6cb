package io.feige.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.client.node.Exchange;
import io.feige.client.node.ScriptedNode;
import io.feige.client.node.StoredBatches;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Settle;
import io.feige.protocol.command.Settled;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.Verdict;
import io.feige.testkit.Waits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConsumeIT {
  private static final Duration WAIT = Waits.patience();

  private final ScriptedNode node = new ScriptedNode();
  private final FeigeClient feige = FeigeClient.builder().servers(node.address()).build();

  @AfterEach
  void close() {
    feige.close();
    node.close();
  }

  @Test
  void pullHandsOutWhatTheNodeDelivers() {
    delivers(30_000, 2, 10, "a", "b", "c");
    Consumer consumer = consumer();

    List<Delivery> deliveries = consumer.pull(10, WAIT);

    assertThat(deliveries).extracting(Delivery::text).containsExactly("a", "b", "c");
    assertThat(deliveries).extracting(Delivery::offset).containsExactly(10L, 11L, 12L);
    assertThat(deliveries).extracting(Delivery::attempt).containsOnly(2);
    assertThat(deliveries.get(0).redelivered()).isTrue();
    assertThat(deliveries.get(0).storedAtMillis()).isEqualTo(2_000);
    assertThat(deliveries.get(0).publishTimeMillis()).isEqualTo(1_000);
  }

  @Test
  void pullReturnsEmptyWhenNothingComes() {
    assertThat(consumer().pull(1, Duration.ofMillis(50))).isEmpty();
  }

  @Test
  void acksGivenTogetherTravelAsOneRange() {
    delivers(30_000, 1, 0, "a", "b", "c", "d");
    Consumer consumer = consumer();
    List<Delivery> deliveries = consumer.pull(10, WAIT);

    consumer.ackAll(deliveries);

    assertThat(verdicts()).containsExactly(Verdict.ack(0, 3, 1));
  }

  @Test
  void asyncAcksOfDifferentOrderAreSortedIntoRanges() {
    int count = 400;
    delivers(30_000, 1, 0, "m ".repeat(count).split(" "));
    List<Exchange> first = new CopyOnWriteArrayList<>();
    node.on(CommandType.SETTLE, first::add);
    List<Delivery> deliveries = consumer().pull(count, WAIT);
    assertThat(deliveries).hasSize(count);

    List<CompletableFuture<Void>> acks = new ArrayList<>();
    for (int i = count - 1; i >= 0; i--) {
      acks.add(deliveries.get(i).ackAsync());
    }
    await().until(() -> !first.isEmpty());
    node.onLoop(() -> node.standing(first.get(0)));
    acks.forEach(CompletableFuture::join);

    assertThat(verdicts().stream().mapToLong(Verdict::count).sum()).isEqualTo(count);
    assertThat(verdicts()).as("the first that travelled and all the others").hasSizeLessThan(3);
  }

  @Test
  void verdictsGatherAsLongAsTheNodeSaysUnlessSomebodyWaits() {
    node.always(CommandType.SETTLE, settle -> settle.answer(new Settled(List.of(), 500)));

    // They gather as long as one comes every 2 ms, which a busy machine may not do at each try.
    boolean haveGathered = false;
    for (int i = 0; i < 50 && !haveGathered; i++) {
      haveGathered = settlesOf42Acks() < 10;
    }

    assertThat(haveGathered).isTrue();
  }

  /** How many batches of verdicts 42 acks take, one of which is waited for at first and at last. */
  private int settlesOf42Acks() {
    int count = 42;
    int before = node.received(Settle.class).size();
    delivers(30_000, 1, 0, "m ".repeat(count).split(" "));
    try (Consumer consumer = consumer()) {
      List<Delivery> deliveries = consumer.pull(count, WAIT);
      deliveries.get(0).ack();
      assertThat(node.received(Settle.class)).hasSize(before + 1);

      List<CompletableFuture<Void>> acks = new ArrayList<>();
      for (Delivery delivery : deliveries.subList(1, 41)) {
        acks.add(delivery.ackAsync());
        LockSupport.parkNanos(500_000);
      }
      deliveries.get(41).ack();
      acks.forEach(CompletableFuture::join);
      return node.received(Settle.class).size() - before;
    }
  }

  @Test
  void otherVerdictsTravelAsTheyAre() {
    delivers(30_000, 3, 5, "a", "b", "c", "d");
    List<Delivery> deliveries = consumer().pull(10, WAIT);

    deliveries.get(0).nack(Duration.ofSeconds(2));
    deliveries.get(1).nack();
    deliveries.get(2).reject("bad");
    deliveries.get(3).extend(Duration.ofSeconds(9));

    assertThat(verdicts())
        .containsExactly(
            Verdict.nack(5, 5, 3, 2_000),
            Verdict.nack(6, 6, 3, Verdict.TOPIC_BACK_OFF),
            Verdict.reject(7, 7, 3, "bad"),
            Verdict.extend(8, 8, 3, 9_000));
  }

  @Test
  void aDeliveryIsSettledByItsHandleInTheNameOfWhoWasHandedIt() {
    delivers(30_000, 3, 5, "a", "b");
    Consumer own = consumer();
    List<Delivery> deliveries = own.pull(10, WAIT);
    try (FeigeClient elsewhere = FeigeClient.builder().servers(node.address()).build()) {
      elsewhere.awaitConnected(WAIT);
      Consumer other = elsewhere.consumer(own.topic()).group(own.group()).build();
      other.settlement(deliveries.get(0).handle()).ack();
      other.settlement(deliveries.get(1).handle()).reject("bad");

      assertThat(verdicts()).containsExactly(Verdict.ack(5, 5, 1), Verdict.reject(6, 6, 3, "bad"));
      long holder = node.received(Pull.class).get(0).holder();
      assertThat(node.received(Settle.class)).extracting(Settle::holder).containsOnly(holder);
      assertThatThrownBy(() -> other.settlement("something"))
          .isInstanceOf(IllegalArgumentException.class);
      Consumer stranger = elsewhere.consumer(own.topic()).group("mail").build();
      assertThatThrownBy(() -> stranger.settlement(deliveries.get(0).handle()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("group mail");
    }
  }

  @Test
  void aVerdictThatComesTooLateFails() {
    delivers(30_000, 1, 0, "a");
    node.on(
        CommandType.SETTLE,
        exchange -> exchange.answer(new Settled(List.of(new OffsetRange(0, 0)), 0)));
    Delivery delivery = consumer().pull(1, WAIT).get(0);

    assertThatThrownBy(delivery::nack)
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LEASE_ENDED));
  }

  @Test
  void verdictsAreSentAgainAfterALostConnection() {
    delivers(30_000, 1, 0, "a");
    node.on(CommandType.SETTLE, exchange -> exchange.cut());
    Delivery delivery = consumer().pull(1, WAIT).get(0);

    delivery.ack();

    assertThat(node.received(Settle.class)).hasSize(2);
  }

  @Test
  void whatWasFetchedAndNotHandedOutIsGivenBackOnClose() {
    delivers(30_000, 1, 0, "a", "b", "c");
    Consumer consumer = consumer();
    consumer.pull(1, WAIT).get(0).ack();

    consumer.close();

    assertThat(verdicts()).contains(Verdict.release(1, 2, 1));
    assertThatThrownBy(() -> consumer.pull(1, WAIT)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whatNobodyAsksForIsGivenBackBeforeItsLeaseEnds() {
    // The first of them must be handed out before the second is given back, within a second.
    delivers(2_000, 1, 0, "a", "b");
    Consumer consumer = consumer();
    consumer.pull(1, WAIT).get(0).ack();

    await().until(() -> verdicts().contains(Verdict.release(1, 1, 1)));
  }

  @Test
  void whatIsGivenBackDoesNotWaitForTheOutcomeOfAnAck() {
    delivers(200, 1, 0, "a", "b");
    node.on(CommandType.SETTLE, silent -> {});
    CompletableFuture<Void> unused = consumer().pull(1, WAIT).get(0).ackAsync();

    await().until(() -> verdicts().contains(Verdict.release(1, 1, 1)));
  }

  @Test
  void afterALostConnectionWhatWasFetchedIsKeptForTheNextOne() {
    delivers(30_000, 1, 0, "a", "b");
    Consumer consumer = consumer();
    assertThat(consumer.pull(1, WAIT)).hasSize(1);

    node.cutAll();

    Delivery kept = consumer.pull(1, WAIT).get(0);
    assertThat(kept.text()).isEqualTo("b");
    assertThat(kept.attempt()).isEqualTo(1);
    assertThat(node.received(Pull.class)).extracting(Pull::holder).doesNotContain(0L);
    assertThat(node.received(Pull.class).stream().map(Pull::holder).distinct()).hasSize(1);
  }

  @Test
  void whatWasFetchedIsGivenBackWhenTheConnectionStaysAwayForLong() {
    delivers(30_000, 1, 0, "a", "b");
    Consumer consumer = consumer();
    assertThat(consumer.pull(1, WAIT)).hasSize(1);

    node.always(CommandType.HELLO, silent -> {});
    node.cutAll();
    await().until(() -> !feige.pairs().get(0).isConnected());
    assertThat(consumer.pull(1, Duration.ofSeconds(2))).isEmpty();

    node.always(CommandType.HELLO, node::standing);
    await().until(() -> verdicts().contains(Verdict.release(1, 1, 1)));
  }

  @Test
  void aMessageThatComesAgainIsStartedAsItIsHandedOutUnlessItHasGoneToOthers() {
    delivers(30_000, 1, 0, "first");
    delivers(30_000, 2, 1, "b", "c");
    node.on(
        CommandType.SETTLE, start -> start.answer(new Settled(List.of(new OffsetRange(1, 1)), 0)));
    Consumer consumer = consumer();
    Delivery first = consumer.pull(1, WAIT).get(0);
    await().until(() -> node.received(Pull.class).size() >= 2); // The second one fetches ahead.

    Delivery next = consumer.pull(10, WAIT).get(0);

    assertThat(first.text()).isEqualTo("first");
    assertThat(next.text()).isEqualTo("c");
    assertThat(verdicts()).containsExactly(Verdict.start(1, 2, 2));
  }

  @Test
  void aPullDoesNotWaitForTheAnswerOfANodeThatIsLostBeforeItsMessageIsStarted() {
    delivers(30_000, 1, 0, "first");
    delivers(30_000, 2, 1, "b");
    node.always(CommandType.SETTLE, start -> node.cutAll());
    try (FeigeClient patient =
        FeigeClient.builder()
            .servers(node.address())
            .requestTimeout(Duration.ofHours(1))
            .closeTimeout(Duration.ofMillis(100))
            .build()) {
      Consumer consumer = patient.consumer("orders").group("g").build();
      assertThat(consumer.pull(1, WAIT)).hasSize(1);
      await().until(() -> node.received(Pull.class).size() >= 2);
      node.always(CommandType.HELLO, silent -> {});

      List<Delivery> none = new CopyOnWriteArrayList<>();
      await()
          .until(() -> {
            none.addAll(consumer.pull(1, Duration.ofMillis(200)));
            return verdicts().contains(Verdict.start(1, 1, 2));
          });

      assertThat(none).isEmpty();
    }
  }

  @Test
  void aRefusedPullIsToldToTheCallerAndTheNextCallAsksAnew() {
    node.on(CommandType.PULL, exchange -> exchange.refuse(ErrorCode.TOPIC_NOT_FOUND, 0));
    Consumer consumer = consumer();

    assertThatThrownBy(() -> consumer.pull(1, WAIT))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOPIC_NOT_FOUND));
    delivers(30_000, 1, 0, "a");
    assertThat(consumer.pull(1, WAIT)).hasSize(1);
  }

  @Test
  void aBusyNodeIsAskedAgain() {
    for (int i = 0; i < 4; i++) {
      node.on(CommandType.PULL, exchange -> exchange.refuse(ErrorCode.BUSY, 1));
    }
    delivers(30_000, 1, 0, "a");

    assertThat(consumer().pull(1, WAIT)).hasSize(1);
  }

  @Test
  void damagedMessagesAreNotHandedOut() {
    node.on(
        CommandType.PULL,
        exchange -> {
          var pulled = StoredBatches.pulled(30_000, 1, 0, "aaaaaaaaaaaa");
          var frame = pulled.deliveries().get(0).frame();
          frame.setByte(frame.writerIndex() - 1, 'b');
          exchange.answer(pulled);
        });

    assertThatThrownBy(() -> consumer().pull(1, WAIT))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BATCH_CORRUPT));
  }

  @Test
  void withoutPrefetchNothingIsAskedForUntilSomeoneWaits() {
    Consumer consumer = feige.consumer("orders").group("g").prefetch(0).build();
    delivers(30_000, 1, 0, "a", "b");

    assertThat(consumer.pull(1, WAIT)).hasSize(1);
    assertThat(consumer.pull(5, WAIT)).extracting(Delivery::text).containsExactly("b");
    assertThat(verdicts()).as("it was kept meanwhile").isEmpty();
  }

  private Consumer consumer() {
    return feige.consumer("orders").group("g").build();
  }

  private void delivers(int leaseMillis, int attempt, long offset, String... bodies) {
    node.on(
        CommandType.PULL,
        exchange -> exchange.answer(StoredBatches.pulled(leaseMillis, attempt, offset, bodies)));
  }

  private List<Verdict> verdicts() {
    return node.received(Settle.class).stream()
        .flatMap(settle -> settle.verdicts().stream())
        .toList();
  }
}
