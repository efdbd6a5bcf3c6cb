package io.feige.protocol.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameRuleTest {
  @ParameterizedTest
  @ValueSource(strings = {"a", "Orders.eu-1_x", "0", "-", "_", "a..b", "az09AZ"})
  void permittedNames(String name) {
    assertThat(NameRule.problem(name)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", ".hidden", "a/b", "a b", "ä", "a\u0000", "a:b", "{", "@", "`"})
  void refusedNames(String name) {
    assertThat(NameRule.problem(name)).isNotNull();
    assertThatThrownBy(() -> NameRule.require(name)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void nameHasAtMost200Characters() {
    assertThat(NameRule.permits("a".repeat(200))).isTrue();
    assertThat(NameRule.permits("a".repeat(201))).isFalse();
  }
}
