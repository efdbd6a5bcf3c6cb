package io.feige.dist.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feige.dist.cli.Human;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the runs of one measurement gave together; also the JSON of {@code bench}.
 *
 * @param what was measured, for a person
 * @param latency null where single messages were not timed
 * @param load of the machine when it ended
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Measurement(
    String what,
    Spread messagesPerSecond,
    Spread megabytesPerSecond,
    long failed,
    @Nullable LatencySpread latency,
    List<RunResult> runs,
    MachineLoad load) {
  /** Median and ends of each percentile, in microseconds. */
  record LatencySpread(
      Spread p50Micros, Spread p90Micros, Spread p99Micros, Spread p999Micros, Spread maxMicros) {
    static LatencySpread of(List<Latencies> runs) {
      return new LatencySpread(
          spread(runs, Latencies::p50Micros),
          spread(runs, Latencies::p90Micros),
          spread(runs, Latencies::p99Micros),
          spread(runs, Latencies::p999Micros),
          spread(runs, Latencies::maxMicros));
    }

    String words() {
      return "p50 "
          + p50Micros.words(RunResult::micros)
          + ", p90 "
          + p90Micros.words(RunResult::micros)
          + ", p99 "
          + p99Micros.words(RunResult::micros)
          + ", p99.9 "
          + p999Micros.words(RunResult::micros)
          + ", max "
          + maxMicros.words(RunResult::micros);
    }
  }

  static Measurement of(String what, List<RunResult> runs) {
    List<Latencies> latencies =
        runs.stream().map(RunResult::latencies).filter(Objects::nonNull).toList();
    return new Measurement(
        what,
        spread(runs, RunResult::messagesPerSecond),
        spread(runs, RunResult::megabytesPerSecond),
        runs.stream().mapToLong(RunResult::failed).sum(),
        latencies.isEmpty() ? null : LatencySpread.of(latencies),
        runs,
        MachineLoad.now());
  }

  static <T> Spread spread(List<T> runs, ToDoubleFunction<T> value) {
    return Spread.of(runs.stream().map(value::applyAsDouble).toList());
  }

  String words() {
    StringBuilder words = new StringBuilder(what);
    words.append("\n  ").append(messagesPerSecond.words(Measurement::whole)).append(" messages/s");
    words.append("\n  ").append(megabytesPerSecond.words(Measurement::whole)).append(" MB/s");
    if (failed > 0) {
      words.append("\n  ").append(failed).append(" messages failed");
    }
    LatencySpread timed = latency;
    if (timed != null) {
      words.append("\n  ").append(timed.words());
    }
    return words.append("\n  ").append(load.words()).toString();
  }

  static String whole(double value) {
    return Human.count(Math.round(value));
  }
}
