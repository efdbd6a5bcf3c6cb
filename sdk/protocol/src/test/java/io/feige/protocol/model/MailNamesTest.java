package io.feige.protocol.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MailNamesTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "\ud800", "a\udc00", "a\u0007", "a\u0085"})
  void whatNobodyCanBeCalledHasASentence(String name) {
    assertThat(IdentityRule.problem(name)).isNotBlank();
    assertThat(ChannelRule.problem(name)).isNotBlank();
    assertThat(ChannelRule.problemOfFilter(name)).isNotBlank();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "ann/1", "k\u00f6nig", "\ud83d\udc26", "a b"})
  void whatSomebodyCanBeCalledHasNone(String name) {
    assertThat(IdentityRule.problem(name)).isNull();
    assertThat(ChannelRule.problem(name)).isNull();
    assertThat(ChannelRule.problemOfFilter(name)).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {255, 256, 100_000})
  void lengthIsCountedInBytes(int bytes) {
    String half = "\u00f6".repeat(bytes / 2) + "a".repeat(bytes % 2);
    assertThat(IdentityRule.problem(half) == null).isEqualTo(bytes <= IdentityRule.MAX_BYTES);
    assertThat(ChannelRule.problem(half)).isNotNull();
  }
}
