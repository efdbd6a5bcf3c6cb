package io.feige.client.internal.publish;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rule: what the network and a slow node explain is no difference of clocks. */
class ClockCheckTest {
  @ParameterizedTest
  @CsvSource({
    // stored, now, took, ahead
    "100000, 100005,     5,       0",
    "100000, 130000, 30000,       0",
    "100000, 101900,     0,       0",
    "100000,  98100,     0,       0",
    "400000, 100005,     5, -299995",
    "100000, 400005,     5,  300000",
    "100000, 433000, 33000,  300000",
  })
  void aheadIsOnlyWhatNothingElseExplains(long stored, long now, long took, long ahead) {
    assertThat(ClockCheck.aheadMillis(stored, now, took)).isEqualTo(ahead);
  }
}
