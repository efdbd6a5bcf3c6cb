package io.feige.broker.server.ops;

import io.feige.protocol.model.NodeUsage;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.ValueAtPercentile;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** How long something took in the last ten seconds. Any thread. */
final class RecentTimes {
  private static final double[] PERCENTILES = {0.5, 0.99};

  // In a registry of its own: the metrics have buckets, from which others make percentiles.
  private final Timer timer =
      Timer.builder("recent")
          .publishPercentiles(PERCENTILES)
          .percentilePrecision(2)
          .distributionStatisticExpiry(Duration.ofSeconds(10))
          .distributionStatisticBufferLength(5)
          .register(new SimpleMeterRegistry());

  /**
   * What half of them took at most, and 99 of 100, in microseconds; {@link NodeUsage#UNKNOWN}:
   * there was none.
   */
  record Percentiles(long p50Micros, long p99Micros) {}

  void record(long nanos) {
    timer.record(nanos, TimeUnit.NANOSECONDS);
  }

  Percentiles percentiles() {
    ValueAtPercentile[] values = timer.takeSnapshot().percentileValues();
    return new Percentiles(micros(values[0]), micros(values[1]));
  }

  private static long micros(ValueAtPercentile value) {
    double micros = value.value(TimeUnit.MICROSECONDS);
    return micros == 0 ? NodeUsage.UNKNOWN : Math.max(1, Math.round(micros));
  }
}
