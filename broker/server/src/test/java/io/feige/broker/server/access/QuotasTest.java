package io.feige.broker.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.access.AccessTable;
import io.feige.access.Quota;
import io.feige.protocol.command.GetStatus;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.ReadMailbox;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.ReadFrom;
import io.netty.buffer.Unpooled;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rule: who has had what a second gives waits until that is paid for, and nobody else does. */
final class QuotasTest {
  private static final int A_SECOND = 10_000;

  private AccessTable table = AccessTable.NONE;
  private long nanos = -3_000_000_000L;
  private final Quotas quotas = new Quotas(() -> table, () -> nanos);

  private void limit(String of, long publish, long pull, long stored) {
    table = table.limit(Quota.of(of, publish, pull, stored));
  }

  private void pass(long millis) {
    nanos += millis * 1_000_000;
  }

  private @Nullable Refusal publish(String user, String topic, int bytes) {
    return quotas.ask(
        user, new Publish(topic, 0, Durability.LOCAL, 0, Unpooled.wrappedBuffer(new byte[bytes])));
  }

  private static Read reading(String topic) {
    return new Read(topic, 0, ReadFrom.earliest(), 1 << 20, 0);
  }

  private static int waitMillis(@Nullable Refusal refusal) {
    Refusal given = Objects.requireNonNull(refusal);
    assertThat(given.code()).isEqualTo(ErrorCode.QUOTA_EXCEEDED);
    return given.retryAfterMillis();
  }

  @Test
  void withoutAQuotaNobodyWaits() {
    assertThat(publish("ann", "orders", 1 << 20)).isNull();
    assertThat(quotas.payer("ann", reading("orders"))).isNull();
    limit("user:bob", A_SECOND, A_SECOND, 0);
    limit("topic:logs", A_SECOND, A_SECOND, A_SECOND);
    for (int i = 0; i < 100; i++) {
      assertThat(publish("ann", "orders", 1 << 20)).isNull();
      assertThat(publish("", "orders", 1 << 20)).isNull();
    }
    assertThat(quotas.payer("ann", reading("orders"))).isNull();
    assertThat(quotas.store("orders", () -> Long.MAX_VALUE)).isNull();
  }

  @Test
  void whatComesInASecondMayBeHadAtOnceAndThenAtThatRate() {
    limit("user:ann", A_SECOND, 0, 0);
    for (int i = 0; i < 11; i++) {
      assertThat(publish("ann", "orders", 1_000)).as("batch %d", i).isNull();
    }
    assertThat(waitMillis(publish("ann", "orders", 1_000))).isEqualTo(101);

    pass(99);
    assertThat(waitMillis(publish("ann", "orders", 1_000))).isEqualTo(2);
    int taken = 0;
    for (int millis = 0; millis < 10_000; millis++) {
      pass(1);
      taken += publish("ann", "orders", 1_000) == null ? 1_000 : 0;
    }
    assertThat(taken).isEqualTo(10 * A_SECOND);
  }

  @Test
  void largeBatchGoesThroughAndIsPaidForAfterwards() {
    limit("topic:orders", A_SECOND, 0, 0);
    assertThat(publish("", "orders", 5 * A_SECOND)).isNull();

    assertThat(waitMillis(publish("", "orders", 1))).isEqualTo(4_001);
    pass(3_999);
    assertThat(publish("", "orders", 1)).isNotNull();
    pass(1);
    assertThat(publish("", "orders", 1)).isNull();
  }

  @Test
  void nobodyIsToldToWaitForVeryLong() {
    limit("topic:orders", Quota.LEAST_BYTES, 0, 0);
    assertThat(publish("", "orders", 8 << 20)).isNull();

    assertThat(waitMillis(publish("", "orders", 1))).isEqualTo(10_000);
  }

  @Test
  void eachOfSeveralHasItForItself() {
    limit("user:*", A_SECOND, 0, 0);
    assertThat(publish("ann", "orders", 3 * A_SECOND)).isNull();

    assertThat(publish("ann", "orders", 1)).isNotNull();
    assertThat(publish("bob", "orders", 1)).isNull();
    assertThat(publish("", "orders", 1)).as("no user").isNull();
  }

  @Test
  void userWaitsForTheTopicTooAndTakesNothingMeanwhile() {
    limit("user:ann", A_SECOND, 0, 0);
    limit("topic:orders", A_SECOND, 0, 0);
    assertThat(publish("bob", "orders", 3 * A_SECOND)).isNull();

    for (int i = 0; i < 10; i++) {
      Refusal refusal = publish("ann", "orders", A_SECOND);
      assertThat(waitMillis(refusal)).isEqualTo(2_001);
      assertThat(Objects.requireNonNull(refusal).message())
          .isEqualTo(
              "topic 'orders' may publish 10,000 bytes a second here (quota of topic:orders), and"
                  + " has; nothing was stored");
    }
    assertThat(publish("ann", "logs", 2 * A_SECOND)).isNull();
  }

  @Test
  void whoGetsMoreOwesNothing() {
    limit("user:ann", Quota.LEAST_BYTES, 0, 0);
    assertThat(publish("ann", "orders", 1 << 20)).isNull();
    assertThat(publish("ann", "orders", 1)).isNotNull();

    limit("user:ann", A_SECOND, 0, 0);
    assertThat(publish("ann", "orders", 1)).isNull();
    table = table.unlimit("user:ann");
    assertThat(publish("ann", "orders", 1 << 20)).isNull();
  }

  @Test
  void messagesArePaidForWhenTheyAreDelivered() {
    limit("user:ann", 0, A_SECOND, 0);
    assertThat(quotas.ask("ann", reading("orders"))).isNull();
    LongConsumer payer = Objects.requireNonNull(quotas.payer("ann", reading("orders")));
    assertThat(quotas.ask("ann", reading("orders"))).as("nothing came yet").isNull();

    payer.accept(4 * A_SECOND);

    assertThat(waitMillis(quotas.ask("ann", reading("orders")))).isEqualTo(3_001);
    assertThat(publish("ann", "orders", 1 << 20)).as("publishes are not limited").isNull();
    assertThat(quotas.ask("ann", new GetStatus())).isNull();
    ReadMailbox mail = new ReadMailbox("inbox", 0, "ann", 0, 1, 1 << 20, 0);
    assertThat(quotas.ask("ann", mail)).as("mail counts too").isNotNull();
    pass(3_001);
    assertThat(quotas.ask("ann", reading("orders"))).isNull();
    assertThat(quotas.payer("ann", mail)).isNotNull();
  }

  @Test
  void fullTopicTakesNoMore() {
    limit("topic:orders", 0, 0, 50_000);
    assertThat(quotas.store("orders", () -> 49_999)).isNull();

    Refusal full = quotas.store("orders", () -> 50_000);
    assertThat(waitMillis(full)).isEqualTo(1_000);
    assertThat(Objects.requireNonNull(full).message())
        .isEqualTo(
            "topic 'orders' may store 50,000 bytes here (quota of topic:orders), and does; nothing"
                + " more was stored");
    assertThat(publish("", "orders", 1 << 20)).as("the pair says so").isNull();
  }

  @Test
  void tenTimesAsManyAsAreRememberedTakeNoMoreMemory() {
    limit("topic:*", A_SECOND, 0, 0);
    for (int i = 0; i < 100_000; i++) {
      assertThat(publish("", "topic-" + i, 2 * A_SECOND)).isNull();
    }
    assertThat(publish("", "topic-99999", 1)).isNotNull();
    assertThat(publish("", "topic-0", 1)).as("it was forgotten").isNull();
  }
}
