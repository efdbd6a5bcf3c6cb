package io.feige.broker.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.slf4j.helpers.NOPLogger;

final class RateLimitedLogTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 10);
  private final RateLimitedLog log =
      new RateLimitedLog(NOPLogger.NOP_LOGGER, LogId.BAD_BYTES, Duration.ofNanos(100), nanos::get);

  @Test
  void logsOnceInAnIntervalEvenWhenTheClockWrapsAround() {
    assertThat(log.warn("peer", "garbage")).isTrue();
    assertThat(log.warn("peer", "garbage")).isFalse();
    nanos.addAndGet(99);
    assertThat(log.warn("peer", "garbage")).isFalse();
    nanos.addAndGet(1);
    assertThat(log.warn("peer", "garbage")).isTrue();
  }
}
