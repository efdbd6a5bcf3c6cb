package io.feige.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.client.node.Exchange;
import io.feige.client.node.ScriptedAdmin;
import io.feige.client.node.ScriptedNode;
import io.feige.client.node.ScriptedPair;
import io.feige.client.node.StoredBatches;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.GroupList;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.ListGroups;
import io.feige.protocol.command.ListTopics;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.ReadBatches;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Settle;
import io.feige.protocol.command.TopicList;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.PairRoute;
import io.feige.testkit.Waits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A cluster of two pairs. */
class TwoPairsIT {
  private static final Duration WAIT = Waits.patience();
  private static final int KEYS = 40;

  /** Where docs/placement.md says that customer-0 to customer-39 belong. */
  private static final String PLACES = "2211122212222212122122211121121112211121";

  private final ScriptedAdmin admin = new ScriptedAdmin("admin-1");
  private final ScriptedPair one = new ScriptedPair("pair-1");
  private final ScriptedPair two = new ScriptedPair("pair-2");
  private final FeigeClient feige = FeigeClient.builder().admin(admin.address()).build();

  TwoPairsIT() {
    admin.tell(one.route(), two.route());
  }

  @AfterEach
  void close() {
    feige.close();
    admin.close();
    one.close();
    two.close();
  }

  @Test
  void eachConnectionSaysWhichPairItIsFor() {
    feige.producer("t").build().publish(Message.of("a"));
    await().until(this::areBothConnected);

    assertThat(admin.node().received(Hello.class)).extracting(Hello::pair).containsExactly("");
    assertThat(one.activeNode().received(Hello.class))
        .extracting(Hello::pair)
        .containsExactly("pair-1");
    assertThat(two.activeNode().received(Hello.class))
        .extracting(Hello::pair)
        .containsExactly("pair-2");
  }

  @Test
  void keysArePlacedAsTheDocumentSaysAlsoWhenPublishedBeforeAnythingIsKnown() {
    Producer producer = feige.producer("t").build();

    assertThat(places(producer)).isEqualTo(PLACES);
  }

  @Test
  void messagesWithoutAKeyGoToBothPairs() {
    Producer producer = feige.producer("t").build();
    producer.publish(Message.of("m"));
    await().until(this::areBothConnected);
    one.hold();
    two.hold();
    List<CompletableFuture<Receipt>> receipts = new ArrayList<>();
    for (int i = 1; i < 5_000; i++) {
      // Long enough for many batches: the choice is made once for each.
      receipts.add(producer.publishAsync(Message.of("m" + i + "-".repeat(2_000))));
    }
    one.goOn();
    two.goOn();
    receipts.forEach(CompletableFuture::join);

    assertThat(one.end() + two.end()).isEqualTo(5_000);
    assertThat(one.end()).isPositive();
    assertThat(two.end()).isPositive();
    assertThat(one.frames().size() + two.frames().size()).isLessThan(100);
  }

  @Test
  void whileOnePairIsDownTheOtherTakesEverythingWithoutAKeyAndItsOwnKeysStay() {
    Producer producer = feige.producer("t").build();
    String before = places(producer);
    two.activeNode().close();
    await().until(() -> feige.pairs().stream().filter(PairView::isConnected).count() == 1);

    Map<Integer, CompletableFuture<Receipt>> waiting = new HashMap<>();
    for (int key = 0; key < KEYS; key++) {
      CompletableFuture<Receipt> receipt =
          producer.publishAsync(Message.of("customer-" + key, "again"));
      if (before.charAt(key) == '1') {
        assertThat(receipt.join().pair()).isEqualTo("pair-1");
      } else {
        waiting.put(key, receipt);
      }
      assertThat(producer.publish(Message.of("no key")).pair()).isEqualTo("pair-1");
    }
    assertThat(waiting.values()).noneMatch(CompletableFuture::isDone);

    admin.tell(two.kill());
    waiting.values().forEach(receipt -> assertThat(receipt.join().pair()).isEqualTo("pair-2"));
    assertThat(places(producer)).isEqualTo(before);
  }

  @Test
  void aPairThatAnswersNothingKeepsNobodyWaitingWhoHasNoKey() throws Exception {
    Producer producer = feige.producer("t").timeout(Duration.ofHours(1)).build();
    places(producer);
    int before = two.activeNode().received(Publish.class).size();
    two.deafen(true);
    List<CompletableFuture<Receipt>> receipts = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      receipts.add(producer.publishAsync(Message.of("m" + i)));
      await().pollInterval(Duration.ofMillis(1)).until(() -> true);
    }

    await("only those wait that have been sent there")
        .until(
            () -> receipts.stream().filter(each -> !each.isDone()).count() == unanswered(before));
    assertThat(two.activeNode().received(Publish.class).size() - before).isLessThanOrEqualTo(2);
    CompletableFuture<Receipt> next = producer.publishAsync(Message.of("x"));
    assertThat(Waits.get(next).pair()).isEqualTo("pair-1");

    admin.tell(two.switchOver());
    receipts.forEach(CompletableFuture::join);
    assertThat(one.end() + two.end()).isEqualTo(KEYS + 301);
  }

  /** Messages that the second pair was sent after so many batches. */
  private long unanswered(int batches) {
    return two.activeNode().received(Publish.class).stream()
        .skip(batches)
        .mapToLong(publish -> BatchHead.at(publish.batch().nioBuffer(), 0).recordCount())
        .sum();
  }

  @Test
  void aPairWhoseBackupServesPullsOnlyGetsNoMessagesAndIsStillPulled() {
    Producer producer = feige.producer("t").build();
    places(producer);
    PairRoute next = two.switchOver();
    ScriptedNode backup = two.activeNode();
    backup.always(CommandType.PUBLISH, publish -> publish.refuse(ErrorCode.PUBLISH_ELSEWHERE, 0));

    admin.tell(
        new PairRoute(next.pair(), next.epoch(), next.nodeId(), next.host(), next.port(), false));
    await().until(() -> !feige.pairs().get(1).acceptsPublishes());

    assertThat(places(producer)).isEqualTo("1".repeat(KEYS));
    assertThat(backup.received(Publish.class)).isEmpty();
    Consumer consumer = feige.consumer("t").group("g").build();
    assertThat(drain(consumer, 2 * KEYS)).hasSize(2 * KEYS);
  }

  @Test
  void messagesRefusedAsPublishElsewhereAreNotLost() {
    Producer producer = feige.producer("t").build();
    places(producer);
    ScriptedNode refusing = two.activeNode();
    refusing.always(CommandType.PUBLISH, publish -> publish.refuse(ErrorCode.PUBLISH_ELSEWHERE, 0));

    assertThat(places(producer)).isEqualTo("1".repeat(KEYS));
    assertThat(refusing.received(Publish.class)).isNotEmpty();
  }

  @Test
  void aConsumerGetsTheMessagesOfBothPairsAndAcksEachWhereItCameFrom() {
    Producer producer = feige.producer("t").build();
    places(producer);
    Consumer consumer = feige.consumer("t").group("g").build();

    List<Delivery> deliveries = drain(consumer, KEYS);
    consumer.ackAll(deliveries);

    for (Delivery delivery : deliveries) {
      int key = Integer.parseInt(delivery.keyText().substring("customer-".length()));
      assertThat(delivery.pair()).isEqualTo("pair-" + PLACES.charAt(key));
    }
    assertThat(one.settled()).isEqualTo(one.end());
    assertThat(two.settled()).isEqualTo(two.end());
    assertThat(two.activeNode().received(Settle.class)).hasSizeLessThan(5);
  }

  @Test
  void whatOnePairHoldsIsDeliveredWhileTheOtherHasNothing() {
    Consumer consumer = feige.consumer("t").group("g").prefetch(1).build();
    assertThat(consumer.pull(1, Duration.ofMillis(50))).isEmpty();
    Producer producer = feige.producer("t").build();

    for (int i = 0; i < 10; i++) {
      producer.publish(Message.of("customer-0", "two"));
      assertThat(consumer.pull(1, WAIT)).hasSize(1);
      producer.publish(Message.of("customer-2", "one"));
      assertThat(consumer.pull(1, WAIT)).hasSize(1);
    }
  }

  @Test
  void aSwitchOfOnePairDropsNothingOfTheOther() {
    Producer producer = feige.producer("t").build();
    places(producer);
    Consumer consumer = feige.consumer("t").group("g").build();
    List<Delivery> got = new ArrayList<>(consumer.pull(1, WAIT));
    await().until(() -> one.activeNode().received(Pull.class).size() > 1);

    admin.tell(two.switchOver());
    await().until(() -> !two.activeNode().received(Pull.class).isEmpty());
    Set<String> texts = new HashSet<>();
    got.forEach(delivery -> texts.add(delivery.keyText()));
    while (texts.size() < KEYS) {
      for (Delivery delivery : consumer.pull(10, WAIT)) {
        texts.add(delivery.keyText());
        assertThat(delivery.pair().equals("pair-1") && delivery.redelivered()).isFalse();
      }
    }
  }

  @Test
  void handlersGetTheMessagesOfBothPairs() {
    Set<String> handled = java.util.concurrent.ConcurrentHashMap.newKeySet();
    topicsAnswer();
    Listening listening =
        feige
            .consumer("t")
            .group("g")
            .concurrency(2)
            .listen(delivery -> {
              handled.add(delivery.keyText());
              return Verdict.ack();
            });
    places(feige.producer("t").build());

    await().until(() -> handled.size() == KEYS);
    await().until(() -> one.settled() + two.settled() == KEYS);
    listening.close();
  }

  @Test
  void aPairWithoutTheTopicIsNoReasonToFailWhileAnotherHasIt() {
    for (int i = 0; i < 4; i++) {
      two.activeNode().on(CommandType.PULL, pull -> pull.refuse(ErrorCode.TOPIC_NOT_FOUND, 0));
    }
    Consumer consumer = feige.consumer("t").group("g").build();
    feige.producer("t").build().publish(Message.of("customer-2", "x"));
    assertThat(consumer.pull(1, WAIT)).hasSize(1);

    for (int i = 0; i < 4; i++) {
      one.activeNode().on(CommandType.PULL, pull -> pull.refuse(ErrorCode.TOPIC_NOT_FOUND, 0));
      two.activeNode().on(CommandType.PULL, pull -> pull.refuse(ErrorCode.TOPIC_NOT_FOUND, 0));
    }
    Consumer other = feige.consumer("t").group("h").build();
    assertThatThrownBy(() -> other.pull(1, WAIT))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOPIC_NOT_FOUND));
  }

  @Test
  void topicsAreCreatedAtEveryPairAndDescribedAsAWhole() {
    topicsAnswer();

    TopicDescription created = feige.topics().create(TopicSpec.of("t"));

    assertThat(created.endOffset()).isEqualTo(30);
    assertThat(created.pairs())
        .extracting(TopicInPair::pair, TopicInPair::endOffset)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("pair-1", 10L),
            org.assertj.core.groups.Tuple.tuple("pair-2", 20L));
    assertThat(one.activeNode().received(CreateTopic.class)).hasSize(1);
    assertThat(two.activeNode().received(CreateTopic.class)).hasSize(1);
    assertThat(feige.topics().describe("t")).isEqualTo(created);
    assertThat(feige.topics().list()).containsExactly(created);
  }

  @Test
  void whatFailedAtOnePairIsSaidWithItsName() {
    topicsAnswer();
    two.activeNode()
        .on(
            CommandType.TOPIC_CREATE,
            create -> create.refuse(Refusal.of(ErrorCode.TOO_MANY_TOPICS, "no room")));

    assertThatThrownBy(() -> feige.topics().create(TopicSpec.of("t")))
        .isInstanceOfSatisfying(
            OutcomeUnknownException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_TOPICS))
        .hasMessageContaining("Not done at pair-2, done at pair-1");
  }

  @Test
  void groupsAreSummedUp() {
    for (ScriptedPair pair : List.of(one, two)) {
      long lag = pair == one ? 3 : 4;
      io.feige.protocol.model.GroupDescription described =
          new io.feige.protocol.model.GroupDescription(
              "t", "g", 2, 5, 9, 1, 0, 0, 1, lag * 1_000, lag, "", List.of(), 0);
      pair.activeNode()
          .always(CommandType.GROUP_LIST, list -> list.answer(new GroupList(List.of(described))));
    }

    GroupDescription group = feige.groups().describe("t", "g");

    assertThat(group.lag()).isEqualTo(7);
    assertThat(group.oldestUnsettled().map(java.time.Instant::toEpochMilli)).contains(3_000L);
    assertThat(group.pairs()).extracting(GroupInPair::lag).containsExactly(3L, 4L);
    assertThatThrownBy(() -> feige.groups().reset("t", "g", StartFrom.offset(5)))
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
  }

  @Test
  void aReaderReadsBothPairsOrTheOneThatIsNamed() {
    for (ScriptedPair pair : List.of(one, two)) {
      String name = pair == one ? "one" : "two";
      pair.activeNode()
          .always(
              CommandType.READ,
              exchange -> {
                var read = (io.feige.protocol.command.Read) exchange.request();
                long offset = read.from().value();
                if (offset < 3) {
                  exchange.answer(
                      new ReadBatches(
                          read.epoch(),
                          1,
                          offset + 1,
                          3,
                          StoredBatches.pulled(0, 1, offset, name + offset).deliveries()));
                }
              });
    }
    Reader all = feige.reader("t").build();
    Reader second = feige.reader("t").pair("pair-2").from(StartFrom.offset(1)).build();
    Reader unclear = feige.reader("t").from(StartFrom.offset(1)).build();

    List<String> texts = new ArrayList<>();
    while (texts.size() < 6) {
      all.read(10, WAIT).forEach(message -> texts.add(message.pair() + message.text()));
    }
    assertThat(texts)
        .containsSubsequence("pair-1one0", "pair-1one1", "pair-1one2")
        .containsSubsequence("pair-2two0", "pair-2two1", "pair-2two2");
    assertThat(all.pairs()).containsExactly("pair-1", "pair-2");
    assertThat(all.nextOffset()).isEqualTo(6);
    assertThat(all.nextOffset("pair-2")).isEqualTo(3);
    assertThat(second.read(1, WAIT)).extracting(ReceivedMessage::text).containsExactly("two1");
    assertThatThrownBy(() -> unclear.read(1, WAIT))
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
  }

  @Test
  void aPairThatTheClusterHasForgottenGetsNoNewMessagesAndIsStillPulled() {
    Producer producer = feige.producer("t").build();
    places(producer);

    admin.forget("pair-2");
    await().until(() -> !feige.pairs().get(1).acceptsPublishes());

    assertThat(places(producer)).isEqualTo("1".repeat(KEYS));
    assertThat(drain(feige.consumer("t").group("g").build(), 2 * KEYS)).hasSize(2 * KEYS);
  }

  @Test
  void anAdminThatKnowsLessThanAnotherDidMovesNoKeysHoweverOftenItSaysSo() {
    Producer producer = feige.producer("t").build();
    String before = places(producer);
    admin.versionIs(100);
    admin.tell(two.route());
    await().until(() -> knownVersion() == 101);

    admin.versionIs(5);
    admin.forget("pair-2");
    admin.node().cutAllNow();
    await().until(() -> knownVersion() == 6);
    admin.tell(one.route());
    await().until(() -> knownVersion() == 7);

    assertThat(places(producer)).isEqualTo(before);
  }

  private boolean areBothConnected() {
    return feige.pairs().size() == 2 && feige.pairs().stream().allMatch(PairView::isConnected);
  }

  /** What the client says that it knows. */
  private long knownVersion() {
    return admin
        .node()
        .received(FindRoute.class)
        .get(admin.node().received(FindRoute.class).size() - 1)
        .knownVersion();
  }

  /** Publishes a message for each key; the number of the pair that took each. */
  private static String places(Producer producer) {
    List<CompletableFuture<Receipt>> receipts = new ArrayList<>();
    for (int key = 0; key < KEYS; key++) {
      receipts.add(producer.publishAsync(Message.of("customer-" + key, "x")));
    }
    StringBuilder places = new StringBuilder();
    receipts.forEach(receipt -> places.append(receipt.join().pair().substring("pair-".length())));
    return places.toString();
  }

  private static List<Delivery> drain(Consumer consumer, int messages) {
    List<Delivery> all = new ArrayList<>();
    await()
        .until(() -> {
          all.addAll(consumer.pull(100, Duration.ofMillis(20)));
          return all.size() >= messages;
        });
    return all;
  }

  @Test
  void listsArePutTogetherFromThePagesOfAllPairs() {
    for (ScriptedPair pair : List.of(one, two)) {
      pair.activeNode()
          .always(CommandType.TOPIC_LIST, TwoPairsIT::topicPage)
          .always(CommandType.GROUP_LIST, TwoPairsIT::groupPage);
    }

    assertThat(feige.topics().list())
        .extracting(topic -> topic.spec().name())
        .containsExactly("a", "b");
    assertThat(feige.groups().list("t"))
        .extracting(GroupDescription::group)
        .containsExactly("a", "b");
  }

  private static void topicPage(Exchange exchange) {
    boolean isFirst = ((ListTopics) exchange.request()).after().isEmpty();
    io.feige.protocol.model.TopicDescription topic =
        new io.feige.protocol.model.TopicDescription(
            io.feige.protocol.model.TopicSpec.named(isFirst ? "a" : "b"), 1, 0, 1, 1, 0, 0, 1_000);
    exchange.answer(new TopicList(List.of(topic), isFirst ? "a" : ""));
  }

  private static void groupPage(Exchange exchange) {
    ListGroups list = (ListGroups) exchange.request();
    boolean isFirst = list.afterTopic().isEmpty();
    assertThat(list.afterGroup()).isEqualTo(isFirst ? "" : "a");
    io.feige.protocol.model.GroupDescription group =
        new io.feige.protocol.model.GroupDescription(
            "t", isFirst ? "a" : "b", 2, 5, 9, 1, 0, 0, 1, 1_000, 4, "", List.of(), 0);
    exchange.answer(new GroupList(List.of(group), isFirst ? "t" : "", isFirst ? "a" : ""));
  }

  private void topicsAnswer() {
    for (ScriptedPair pair : List.of(one, two)) {
      long end = pair == one ? 10 : 20;
      io.feige.protocol.model.TopicDescription described =
          new io.feige.protocol.model.TopicDescription(
              io.feige.protocol.model.TopicSpec.named("t"), 1, 0, end, end, 0, 0, 1_000);
      for (ScriptedNode node : List.of(pair.activeNode(), pair.otherNode())) {
        node.always(
                CommandType.TOPIC_CREATE,
                create -> create.answer(new io.feige.protocol.command.TopicCreated(described)))
            .always(CommandType.TOPIC_LIST, list -> list.answer(new TopicList(List.of(described))));
      }
    }
  }
}
