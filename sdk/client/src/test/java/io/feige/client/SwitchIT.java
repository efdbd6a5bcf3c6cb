package io.feige.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.client.node.Exchange;
import io.feige.client.node.ScriptedAdmin;
import io.feige.client.node.ScriptedNode;
import io.feige.client.node.ScriptedPair;
import io.feige.client.node.StoredBatches;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Settle;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.PairRoute;
import io.feige.protocol.model.Verdict;
import io.feige.protocol.model.VerdictKind;
import io.feige.testkit.Waits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One pair that moves between its two nodes. */
class SwitchIT {
  private static final Duration WAIT = Waits.patience();

  private final ScriptedAdmin admin = new ScriptedAdmin("admin-1");
  private final ScriptedPair pair = new ScriptedPair("pair-1");
  private final ScriptedNode first = pair.activeNode();
  private final ScriptedNode second = pair.otherNode();
  private final List<SwitchEvent> switches = new CopyOnWriteArrayList<>();
  private final FeigeClient feige = client(admin.address());

  SwitchIT() {
    admin.tell(pair.route());
  }

  @AfterEach
  void close() {
    feige.close();
    admin.close();
    pair.close();
  }

  @Test
  void aLongPollBringsTheNewActiveAndNewMessagesGoThere() {
    Producer producer = feige.producer("t").build();
    producer.publish(Message.of("a"));
    await().until(() -> admin.waiting() == 1);

    admin.tell(pair.switchOver());
    await().until(() -> second.connections() == 1);
    Receipt receipt = producer.publish(Message.of("b"));

    assertThat(receipt.pair()).isEqualTo("pair-1");
    assertThat(receipt.epoch()).isEqualTo(2);
    assertThat(second.received(Publish.class)).extracting(Publish::epoch).containsExactly(2L);
    assertThat(first.received(Publish.class)).extracting(Publish::epoch).containsExactly(1L);
    assertThat(admin.node().received(FindRoute.class))
        .anySatisfy(poll -> {
          assertThat(poll.knownVersion()).isEqualTo(2);
          assertThat(poll.waitMillis()).isBetween(10_000, 30_000);
        });
  }

  @Test
  void aClientWithNothingToDoCountsTheTimeThatItWasIdleToNoPause() {
    feige.producer("t").build().publish(Message.of("a"));
    await().pollDelay(Duration.ofSeconds(1)).until(() -> true);

    long told = System.nanoTime();
    admin.tell(pair.switchOver());

    await().until(() -> switches.size() == 1);
    assertThat(switches.get(0).pauseMillis()).isBetween(0L, millisSince(told));
  }

  @Test
  void theNewConnectionIsThereBeforeTheOldOneIsDropped() {
    List<Integer> oldOnes = new CopyOnWriteArrayList<>();
    second.on(
        CommandType.HELLO,
        hello -> {
          oldOnes.add(first.connections());
          second.standing(hello);
        });
    feige.awaitConnected(WAIT);

    admin.tell(pair.switchOver());

    await().until(() -> first.connections() == 0);
    assertThat(oldOnes).containsExactly(1);
    assertThat(second.connections()).isEqualTo(1);
  }

  @Test
  void unconfirmedBatchesAreSentToTheNewActiveAndStoredOnce() {
    Producer producer = feige.producer("t").build();
    long begin = System.nanoTime();
    producer.publish(Message.of("a"));
    pair.silence();
    CompletableFuture<Receipt> unconfirmed = producer.publishAsync(Message.of("b"));
    await().until(() -> pair.end() == 2);

    admin.tell(pair.switchOver());

    assertThat(unconfirmed.join().duplicate()).isTrue();
    assertThat(unconfirmed.join().offset()).isEqualTo(1);
    assertThat(pair.end()).isEqualTo(2);
    await().until(() -> switches.size() == 1);
    SwitchEvent event = switches.get(0);
    assertThat(event.pair()).isEqualTo("pair-1");
    assertThat(event.fromNode()).isEqualTo("pair-1-a");
    assertThat(event.toNode()).isEqualTo("pair-1-b");
    assertThat(event.epoch()).isEqualTo(2);
    assertThat(event.resentBatches()).isEqualTo(1);
    assertThat(event.pauseMillis()).isBetween(0L, millisSince(begin));
  }

  @Test
  void anAckThatWasGivenGoesToTheNewActiveOfTheSamePair() {
    feige.producer("t").build().publish(Message.of("a"));
    Delivery delivery = feige.consumer("t").group("g").build().pull(1, WAIT).get(0);
    assertThat(delivery.pair()).isEqualTo("pair-1");
    pair.deafen(true);
    CompletableFuture<Void> ack = delivery.ackAsync();
    await().until(() -> first.received(Settle.class).size() == 1);

    admin.tell(pair.switchOver());
    ack.join();

    assertThat(pair.settled()).isEqualTo(1);
    Settle again = second.received(Settle.class).get(0);
    assertThat(again.epoch()).isEqualTo(2);
    assertThat(again.generation()).isEqualTo(1);
    assertThat(again.verdicts()).containsExactly(Verdict.ack(0, 0, 1));
    await().until(() -> switches.size() == 1);
    assertThat(switches.get(0).resentVerdicts()).isEqualTo(1);
  }

  @Test
  void aNackOfAnActivationThatIsOverIsNotSentBecauseItCouldHitSomebodyElsesLease() {
    feige.producer("t").build().publish(Message.of("a"));
    Delivery delivery = feige.consumer("t").group("g").prefetch(0).build().pull(1, WAIT).get(0);
    admin.tell(pair.switchOver());
    await().until(() -> second.connections() == 1);

    assertThatThrownBy(delivery::nack)
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LEASE_ENDED));
    delivery.ack();

    assertThat(second.received(Settle.class))
        .flatExtracting(Settle::verdicts)
        .containsExactly(Verdict.ack(0, 0, 1));
    assertThat(pair.settled()).isEqualTo(1);
  }

  @Test
  void pullsAreSentToTheNewActiveInTheNewEpoch() {
    Consumer consumer = feige.consumer("t").group("g").build();
    assertThat(consumer.pull(1, Duration.ofMillis(50))).isEmpty();

    admin.tell(pair.switchOver());
    feige.producer("t").build().publish(Message.of("a"));

    assertThat(consumer.pull(1, WAIT)).extracting(Delivery::text).containsExactly("a");
    assertThat(second.received(Pull.class)).allMatch(pull -> pull.epoch() == 2);
  }

  @Test
  void whatWasFetchedFromTheOldActiveAndNotHandedOutIsNotHandedOutAnyMore() {
    Producer producer = feige.producer("t").build();
    for (int i = 0; i < 5; i++) {
      producer.publish(Message.of("m" + i));
    }
    Consumer consumer = feige.consumer("t").group("g").build();
    List<Delivery> got = new ArrayList<>(consumer.pull(1, WAIT));
    got.get(0).ack();
    await("the others are fetched").until(() -> pair.leased() == 4);

    admin.tell(pair.switchOver());
    await().until(() -> !second.received(Pull.class).isEmpty());
    while (got.size() < 5) {
      got.addAll(consumer.pull(10, WAIT));
    }

    assertThat(got).extracting(Delivery::text).containsExactly("m0", "m1", "m2", "m3", "m4");
    assertThat(got.subList(1, 5)).allMatch(Delivery::redelivered);
    assertThat(second.received(Settle.class))
        .flatMap(Settle::verdicts)
        .allMatch(verdict -> verdict.kind() == VerdictKind.START);
  }

  @Test
  void deliveriesThatTheOldActiveHandsOutLateAreDropped() {
    List<Exchange> old = new CopyOnWriteArrayList<>();
    first.always(CommandType.PULL, old::add);
    second.on(CommandType.HELLO, unused -> {}); // The new active is slow to answer.
    Consumer consumer = feige.consumer("t").group("g").build();
    assertThat(consumer.pull(1, Duration.ofMillis(50))).isEmpty();
    await().until(() -> !old.isEmpty());

    admin.tell(pair.switchOver());
    await().until(() -> !second.received(Hello.class).isEmpty());
    old.get(0).answer(StoredBatches.pulled(30_000, 1, 0, "late"));

    // What comes next comes over the other connection, and drops it in any case.
    assertThat(consumer.pull(1, Duration.ofMillis(100))).isEmpty();
  }

  @Test
  void aRefusalBecauseTheNodeIsNotActiveLooksForTheRouteAtOnce() {
    Producer producer = feige.producer("t").build();
    producer.publish(Message.of("a"));
    await().until(() -> admin.waiting() == 1);
    PairRoute next = pair.switchOver();
    admin.node().on(CommandType.ROUTE, look -> admin.tell(next));

    assertThat(producer.publish(Message.of("b")).epoch()).isEqualTo(2);

    assertThat(admin.node().received(FindRoute.class).get(2)).isEqualTo(new FindRoute(0, 0));
  }

  @Test
  void aHintIsFollowedWhereTheRoutesSayNothingNew() {
    Producer producer = feige.producer("t").build();
    producer.publish(Message.of("a"));
    admin.node().always(CommandType.ROUTE, unused -> {});
    await().pollDelay(Duration.ofMillis(1_100)).until(() -> true);
    pair.switchOver();
    first.always(
        CommandType.PUBLISH,
        publish ->
            publish.refuse(new Refusal(ErrorCode.NOT_ACTIVE, "scripted", second.address(), 0)));

    Receipt receipt = producer.publish(Message.of("b"));

    assertThat(receipt.epoch()).isEqualTo(2);
    await().until(() -> first.connections() == 0);
    await().until(() -> feige.pairs().get(0).epoch() == 2);
  }

  @Test
  void aLowerEpochNeverReplacesAHigherOne() {
    PairRoute old = pair.route();
    feige.awaitConnected(WAIT);
    admin.tell(pair.switchOver());
    await().until(() -> second.connections() == 1);

    await().until(() -> first.connections() == 0 && admin.waiting() == 1);

    admin.tell(old);
    await("it has been learned").until(() -> admin.waiting() == 1);
    assertThat(feige.producer("t").build().publish(Message.of("a")).epoch()).isEqualTo(2);
    assertThat(first.received(Hello.class)).hasSize(1);
  }

  @Test
  void theSameNodeActivatedAnewIsASwitchToo() {
    Producer producer = feige.producer("t").build();
    producer.publish(Message.of("a"));
    pair.switchOver();

    admin.tell(pair.switchOver());

    assertThat(producer.publish(Message.of("b")).epoch()).isEqualTo(3);
    await().until(() -> switches.size() == 1);
    assertThat(switches.get(0).fromNode()).isEqualTo(switches.get(0).toNode());
    await("the old one is dropped").until(() -> first.connections() == 1);
  }

  @Test
  void theDeathOfAdminChangesNothing() {
    Producer producer = feige.producer("t").build();
    producer.publish(Message.of("a"));
    Consumer consumer = feige.consumer("t").group("g").build();
    consumer.pull(1, WAIT).get(0).ack();

    admin.close();

    await().until(() -> admin.node().connections() == 0);
    producer.publish(Message.of("b"));
    assertThat(consumer.pull(1, WAIT)).extracting(Delivery::text).containsExactly("b");
    assertThat(first.received(Hello.class)).hasSize(1);
  }

  @Test
  void theNextAdminIsAskedAtOnceAndSaysWhoServesNow() {
    try (ScriptedAdmin other = new ScriptedAdmin("admin-2");
        FeigeClient both = client(admin.address() + "," + other.address())) {
      other.tell(pair.route());
      Producer producer = both.producer("t").build();
      producer.publish(Message.of("a"));
      assertThat(other.node().received(Hello.class)).isEmpty();

      admin.close();
      await().until(() -> other.waiting() == 1);
      other.tell(pair.kill());

      assertThat(producer.publish(Message.of("b")).epoch()).isEqualTo(2);
    }
  }

  @Test
  void anAdminThatKnowsLessTakesNoPairAway() {
    try (ScriptedAdmin late = new ScriptedAdmin("admin-2");
        FeigeClient both = client(admin.address() + "," + late.address())) {
      admin.versionIs(100);
      admin.tell(pair.route());
      both.awaitConnected(WAIT);
      late.tell(new PairRoute("pair-9", 1, "x", "127.0.0.1", 1, true));

      admin.close();
      await().until(() -> late.waiting() == 1);

      assertThat(both.pairs()).extracting(PairView::pair).containsExactly("pair-1", "pair-9");
      assertThat(both.pairs().get(0).acceptsPublishes()).isTrue();
    }
  }

  @Test
  void anAdminThatDoesNotAnswerIsLeftForTheNext() {
    try (ScriptedAdmin other = new ScriptedAdmin("admin-2")) {
      other.tell(pair.route());
      admin.node().always(CommandType.ROUTE, unused -> {});
      try (FeigeClient both = client(admin.address() + "," + other.address())) {
        both.awaitConnected(WAIT);
      }
    }
  }

  @Test
  void whileThePairIsDownItIsTriedOftenAndComesBackByItself() {
    Producer producer = feige.producer("t").build();
    producer.publish(Message.of("a"));
    for (int i = 0; i < 3; i++) {
      first.on(CommandType.HELLO, hello -> hello.refuse(ErrorCode.NOT_ACTIVE, 0));
    }
    first.cutAllNow();

    assertThat(producer.publish(Message.of("b")).offset()).isEqualTo(1);
    assertThat(first.received(Hello.class)).hasSize(5);
    assertThat(switches).isEmpty();
  }

  @Test
  void aNodeThatIsSilentIsLeftForTheNewActiveWithoutWaitingForIt() {
    Producer producer = feige.producer("t").build();
    producer.publish(Message.of("a"));
    pair.deafen(true);
    CompletableFuture<Receipt> waits = producer.publishAsync(Message.of("b"));
    await().until(() -> first.received(Publish.class).size() == 2);

    admin.tell(pair.switchOver());

    assertThat(waits.join().epoch()).isEqualTo(2);
    assertThat(waits.join().duplicate()).isFalse();
  }

  @Test
  void aReaderGoesOnWhereItWas() {
    List<Long> froms = new CopyOnWriteArrayList<>();
    for (ScriptedNode node : List.of(first, second)) {
      node.always(
          CommandType.READ,
          exchange -> {
            var read = (io.feige.protocol.command.Read) exchange.request();
            froms.add(read.from().value());
            if (read.from().value() < 2 || node == second) {
              long offset = read.from().value();
              exchange.answer(
                  new io.feige.protocol.command.ReadBatches(
                      read.epoch(),
                      1,
                      offset + 1,
                      100,
                      StoredBatches.pulled(0, 1, offset, "m" + offset).deliveries()));
            }
          });
    }
    Reader reader = feige.reader("t").readAheadBytes(1024).build();
    assertThat(reader.read(1, WAIT)).extracting(ReceivedMessage::text).containsExactly("m0");
    assertThat(reader.read(1, WAIT)).extracting(ReceivedMessage::text).containsExactly("m1");
    await().until(() -> froms.contains(2L));

    admin.tell(pair.switchOver());

    assertThat(reader.read(1, WAIT)).extracting(ReceivedMessage::text).containsExactly("m2");
    assertThat(reader.read(1, WAIT)).extracting(ReceivedMessage::text).containsExactly("m3");
  }

  @Test
  void aTokenThatOneNodeRefusesIsToldToThoseWhoNeedIt() {
    second.on(CommandType.HELLO, hello -> hello.refuse(ErrorCode.NOT_AUTHENTICATED, 0));
    Producer producer = feige.producer("t").build();
    producer.publish(Message.of("a"));
    pair.deafen(true);
    CompletableFuture<Receipt> waits = producer.publishAsync(Message.of("b"));
    await().until(() -> first.received(Publish.class).size() == 2);

    admin.tell(pair.switchOver());

    assertThatThrownBy(waits::join).hasMessageContaining("NOT_AUTHENTICATED");
  }

  private static long millisSince(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos).toMillis();
  }

  private FeigeClient client(String servers) {
    return FeigeClient.builder().admin(servers).onSwitch(switches::add).build();
  }
}
