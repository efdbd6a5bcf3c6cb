package io.feige.dist.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;

/**
 * Percentiles of one run, in microseconds.
 *
 * @param count measured values
 */
record Latencies(
    long count,
    double p50Micros,
    double p90Micros,
    double p99Micros,
    double p999Micros,
    double maxMicros) {
  private static final long HIGHEST_NANOS = 600_000_000_000L;
  private static final int DIGITS = 3;
  private static final double NANOS_PER_MICRO = 1000;

  /** A histogram for nanoseconds, up to ten minutes, exact to three digits. */
  static Histogram histogram() {
    return new Histogram(HIGHEST_NANOS, DIGITS);
  }

  /** Records a value, within the histogram's range. */
  static void record(Histogram histogram, long nanos) {
    histogram.recordValue(Math.clamp(nanos, 0, HIGHEST_NANOS));
  }

  static Latencies of(Histogram histogram) {
    return new Latencies(
        histogram.getTotalCount(),
        micros(histogram, 50),
        micros(histogram, 90),
        micros(histogram, 99),
        micros(histogram, 99.9),
        histogram.getMaxValue() / NANOS_PER_MICRO);
  }

  /** Writes the whole distribution, in microseconds, as HdrHistogram's plotter reads it. */
  static void dump(Histogram histogram, Path file) throws IOException {
    try (PrintStream out =
        new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
      histogram.outputPercentileDistribution(out, NANOS_PER_MICRO);
    }
  }

  private static double micros(Histogram histogram, double percentile) {
    return histogram.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
  }
}
