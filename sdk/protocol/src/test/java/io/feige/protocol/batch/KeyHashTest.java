package io.feige.protocol.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyHashTest {
  /** Published vectors of MurmurHash3 x86 32 with seed 0: every length of tail is among them. */
  @ParameterizedTest
  @CsvSource({
    "'', 00000000",
    "a, 3c2569b2",
    "abc, b3dd93fa",
    "test, ba6bd213",
    "'Hello, world!', c0363e43",
    "The quick brown fox jumps over the lazy dog, 2e4ff723",
  })
  void hashIsMurmur3(String key, String expected) {
    int hash = KeyHash.of(key.getBytes(StandardCharsets.UTF_8));

    assertThat(hash).isEqualTo(Integer.parseUnsignedInt(expected, 16));
  }

  @Test
  void hashOfARangeIsThatOfItsBytes() {
    byte[] bytes = "xxtestxxx".getBytes(StandardCharsets.UTF_8);

    assertThat(KeyHash.of(bytes, 2, 4)).isEqualTo(0xba6bd213);
  }
}
