package io.feige.perf.peers.load;

import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What a broker did.
 *
 * @param messages confirmed or received in the time that counts
 * @param failed not confirmed, or not received within ten seconds of the last one
 * @param seconds the time that counts
 * @param latency of each message; all zero where it is not measured
 * @param bySecond 99th percentiles of each second since the first message, warm-up included
 * @param clientCpuSeconds of the load generator, warm-up included
 * @param all messages that these seconds were used for; 0 where they were used for other things too
 */
public record LoadResult(
    long messages,
    long failed,
    double seconds,
    Latency latency,
    List<Double> bySecond,
    double clientCpuSeconds,
    long all) {
  /** Percentiles in microseconds. */
  public record Latency(double p50, double p90, double p99, double p999, double max) {
    static final Latency NONE = new Latency(0, 0, 0, 0, 0);

    static Latency of(Histogram nanos) {
      return new Latency(
          micros(nanos, 50),
          micros(nanos, 90),
          micros(nanos, 99),
          micros(nanos, 99.9),
          micros(nanos, 100));
    }

    static double micros(Histogram nanos, double percentile) {
      return nanos.getValueAtPercentile(percentile) / 1000.0;
    }
  }

  static LoadResult rate(long messages, long failed, double seconds) {
    return new LoadResult(messages, failed, seconds, Latency.NONE, List.of(), cpuSeconds(), 0);
  }

  static LoadResult timed(long failed, double seconds, Histogram nanos, List<Double> bySecond) {
    return new LoadResult(
        nanos.getTotalCount(), failed, seconds, Latency.of(nanos), bySecond, cpuSeconds(), 0);
  }

  /** The same, with the number of all messages, warm-up included. */
  LoadResult of(long allMessages) {
    return new LoadResult(
        messages, failed, seconds, latency, bySecond, clientCpuSeconds, allMessages);
  }

  private static double cpuSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
  }

  /** Messages a second. */
  public double perSecond() {
    return messages / seconds;
  }
}
