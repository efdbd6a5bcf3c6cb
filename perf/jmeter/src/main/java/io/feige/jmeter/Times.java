package io.feige.jmeter;

import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** How long things took, in microseconds, which JMeter counts in milliseconds. Any thread. */
final class Times {
  private static final long LONGEST = 3_600_000_000L;

  private final Histogram histogram = new ConcurrentHistogram(LONGEST, 3);
  private final AtomicLong before = new AtomicLong();

  void add(long micros) {
    // A clock that was set back: what was received before it was sent took no time.
    if (micros < 0) {
      before.incrementAndGet();
    }
    histogram.recordValue(Math.max(0, Math.min(micros, LONGEST)));
  }

  long count() {
    return histogram.getTotalCount();
  }

  /** How many seemed to be received before they were sent. */
  long fromTheFuture() {
    return before.get();
  }

  long micros(double percentile) {
    return histogram.getValueAtPercentile(percentile);
  }

  long maxMicros() {
    return histogram.getMaxValue();
  }
}
