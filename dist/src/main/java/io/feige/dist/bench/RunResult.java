package io.feige.dist.bench;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.feige.dist.cli.Human;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What one run gave.
 *
 * @param messages that were confirmed or delivered
 * @param failed messages that were not
 * @param latencies null where the run has none
 * @param histogram what the latencies are read from
 * @param bySecond those of each second, where that was asked for
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record RunResult(
    long messages,
    long failed,
    long bytes,
    long elapsedNanos,
    @Nullable Latencies latencies,
    @JsonIgnore @Nullable Histogram histogram,
    @Nullable List<Latencies> bySecond) {
  /** A run that measured how many, not how long each. */
  static RunResult rate(long messages, long failed, long bytes, long elapsedNanos) {
    return new RunResult(messages, failed, bytes, elapsedNanos, null, null, null);
  }

  /** A run that also measured how long each took. */
  static RunResult timed(
      long messages, long failed, long bytes, long elapsedNanos, Histogram histogram) {
    Latencies latencies = Latencies.of(histogram);
    return new RunResult(messages, failed, bytes, elapsedNanos, latencies, histogram, null);
  }

  /** The same, and how long those took that were due in each second. */
  RunResult bySecond(List<Latencies> seconds) {
    return new RunResult(messages, failed, bytes, elapsedNanos, latencies, histogram, seconds);
  }

  double messagesPerSecond() {
    return messages * 1e9 / Math.max(1, elapsedNanos);
  }

  /** Millions of bytes a second, as disks are sold. */
  double megabytesPerSecond() {
    return bytes * 1e3 / Math.max(1, elapsedNanos);
  }

  String words() {
    String words =
        Human.count(Math.round(messagesPerSecond()))
            + " messages/s, "
            + Math.round(megabytesPerSecond())
            + " MB/s";
    if (failed > 0) {
      words += ", " + Human.count(failed) + " failed";
    }
    Latencies measured = latencies;
    words += measured == null ? "" : ", " + latencyWords(measured);
    return bySecond == null ? words : words + secondsWords(bySecond);
  }

  private static String secondsWords(List<Latencies> seconds) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < seconds.size(); i++) {
      words.append("\n  second ").append(i + 1).append(": ").append(latencyWords(seconds.get(i)));
    }
    return words.toString();
  }

  private static String latencyWords(Latencies measured) {
    return "p50 "
        + micros(measured.p50Micros())
        + ", p90 "
        + micros(measured.p90Micros())
        + ", p99 "
        + micros(measured.p99Micros())
        + ", p99.9 "
        + micros(measured.p999Micros())
        + ", max "
        + micros(measured.maxMicros());
  }

  static String micros(double micros) {
    return Human.nanos(Math.round(micros * 1000));
  }
}
