package io.feige.proxy.verb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feige.client.StartFrom;
import io.feige.proxy.answer.Problem;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PlacesTest {
  @Test
  void whatIsWrittenIsReadAgain() {
    Map<String, StartFrom> places =
        Map.of(
            "pair-2", StartFrom.time(Instant.parse("2026-11-26T07:00:00Z")),
            "pair-1", StartFrom.offset(43, 7),
            "pair-3", StartFrom.offset(0));
    String text = Places.of(places).toString();

    assertThat(text).isEqualTo("pair-1:43/7,pair-2@1795676400000,pair-3:0");
    assertThat(Places.parse(text).byPair()).isEqualTo(places);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",",
        "pair-1",
        "pair-1:",
        ":7",
        "pair-1:-1",
        "pair-1:1,",
        "pair-1:1/",
        "pair-1:1/0",
        "pair-1:1/x",
        "pair-1:1/2147483648",
        "pair-1@1/2",
        "a b:1",
        "p:9999999999999999999"
      })
  void anythingElseIsRefused(String text) {
    assertThatExceptionOfType(Problem.class)
        .isThrownBy(() -> Places.parse(text))
        .returns(400, Problem::status);
  }
}
