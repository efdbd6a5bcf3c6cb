package io.feige.broker.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.server.ops.RecentTimes.Percentiles;
import io.feige.protocol.model.NodeUsage;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

final class RecentTimesTest {
  private final RecentTimes times = new RecentTimes();

  @Test
  void ofNothingNothingIsKnown() {
    assertThat(times.percentiles())
        .isEqualTo(new Percentiles(NodeUsage.UNKNOWN, NodeUsage.UNKNOWN));
  }

  @Test
  void halfAndNinetyNineOfAHundredAreTold() {
    for (int i = 0; i < 1_000; i++) {
      times.record(TimeUnit.MICROSECONDS.toNanos(i < 980 ? 500 : 20_000));
    }
    times.record(1);

    Percentiles told = times.percentiles();

    assertThat(told.p50Micros()).isCloseTo(500, Percentage.withPercentage(3));
    assertThat(told.p99Micros()).isCloseTo(20_000, Percentage.withPercentage(3));
  }
}
