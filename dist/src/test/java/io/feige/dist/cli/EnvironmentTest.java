package io.feige.dist.cli;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class EnvironmentTest {
  @Test
  void whereNobodyCanBeAskedForAPasswordACommandSaysSo() {
    assertThatExceptionOfType(CliException.class)
        .isThrownBy(() -> Environment.REAL.askSecret("password: "))
        .withMessageContaining("file:PATH");
  }
}
