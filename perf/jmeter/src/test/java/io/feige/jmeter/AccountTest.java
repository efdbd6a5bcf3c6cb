package io.feige.jmeter;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeClient;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.testing.InMemoryFeige;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AccountTest {
  private final FeigeClient feige = InMemoryFeige.create();
  private final Account account = new Account();
  private final Account.TopicAccount orders = account.topic("orders");
  private final GroupAccount billing = orders.group("billing");
  private final int stream = account.newStream();

  @AfterEach
  void close() {
    feige.close();
  }

  @Test
  void whatIsConfirmedAndReceivedOnceIsRight() {
    publish(0);
    publish(1);
    for (Delivery delivery : pull()) {
      account.delivered(billing, delivery).ifPresent(billing::acked);
    }
    assertThat(settlement().isRight()).isTrue();
    assertThat(billing.ackedCount()).isEqualTo(2);
    assertThat(settlement().words()).contains("| orders | 2 | 0 | 0 |").contains("billing | 2 | 0");
  }

  @Test
  void whatIsConfirmedAndDoesNotComeIsMissing() {
    publish(0);
    publish(1);
    account.delivered(billing, pull().get(0));
    assertThat(settlement().problems())
        .isEqualTo("orders, billing: 1 confirmed messages are missing");
  }

  @Test
  void whatWasNotConfirmedMayCome() {
    Stamp unconfirmed = account.stamp(stream, 0);
    publish(unconfirmed);
    orders.failed(true);
    publish(1);
    pull().forEach(delivery -> account.delivered(billing, delivery));
    assertThat(settlement().isRight()).isTrue();
    assertThat(orders.unknownCount()).isEqualTo(1);
    assertThat(billing.received().size()).isEqualTo(2);
  }

  @Test
  void aMessageThatIsThereTwiceIsFound() {
    Stamp stamp = account.stamp(stream, 0);
    publish(stamp);
    publish(stamp);
    orders.confirmed(stamp);
    pull().forEach(delivery -> account.delivered(billing, delivery));
    assertThat(settlement().problems()).isEqualTo("orders, billing: 1 messages are there twice");
  }

  @Test
  void oneThatComesAgainIsRightUntilItsAckIsConfirmed() {
    publish(0);
    Stamp stamp = account.stamp(stream, 0);
    billing.delivered(stamp, false);
    billing.delivered(stamp, true);
    assertThat(settlement().isRight()).isTrue();
    assertThat(billing.again()).isEqualTo(1);
    billing.acked(stamp);
    billing.delivered(stamp, true);
    assertThat(settlement().problems()).isEqualTo("orders, billing: 1 came again after their ack");
  }

  @Test
  void otherPeoplesMessagesAreCountedApart() {
    publish(0);
    publish(new Account().stamp(stream, 5));
    try (Producer producer = feige.producer("orders").build()) {
      producer.publish(Message.of("by hand"));
    }
    pull().forEach(delivery -> account.delivered(billing, delivery));
    assertThat(billing.foreignCount()).isEqualTo(2);
    assertThat(settlement().isRight()).isTrue();
  }

  @Test
  void aTestThatPublishedNothingHasShownNothing() {
    assertThat(settlement().problems()).isEqualTo("not one message was confirmed");
  }

  @Test
  void aClockThatWasSetBackMakesNoNegativeTime() {
    billing.delivered(new Stamp(1, 0, 0, Stamp.nowMicros() + 5_000_000), false);
    assertThat(billing.endToEnd().fromTheFuture()).isEqualTo(1);
    assertThat(billing.endToEnd().maxMicros()).isZero();
  }

  private Settlement settlement() {
    return Settlement.of(account.topics());
  }

  private void publish(int sequence) {
    Stamp stamp = account.stamp(stream, sequence);
    publish(stamp);
    orders.confirmed(stamp);
  }

  private void publish(Stamp stamp) {
    try (Producer producer = feige.producer("orders").build()) {
      producer.publish(
          Message.builder()
              .header(stamp.header().name(), stamp.header().value())
              .body("x")
              .build());
    }
  }

  private List<Delivery> pull() {
    try (Consumer consumer = feige.consumer("orders").group("billing").build()) {
      return consumer.pull(100, Duration.ofSeconds(1));
    }
  }
}
