package io.feige.proxy.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feige.client.Durability;
import io.feige.proxy.answer.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class QueryTest {
  private static final Query QUERY =
      new Query(
          Map.of(
              "max", List.of("12"),
              "waitMillis", List.of("5000"),
              "durability", List.of("stored"),
              "twice", List.of("a", "b"),
              "words", List.of("1e3")));

  private static void refused(ThrowingCallable reading, String... words) {
    assertThatExceptionOfType(Problem.class)
        .isThrownBy(reading)
        .satisfies(problem -> assertThat(problem.getMessage()).contains(words));
  }

  private static Query of(String name, String value) {
    return new Query(Map.of(name, List.of(value)));
  }

  @Test
  void whatIsThereIsRead() {
    assertThat(QUERY.max()).isEqualTo(12);
    assertThat(QUERY.numberIfAny("max")).isEqualTo(12);
    assertThat(QUERY.numberIfAny("min")).isNull();
    assertThat(QUERY.patience(Duration.ZERO)).isEqualTo(Duration.ofSeconds(5));
    assertThat(QUERY.constant("durability", Durability.REPLICATED)).isEqualTo(Durability.STORED);
    assertThat(QUERY.all("twice")).containsExactly("a", "b");
  }

  @Test
  void aWaitIsNotSoShortThatNobodyCouldBeAsked() {
    assertThat(of("waitMillis", "0").patience(Duration.ZERO)).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void aNameThatIsGivenIsOne() {
    assertThat(of("pair", "pair-1").nameIfAny("pair")).contains("pair-1");
    assertThat(QUERY.nameIfAny("pair")).isEmpty();
    refused(() -> of("pair", "").nameIfAny("pair"), "pair");
  }

  @Test
  void whatCannotBeReadIsRefusedByName() {
    refused(() -> of("max", "0").max(), "max", "1 to 1000", "0");
    refused(() -> of("max", "1001").max(), "max", "1 to 1000", "1001");
    refused(() -> QUERY.numberIfAny("words"), "words", "whole number");
    refused(() -> of("waitMillis", "300001").patience(Duration.ZERO), "waitMillis", "5m");
    refused(() -> of("waitMillis", "5s").patience(Duration.ZERO), "waitMillis", "whole number");
    refused(() -> QUERY.constant("words", Durability.QUEUED), "words", "REPLICATED");
    refused(() -> QUERY.text("twice", ""), "twice", "more than once");
  }

  @Test
  void aNameThatIsNotKnownIsRefused() {
    refused(
        () -> QUERY.among("max", "waitMillis", "durability", "twice"), "words", "[durability, max");
  }
}
