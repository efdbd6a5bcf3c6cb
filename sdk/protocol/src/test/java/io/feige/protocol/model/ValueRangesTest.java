package io.feige.protocol.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ValueRangesTest {
  private static final TopicSpec SPEC = TopicSpec.named("orders");

  @Test
  void topicSpecRefusesWhatIsOutOfRange() {
    refused(() -> TopicSpec.named(".orders"), "dot");
    refused(() -> SPEC.withMaxAttempts(0), "maxAttempts must be 1 to 65535, not 0");
    refused(() -> SPEC.withMaxAttempts(65_536), "maxAttempts");
    refused(() -> SPEC.withLeaseMillis(99), "leaseMillis must be 100 to 86400000, not 99");
    refused(() -> SPEC.withRetryDelay(-1, 0), "retryDelayMillis");
    refused(() -> SPEC.withRetryDelay(10, 9), "retryDelayMaxMillis must be 10 to");
    refused(() -> SPEC.withRetention(-1, 0, true), "retentionMillis must be 0 or more");
    refused(() -> SPEC.withRetention(0, -1, true), "retentionBytes must be 0 or more");
  }

  @Test
  void changedSpecKeepsEverythingElse() {
    TopicSpec changed =
        SPEC.withOrder(OrderMode.BY_KEY)
            .withMaxAttempts(3)
            .withLeaseMillis(200)
            .withRetryDelay(5, 6)
            .withRetention(7, 8, false)
            .withMailboxCap(9)
            .withPlace(TopicPlace.HERE);

    assertThat(changed)
        .isEqualTo(
            new TopicSpec(
                "orders",
                OrderMode.BY_KEY,
                3,
                200,
                5,
                6,
                7,
                8,
                false,
                9,
                TopicPlace.HERE,
                List.of()));
  }

  @Test
  void verdictRefusesWhatIsOutOfRange() {
    refused(() -> Verdict.ack(5, 4, 1), "offsets 5 to 4 are no range");
    refused(() -> Verdict.ack(-1, 4, 1), "no range");
    refused(() -> Verdict.ack(0, Long.MAX_VALUE, 1), "no range");
    refused(() -> Verdict.ack(0, 1, 0), "attempt must be 1 to 65535");
    refused(() -> Verdict.nack(0, 1, 1, -1), "delayMillis");
    refused(() -> Verdict.nack(0, 1, 1, 1L << 31), "delayMillis");
    refused(() -> Verdict.extend(0, 1, 1, Verdict.TOPIC_BACK_OFF), "delayMillis");
    assertThatCode(() -> Verdict.nack(0, 1, 1, Verdict.TOPIC_BACK_OFF)).doesNotThrowAnyException();
  }

  @Test
  void otherValuesRefuseWhatIsOutOfRange() {
    refused(() -> new Selection(-1, 1, 1), "first");
    refused(() -> new Selection(65_534, 2, 1), "count must be 1 to 1, not 2");
    refused(() -> new Selection(0, 0, 1), "count");
    refused(() -> new Selection(0, 1, 0), "attempt");
    refused(() -> new OffsetRange(2, 1), "no range");
    refused(() -> ReadFrom.offset(-1), "value");
    refused(() -> new ReadFrom(ReadFrom.Type.LATEST, 1), "LATEST has no value");
    refused(() -> new PairRoute("p", 1, "n", "h", 0, true), "port");
  }

  @Test
  void numbersOfEnumsAreFoundAndOthersAreNot() {
    for (Durability durability : Durability.values()) {
      assertThat(Durability.ofNumber(durability.number())).isEqualTo(durability);
    }
    for (OrderMode order : OrderMode.values()) {
      assertThat(OrderMode.ofNumber(order.number())).isEqualTo(order);
    }
    for (VerdictKind kind : VerdictKind.values()) {
      assertThat(VerdictKind.ofNumber(kind.number())).isEqualTo(kind);
    }
    assertThat(Durability.ofNumber(0)).isNull();
    assertThat(Durability.ofNumber(5)).isNull();
    assertThat(OrderMode.ofNumber(-1)).isNull();
    assertThat(OrderMode.ofNumber(3)).isNull();
    assertThat(VerdictKind.ofNumber(Integer.MIN_VALUE)).isNull();
  }

  @Test
  void secretIsNeverShown() {
    Secret secret = Secret.of("s3cret");

    assertThat(secret).hasToString("secret").isEqualTo(Secret.of("s3cret"));
    assertThat(secret).isNotEqualTo(Secret.of("s3creT"));
  }

  private static void refused(ThrowingCallable making, String words) {
    assertThatThrownBy(making)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }
}
