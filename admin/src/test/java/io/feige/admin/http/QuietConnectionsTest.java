package io.feige.admin.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class QuietConnectionsTest {
  private static final int MOST = 512;

  @Test
  void whoIsSilentHasTwentySecondsAndTwoWhereItKeepsOthersOut() {
    assertThat(limit(false, 1)).isEqualTo(Duration.ofSeconds(20));
    assertThat(limit(false, MOST - 2)).isEqualTo(Duration.ofSeconds(20));
    assertThat(limit(false, MOST - 1)).isEqualTo(Duration.ofSeconds(2));
    assertThat(limit(false, MOST)).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void whoIsBeingAnsweredHasAMinuteHoweverManyThereAre() {
    assertThat(limit(true, 1)).isEqualTo(Duration.ofSeconds(60));
    assertThat(limit(true, MOST)).isEqualTo(Duration.ofSeconds(60));
  }

  private static Duration limit(boolean isAsked, int connections) {
    return Duration.ofNanos(QuietConnections.limitNanos(isAsked, connections, MOST));
  }
}
