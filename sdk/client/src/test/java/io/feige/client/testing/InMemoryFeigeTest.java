package io.feige.client.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.client.Consumer;
import io.feige.client.DeadLetter;
import io.feige.client.DeadLetters;
import io.feige.client.Delayed;
import io.feige.client.DelayedMessage;
import io.feige.client.Delivery;
import io.feige.client.GroupStart;
import io.feige.client.LetterId;
import io.feige.client.Listening;
import io.feige.client.Message;
import io.feige.client.Order;
import io.feige.client.Producer;
import io.feige.client.Reader;
import io.feige.client.Receipt;
import io.feige.client.ReceivedMessage;
import io.feige.client.RefusedException;
import io.feige.client.StartFrom;
import io.feige.client.TemporaryException;
import io.feige.client.TopicSpec;
import io.feige.client.Verdict;
import io.feige.protocol.error.ErrorCode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class InMemoryFeigeTest {
  private final InMemoryFeige feige = InMemoryFeige.create();
  private final Producer orders = feige.producer("orders").build();
  private final Consumer billing = feige.consumer("orders").group("billing").build();

  @Test
  void everyGroupGetsEveryMessageOnce() {
    orders.publish(Message.of("k", "a"));
    orders.publish(Message.of("b"));
    Consumer mail = feige.consumer("orders").group("mail").build();

    assertThat(texts(billing.pull(10, Duration.ZERO))).containsExactly("a", "b");
    assertThat(texts(mail.pull(10, Duration.ZERO))).containsExactly("a", "b");
    assertThat(billing.pull(10, Duration.ZERO)).isEmpty();
  }

  @Test
  void aHandleSettlesWhatAnotherConsumerWasHanded() {
    orders.publish(Message.of("a"));
    String handle = billing.pull(1, Duration.ZERO).get(0).handle();
    Consumer other = feige.consumer("orders").group("billing").build();

    other.settlement(handle).nack(Duration.ZERO);
    Delivery again = billing.pull(1, Duration.ZERO).get(0);
    assertThat(again.attempt()).isEqualTo(2);
    assertThatThrownBy(() -> other.settlement(handle).reject("late"))
        .isInstanceOf(RefusedException.class);
    other.settlement(again.handle()).ack();
    assertThat(feige.groups().describe("orders", "billing").lag()).isZero();
    assertThatThrownBy(() -> feige.consumer("orders").group("mail").build().settlement(handle))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatWaitsIsListedAsItIsDueAndWhatIsCancelledNeverComes() {
    Receipt late = orders.publish(delayed("late", 3));
    Receipt first = orders.publish(delayed("first", 1));
    orders.publish(delayed("second", 2));
    Delayed delayed = feige.delayed();

    List<DelayedMessage> listed = delayed.list("orders", 2);
    assertThat(listed)
        .extracting(each -> each.keyText().orElse(""))
        .containsExactly("first", "second");
    assertThat(delayed.listAfter(listed.get(1), 2))
        .extracting(DelayedMessage::id)
        .containsExactly(late.delayedId().orElseThrow());
    assertThat(listed.get(0).id()).isEqualTo(first.delayedId().orElseThrow());

    delayed.cancel("orders", listed.get(0).id());
    assertThatThrownBy(() -> delayed.cancel("orders", listed.get(0).id()))
        .isInstanceOfSatisfying(
            RefusedException.class,
            refused -> assertThat(refused.code()).isEqualTo(ErrorCode.DELAYED_NOT_FOUND));
    feige.advance(Duration.ofHours(3));
    assertThat(texts(billing.pull(10, Duration.ZERO))).containsExactly("body", "body");
    assertThat(delayed.list("orders", 9)).isEmpty();
  }

  private static Message delayed(String key, int hours) {
    return Message.builder().key(key).body("body").delay(Duration.ofHours(hours)).build();
  }

  @Test
  void anIdThatIsNoneIsRefusedForWhatItIs() {
    orders.publish(Message.of("now"));

    assertThatThrownBy(() -> feige.delayed().cancel("orders", "4711"))
        .isInstanceOfSatisfying(
            RefusedException.class,
            refused -> assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageContaining("pair-1/4711.0");
    assertThatThrownBy(() -> feige.delayed().cancel("orders", "pair-9/1.0"))
        .hasMessageContaining("pair-9");
    assertThatThrownBy(() -> feige.delayed().list("orders", 0)).hasMessageContaining("limit");
    assertThat(orders.publish(Message.of("now")).delayedId()).isEmpty();
  }

  @Test
  void whatIsAckedNeverComesAgain() {
    orders.publish(Message.of("a"));
    billing.pull(1, Duration.ZERO).get(0).ack();

    feige.advance(Duration.ofHours(1));

    assertThat(billing.pull(1, Duration.ZERO)).isEmpty();
    assertThat(feige.groups().describe("orders", "billing").lag()).isZero();
  }

  @Test
  void whatIsNotSettledComesAgainWhenTheLeaseEnds() {
    orders.publish(Message.of("a"));
    Delivery first = billing.pull(1, Duration.ZERO).get(0);

    feige.advance(Duration.ofSeconds(30));
    Delivery second = billing.pull(1, Duration.ZERO).get(0);

    assertThat(second.attempt()).isEqualTo(2);
    assertThatThrownBy(first::nack)
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LEASE_ENDED));
    first.ack(); // an ack counts whenever it comes
    feige.advance(Duration.ofHours(1));
    assertThat(billing.pull(1, Duration.ZERO)).isEmpty();
  }

  @Test
  void extendingTheLeaseKeepsTheMessage() {
    orders.publish(Message.of("a"));
    billing.pull(1, Duration.ZERO).get(0).extend(Duration.ofMinutes(5));

    feige.advance(Duration.ofMinutes(4));

    assertThat(billing.pull(1, Duration.ZERO)).isEmpty();
  }

  @Test
  void nackComesAgainAfterItsDelayAndBacksOff() {
    orders.publish(Message.of("a"));
    billing.pull(1, Duration.ZERO).get(0).nack(Duration.ofMinutes(1));
    feige.advance(Duration.ofSeconds(59));
    assertThat(billing.pull(1, Duration.ZERO)).isEmpty();
    feige.advance(Duration.ofSeconds(1));

    billing.pull(1, Duration.ZERO).get(0).nack();
    feige.advance(Duration.ofMillis(1_999));
    assertThat(billing.pull(1, Duration.ZERO)).isEmpty();
    feige.advance(Duration.ofMillis(1));

    assertThat(billing.pull(1, Duration.ZERO).get(0).attempt()).isEqualTo(3);
  }

  @Test
  void releaseDoesNotCountAsAnAttempt() {
    orders.publish(Message.of("a"));
    billing.pull(1, Duration.ZERO).get(0).releaseAsync().join();

    assertThat(billing.pull(1, Duration.ZERO).get(0).attempt()).isEqualTo(1);
  }

  @Test
  void rejectedMessagesGoToTheDeadLetterTopicWithTheReason() {
    orders.publish(Message.of("k", "a"));
    billing.pull(1, Duration.ZERO).get(0).reject("no such customer");

    Consumer letters = feige.consumer("orders.dlq").group("ops").build();
    Delivery letter = letters.pull(1, Duration.ZERO).get(0);

    assertThat(letter.text()).isEqualTo("a");
    assertThat(letter.keyText()).isEqualTo("k");
    assertThat(letter.deadLetterReason()).contains("no such customer");
    assertThat(letter.deadLetter())
        .contains(new DeadLetter("orders", "billing", 0, 1, "", "no such customer"));
  }

  @Test
  void theLastAttemptGoesToTheDeadLetterTopic() {
    feige.topics().create(TopicSpec.of("few").withMaxAttempts(2));
    feige.producer("few").build().publish(Message.of("a"));
    Consumer consumer = feige.consumer("few").group("g").build();

    consumer.pull(1, Duration.ZERO).get(0).nack(Duration.ZERO);
    consumer.pull(1, Duration.ZERO);
    feige.advance(Duration.ofSeconds(30));

    assertThat(consumer.pull(1, Duration.ZERO)).isEmpty();
    assertThat(feige.topics().describe("few.dlq").endOffset()).isEqualTo(1);
  }

  @Test
  void delayedMessagesAppearWhenTheyAreDue() {
    orders.publish(Message.builder().body("later").delay(Duration.ofMinutes(1)).build());
    assertThat(orders.publish(Message.of("now")).offset()).isZero();
    List<Delivery> first = billing.pull(5, Duration.ZERO);
    assertThat(texts(first)).containsExactly("now");
    billing.ackAll(first);

    feige.advance(Duration.ofMinutes(1));

    assertThat(texts(billing.pull(5, Duration.ZERO))).containsExactly("later");
  }

  @Test
  void expiredMessagesAreNotDelivered() {
    orders.publish(Message.builder().body("x").timeToLive(Duration.ofSeconds(1)).build());
    feige.advance(Duration.ofSeconds(1));

    assertThat(billing.pull(1, Duration.ZERO)).isEmpty();
  }

  @Test
  void aTopicOrderedByKeyHoldsBackWhatFollowsUnderTheSameKey() {
    feige.topics().create(TopicSpec.of("keyed").withOrder(Order.BY_KEY));
    Producer producer = feige.producer("keyed").build();
    producer.publish(Message.of("k", "1"));
    producer.publish(Message.of("k", "2"));
    producer.publish(Message.of("other", "3"));
    Consumer consumer = feige.consumer("keyed").group("g").build();

    Delivery first = consumer.pull(1, Duration.ZERO).get(0);
    assertThat(texts(consumer.pull(5, Duration.ZERO))).containsExactly("3");
    first.ack();

    assertThat(texts(consumer.pull(5, Duration.ZERO))).containsExactly("2");
  }

  @Test
  void aResetStartsANewGeneration() {
    orders.publish(Message.of("a"));
    Delivery old = billing.pull(1, Duration.ZERO).get(0);

    feige.groups().reset("orders", "billing", StartFrom.earliest());

    assertThatThrownBy(old::ack)
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.STALE_GENERATION));
    assertThat(billing.pull(1, Duration.ZERO)).hasSize(1);
  }

  @Test
  void aGroupThatStartsLatestSkipsWhatWasThere() {
    orders.publish(Message.of("old"));
    Consumer late = feige.consumer("orders").group("late").startFrom(GroupStart.LATEST).build();
    late.pull(1, Duration.ZERO);
    orders.publish(Message.of("new"));

    assertThat(texts(late.pull(5, Duration.ZERO))).containsExactly("new");
  }

  @Test
  void readersSeeEverythingAndChangeNothing() {
    orders.publish(Message.of("a"));
    orders.publish(Message.of("b"));

    List<ReceivedMessage> read =
        feige.reader("orders").from(StartFrom.offset(1)).build().read(5, Duration.ZERO);

    assertThat(read).extracting(ReceivedMessage::text).containsExactly("b");
    assertThat(billing.pull(5, Duration.ZERO)).hasSize(2);
  }

  @Test
  void aReaderOfATopicThatWasMadeAgainIsToldSo() {
    orders.publish(Message.of("a"));
    Reader reader = feige.reader("orders").from(StartFrom.earliest()).build();
    assertThat(reader.read(5, Duration.ZERO)).hasSize(1);
    StartFrom place = reader.place("pair-1");
    feige.topics().delete("orders");
    feige.topics().create(TopicSpec.of("orders"));

    for (Reader each : List.of(reader, reader)) {
      assertThatThrownBy(() -> each.read(5, Duration.ZERO)).hasMessageContaining("TOPIC_REPLACED");
    }
    Reader old = feige.reader("orders").from(place).build();
    assertThatThrownBy(() -> old.read(1, Duration.ZERO)).hasMessageContaining("TOPIC_REPLACED");
    Reader far = feige.reader("orders").from(StartFrom.offset(9)).build();
    assertThatThrownBy(() -> far.read(1, Duration.ZERO))
        .hasMessageContaining("OFFSET_OUT_OF_RANGE");
  }

  @Test
  void aTopicThatDoesNotExistIsMadeByAPublishAlone() {
    Consumer consumer = feige.consumer("none").group("g").build();
    Reader reader = feige.reader("none").from(StartFrom.latest()).build();

    assertThatThrownBy(() -> consumer.pull(1, Duration.ZERO))
        .hasMessageContaining("TOPIC_NOT_FOUND");
    assertThatThrownBy(() -> reader.read(1, Duration.ZERO)).hasMessageContaining("TOPIC_NOT_FOUND");
    assertThatThrownBy(() -> feige.consumer("none").group("g").listen(d -> Verdict.ack()))
        .hasMessageContaining("TOPIC_NOT_FOUND");
    assertThat(feige.topics().list()).isEmpty();
  }

  @Test
  void aLetterThatIsReplayedComesToItsGroupOnceAndToNoOther() {
    Consumer mail = feige.consumer("orders").group("mail").build();
    orders.publish(Message.of("k", "a"));
    assertThat(feige.deadLetters().list("orders", 9)).isEmpty();
    billing.pull(1, Duration.ZERO).get(0).reject("no");
    mail.pull(1, Duration.ZERO).get(0).ack();
    LetterId letter = LetterId.of(feige.deadLetters().list("orders", 9).get(0));

    assertThat(feige.deadLetters().replay("orders", List.of(letter)).done()).isEqualTo(1);
    assertThat(feige.deadLetters().replay("orders", List.of(letter)).passed()).isEqualTo(1);

    assertThat(mail.pull(9, Duration.ZERO)).isEmpty();
    assertThat(feige.groups().describe("orders", "mail").lag()).isZero();
    Delivery again = billing.pull(9, Duration.ZERO).get(0);
    assertThat(again.attempt()).isEqualTo(1);
    again.reject("no again");
    assertThat(feige.groups().describe("orders.dlq", "dealt-with").lag()).isEqualTo(1);
  }

  @Test
  void lettersAreRefusedAsNodesRefuseThem() {
    DeadLetters letters = feige.deadLetters();
    orders.publish(Message.builder().body("a").timeToLive(Duration.ofMinutes(1)).build());
    billing.pull(1, Duration.ZERO).get(0).reject("no");
    feige.producer("orders.dlq").build().publish(Message.of("mine"));
    List<LetterId> first = List.of(new LetterId("pair-1", 0));
    List<LetterId> second = List.of(new LetterId("pair-1", 1));

    feige.advance(Duration.ofMinutes(2));
    assertThat(letters.replay("orders", first).passed()).as("its time is over").isEqualTo(1);
    assertThat(letters.replayEdited("orders", first.get(0), Message.of("b")).done()).isEqualTo(1);
    assertThat(letters.replay("orders", second).left()).isEqualTo(1);
    assertThat(letters.replay("orders", second).why()).contains("letter 1", "published");
    assertThat(letters.drop("orders", second).done()).isEqualTo(1);
    assertThatThrownBy(() -> letters.replayEdited("orders", first.get(0), delayed("late", 1)))
        .hasMessageContaining("not delayed");
    assertThatThrownBy(() -> letters.list("none", 1)).hasMessageContaining("TOPIC_NOT_FOUND");
    assertThatThrownBy(() -> letters.list("orders", 0)).hasMessageContaining("INVALID_ARGUMENT");
    assertThat(letters.find("orders", first.get(0))).isPresent();
    assertThat(letters.find("orders", new LetterId("pair-1", 9))).isEmpty();
  }

  @Test
  void deadLettersAreThereAndEmptyBeforeTheFirst() {
    orders.publish(Message.of("a"));
    Reader letters = feige.reader("orders.dlq").from(StartFrom.earliest()).build();
    assertThat(letters.read(1, Duration.ZERO)).isEmpty();

    billing.pull(1, Duration.ZERO).get(0).reject("broken");

    assertThat(letters.read(1, Duration.ZERO)).hasSize(1);
  }

  @Test
  void aDeadLetterSaysWhatTheHandlerThrewLast() throws InterruptedException {
    feige
        .topics()
        .create(
            TopicSpec.of("stock").withMaxAttempts(2).withRetryDelay(Duration.ZERO, Duration.ZERO));
    try (Listening listening =
        feige
            .consumer("stock")
            .group("g")
            .listen(delivery -> {
              throw new IllegalStateException("no stock " + delivery.attempt());
            })) {
      feige.producer("stock").build().publish(Message.of("x"));
      await().until(() -> !letters("stock.dlq").isEmpty());
      assertThat(listening.state()).isNotEqualTo(Listening.State.STOPPED);
    }
    assertThat(letters("stock.dlq").get(0).deadLetter().orElseThrow().reason())
        .isEqualTo("not settled in 2 tries; the last: java.lang.IllegalStateException: no stock 2");
  }

  private List<ReceivedMessage> letters(String topic) {
    return feige.reader(topic).build().read(9, Duration.ZERO);
  }

  @Test
  void publishesFailAsTheTestAsks() {
    feige.failNextPublish(ErrorCode.BUSY);

    assertThatThrownBy(() -> orders.publish(Message.of("a")))
        .isInstanceOf(TemporaryException.class);
    assertThat(orders.publishAsync(Message.of("a")).join().offset()).isZero();
  }

  @Test
  void oneNodeIsThereAndItIsWell() {
    assertThat(feige.vitals().nodes()).containsExactly(feige.vitals("memory"));
    assertThat(feige.vitals("memory").health().isAlive()).isTrue();
    assertThatThrownBy(() -> feige.vitals("node-1")).isInstanceOf(RefusedException.class);
  }

  private static List<String> texts(List<? extends ReceivedMessage> messages) {
    return messages.stream().map(ReceivedMessage::text).toList();
  }
}
