package io.feige.client;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TopicSpecTest {
  private static final TopicSpec SPEC = TopicSpec.of("orders");
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration WITHOUT_END = Duration.ofSeconds(Long.MAX_VALUE);

  @Test
  void aLeaseIsFromAHundredMillisecondsToADay() {
    refused(
        "lease must be from PT0.1S to PT24H, not ",
        SPEC::withLease,
        Duration.ofMillis(99),
        DAY.plusMillis(1),
        Duration.ofDays(30),
        WITHOUT_END,
        WITHOUT_END.negated());
  }

  @Test
  void aRetryComesAtMostADayLaterAtFirstAndSevenLaterOn() {
    refused(
        "retryDelay must be from PT0S to PT24H, not ",
        first -> SPEC.withRetryDelay(first, Duration.ofDays(7)),
        Duration.ofMillis(-1),
        DAY.plusMillis(1),
        WITHOUT_END);
    refused(
        "retryDelayMax must be from PT10S to PT168H, not ",
        longest -> SPEC.withRetryDelay(Duration.ofSeconds(10), longest),
        Duration.ofSeconds(9),
        Duration.ofDays(8),
        WITHOUT_END);
  }

  @Test
  void aRetentionFitsIntoMilliseconds() {
    refused(
        "retention must be from PT0S to ", SPEC::withRetention, Duration.ofMillis(-1), WITHOUT_END);
  }

  private static void refused(String sentence, Consumer<Duration> use, Duration... values) {
    for (Duration value : List.of(values)) {
      assertThatThrownBy(() -> use.accept(value))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith(sentence)
          .hasMessageEndingWith("not " + value);
    }
  }
}
