package io.feige.protocol.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DelayedIdTest {
  @Test
  void idIsReadAsItWasWritten() {
    DelayedId id = new DelayedId("pair-1.b", 1L << 56, 65_534);

    assertThat(id).hasToString("pair-1.b/72057594037927936.65534");
    assertThat(DelayedId.parse(id.toString())).isEqualTo(id);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "4711.0",
        "/4711.0",
        "pair-1/4711",
        "pair-1/4711.",
        "pair-1/.0",
        "pair-1/-1.0",
        "pair-1/+1.0",
        "pair-1/01.0",
        "pair-1/1.00",
        "pair-1/1.100000",
        "pair-1/9999999999999999999.0",
        "pair-1/1.0 ",
        " pair-1/1.0",
        "pair-1/1.0\n",
        "a/b/1.0",
        ".a/1.0",
        "p\u00e4r/1.0",
        "pair-1/\u0661.0"
      })
  void anythingElseIsNoId(String text) {
    assertThat(DelayedId.parse(text)).isNull();
  }

  @Test
  void longNamesAreHeldToTheRule() {
    assertThat(DelayedId.parse("n".repeat(200) + "/1.0")).isNotNull();
    assertThat(DelayedId.parse("n".repeat(201) + "/1.0")).isNull();
  }
}
