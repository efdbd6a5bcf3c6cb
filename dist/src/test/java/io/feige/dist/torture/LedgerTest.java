package io.feige.dist.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.Delivery;
import io.feige.client.Message;
import io.feige.client.testing.InMemoryFeige;
import io.feige.dist.torture.Violations.Kind;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LedgerTest {
  private static final TorturePlan PLAN =
      new TorturePlan(Path.of("x"), 1, 4, 0, 64, Duration.ofSeconds(1), 7, "");
  private static final NumberedBody ID = new NumberedBody(1, 0);

  private final InMemoryFeige feige = InMemoryFeige.create();
  private final Violations violations = new Violations();
  private final Ledger ledger = new Ledger(PLAN.publishers(), TorturePlan.GROUPS, violations);

  @AfterEach
  void close() {
    feige.close();
  }

  private void publish(NumberedBody id) {
    feige.producer(PLAN.topic()).build().publish(Message.of(id.bytes(PLAN.size())));
  }

  private Delivery deliver(String group) {
    return feige.consumer(PLAN.topic()).group(group).build().pull(1, Duration.ZERO).getFirst();
  }

  @Test
  void aBodyProvesWhichMessageItIs() {
    byte[] body = new NumberedBody(3, 123_456).bytes(200);

    assertThat(body).hasSize(200);
    assertThat(NumberedBody.read(body)).isEqualTo(new NumberedBody(3, 123_456));
    body[150] ^= 1;
    assertThat(NumberedBody.read(body)).isNull();
    assertThat(NumberedBody.read(new byte[3])).isNull();
  }

  @Test
  void anAckOfTheSameLifeIsFinalAtOnce() {
    publish(ID);
    Delivery delivery = deliver("g");
    ledger.delivered(0, ID, delivery);
    ledger.acked(0, ID, ledger.life());

    ledger.delivered(0, ID, delivery);

    assertThat(violations.count(Kind.ACKED_CAME_AGAIN)).isEqualTo(1);
    assertThat(violations.words().getFirst()).contains("publisher 1 message 0");
  }

  @Test
  void anAckOfAnEarlierLifesMessageIsFinalFromTheNextLifeOn() {
    publish(ID);
    Delivery delivery = deliver("g");
    int before = ledger.life();
    ledger.delivered(0, ID, delivery);
    delivery.nack(Duration.ZERO);
    Delivery again = deliver("g");
    ledger.nextLife();
    ledger.acked(0, ID, before);

    ledger.delivered(0, ID, again);
    assertThat(violations.isEmpty()).isTrue();
    ledger.nextLife();
    ledger.delivered(0, ID, again);

    assertThat(violations.count(Kind.ACKED_CAME_AGAIN)).isEqualTo(1);
  }

  @Test
  void groupsDoNotCountForEachOther() {
    publish(ID);
    ledger.delivered(0, ID, deliver("a"));
    ledger.acked(0, ID, ledger.life());

    ledger.delivered(1, ID, deliver("b"));

    assertThat(violations.isEmpty()).isTrue();
  }

  @Test
  void aSecondFirstDeliveryIsAViolation() {
    publish(ID);
    Delivery delivery = deliver("g");
    ledger.delivered(0, ID, delivery);

    ledger.delivered(0, ID, delivery);

    assertThat(violations.count(Kind.REDELIVERY_UNMARKED)).isEqualTo(1);
  }

  @Test
  void theAuditFindsWhatIsMissingDoubledRefusedAndChanged() {
    ledger.confirmed(1, 0);
    ledger.confirmed(1, 1);
    ledger.refused(1, 2);
    publish(ID);
    publish(ID);
    publish(new NumberedBody(1, 2));
    feige.producer(PLAN.topic()).build().publish(Message.of("something else"));
    ledger.delivered(0, ID, deliver("g"));

    new Audit(PLAN, ledger, violations).run(feige);

    assertThat(violations.count(Kind.STORED_TWICE)).isEqualTo(1);
    assertThat(violations.count(Kind.REFUSED_BUT_STORED)).isEqualTo(1);
    assertThat(violations.count(Kind.CONTENT)).isEqualTo(1);
    // Message 1 is not stored and came to neither group, message 0 only to one of them.
    assertThat(violations.count(Kind.LOST)).isEqualTo(4);
    assertThat(ledger.isDelivered()).isFalse();
  }

  @Test
  void aCleanHistoryHasNoViolation() {
    publish(ID);
    ledger.confirmed(1, 0);
    ledger.delivered(0, ID, deliver("a"));
    ledger.delivered(1, ID, deliver("b"));

    new Audit(PLAN, ledger, violations).run(feige);

    assertThat(violations.isEmpty()).isTrue();
    assertThat(ledger.isDelivered()).isTrue();
    assertThat(ledger.lag()).isZero();
  }
}
