package io.feige.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.protocol.batch.OnceName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessageTest {
  @Test
  void aDelayIsRoundedUpToTenMillisecondsSoThatBatchesAreShared() {
    Message message = Message.builder().body("x").delay(Duration.ofMillis(5)).build();

    assertThat(message.delayMillis()).isEqualTo(10);
    assertThat(message.deliverAtMillis(1_005)).isEqualTo(1_015);
    assertThat(message.isDelayed()).isTrue();
  }

  @Test
  void absoluteTimesStayAsTheyAre() {
    Message message =
        Message.builder()
            .deliverAt(Instant.ofEpochMilli(1_234))
            .expiresAt(Instant.ofEpochMilli(2_345))
            .build();

    assertThat(message.deliverAtMillis(99)).isEqualTo(1_234);
    assertThat(message.expiresAtMillis(99)).isEqualTo(2_345);
  }

  @Test
  void timeToLiveCountsFromWhenItIsTaken() {
    Message message = Message.builder().timeToLive(Duration.ofSeconds(1)).build();

    assertThat(message.expiresAtMillis(500)).isEqualTo(1_500);
  }

  @Test
  void halfOfASurrogatePairIsRefusedAndNotRepaired() {
    String half = "\ud800x";
    Message.Builder builder = Message.builder();

    for (Runnable each :
        List.<Runnable>of(
            () -> Message.of(half),
            () -> Message.of(half, "x"),
            () -> builder.key(half),
            () -> builder.body(half),
            () -> builder.header("name", half),
            () -> builder.idempotencyKey(half),
            () -> OnceName.producerId(half),
            () -> Header.of("name", half))) {
      assertThatThrownBy(each::run).isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(Message.of("?\ud83d\ude00").text()).isEqualTo("?\ud83d\ude00");
  }

  @Test
  void anEmptyKeyIsAKey() {
    assertThat(Message.of("", "x").hasKey()).isTrue();
    assertThat(Message.of("x").hasKey()).isFalse();
  }

  @Test
  void valuesOutOfRangeAreRefused() {
    Message.Builder builder = Message.builder();

    assertThatThrownBy(() -> builder.delay(Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ProducerPolicy.DEFAULT.withBatchBytes(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("batchBytes must be from 1024");
  }

  @Test
  void delaysAndLivesWithoutEndDoNotBeginAgainInThePast() {
    Duration endless = Duration.ofMillis(Long.MAX_VALUE);
    Message message = Message.builder().body("x").delay(endless).timeToLive(endless).build();

    assertThat(message.deliverAtMillis(1_700_000_000_000L)).isGreaterThan(Long.MAX_VALUE - 10);
    assertThat(message.expiresAtMillis(1_700_000_000_000L)).isEqualTo(Long.MAX_VALUE);
  }
}
