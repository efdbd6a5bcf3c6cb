package io.feige.proxy.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.proxy.answer.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class IdempotencyKeyTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      quoteCharacter = '~',
      value = {
        "8e03978e-40d5=8e03978e-40d5",
        "\"8e03978e-40d5\"=8e03978e-40d5",
        "\"a \\\"b\\\" \\\\ c\"=a \"b\" \\ c",
        "a\"b=a\"b",
      })
  void quotationMarksAreNoPartOfIt(String header, String key) {
    assertThat(IdempotencyKey.read(header)).isEqualTo(key);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "\"", "\"\"", "\"a", "\"a\\\"", "\"a\"b\"", "\"a\\b\"", "\"\\"})
  void whatIsNoKeyIsRefused(String header) {
    assertThatThrownBy(() -> IdempotencyKey.read(header)).isInstanceOf(Problem.class);
  }

  @Test
  void itsLengthHasABound() {
    assertThat(IdempotencyKey.read("x".repeat(200))).hasSize(200);
    assertThatThrownBy(() -> IdempotencyKey.read("x".repeat(201))).hasMessageContaining("201");
  }
}
