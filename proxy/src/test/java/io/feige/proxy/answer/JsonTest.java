package io.feige.proxy.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonTest {
  private record In(@Nullable Long number, @Nullable Integer small) {}

  private static In read(String json) {
    return Json.read(json.getBytes(StandardCharsets.UTF_8), In.class);
  }

  @ParameterizedTest
  @CsvSource({"7,7", "704.0,704", "-0.0,0", "1e3,1000", "9223372036854775807,9223372036854775807"})
  void aWholeNumberIsOneHoweverItIsWritten(String written, long number) {
    String json = "{\"number\": " + written + "}";

    assertThat(read(json).number()).isEqualTo(number);
    assertThat(Json.wholeNumber(json.getBytes(StandardCharsets.UTF_8), "number")).isEqualTo(number);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7.5",
        "1e-1000000000",
        "1e1000000000",
        "9223372036854775808",
        "\"7\"",
        "\"\"",
        "true",
        "[7]",
        "{}"
      })
  void whatIsNoWholeNumberIsRefused(String written) {
    assertThatThrownBy(() -> read("{\"number\": " + written + "}")).isInstanceOf(Problem.class);
    assertThatThrownBy(() -> read("{\"small\": " + written + "}")).isInstanceOf(Problem.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"number\": null}", "{}"})
  void whatIsNotThereIsNull(String json) {
    assertThat(read(json).number()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2147483648", "-2147483649"})
  void whatDoesNotFitIsRefused(String written) {
    assertThatThrownBy(() -> read("{\"small\": " + written + "}"))
        .isInstanceOf(Problem.class)
        .hasMessageContaining("fits");
  }
}
