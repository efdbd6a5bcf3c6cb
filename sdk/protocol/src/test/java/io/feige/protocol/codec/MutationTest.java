package io.feige.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MutationTest {
  private static final int ITERATIONS = 100_000;

  @ParameterizedTest
  @EnumSource
  void nothingButRefusalsComesOutOfMutatedBytesAndMemoryStaysBounded(FuzzTarget target) {
    CodecFuzz fuzz = new CodecFuzz(target, 20_260_101L);

    fuzz.run(ITERATIONS);

    assertThat(fuzz.findings()).isEmpty();
  }
}
