package io.feige.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {
  @ParameterizedTest
  @ValueSource(strings = {"", "plain", "what?", "飞鸽", "Brieftäube?", "\ud83d\udc26?"})
  void textComesBackAsItWas(String text) {
    byte[] bytes = Utf8.encode(text);

    assertThat(bytes).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
    assertThat(Utf8.decode(bytes, 0, bytes.length)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\ud83d", "\udc26", "a\ud83db", "\udc26\ud83d", "ä\ud83d"})
  void halfOfASurrogatePairIsRefused(String text) {
    assertThatThrownBy(() -> Utf8.encode(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ff",
        "c0 80",
        "c3",
        "e9 a3",
        "ed a0 80",
        "f4 90 80 80",
        "61 80",
        "f8 88 80 80 80"
      })
  void bytesThatAreNotWellFormedAreNoText(String hex) {
    byte[] bytes = Hex.bytes(hex);

    assertThat(Utf8.decode(bytes, 0, bytes.length)).isNull();
  }

  @Test
  void rangeOfBytesIsDecodedAlone() {
    byte[] bytes = Hex.bytes("ff 61 62 ff");

    assertThat(Utf8.decode(bytes, 1, 2)).isEqualTo("ab");
  }
}
