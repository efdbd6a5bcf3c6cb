package io.feige.dist.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How often and how long to measure, and where. */
final class MeasureOptions {
  @Option(
      names = "--topic",
      paramLabel = "TOPIC",
      description =
          "Topic to use, made if it does not exist, and kept. Default: a new one, deleted at the"
              + " end.")
  private @Nullable String topic;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "1",
      description = "Measure so often and give the median. Default: ${DEFAULT-VALUE}.")
  private int runs = 1;

  @Option(
      names = "--time",
      paramLabel = "DURATION",
      defaultValue = "5s",
      description = "How long a run takes. Default: ${DEFAULT-VALUE}.")
  private Duration time = Duration.ofSeconds(5);

  @Option(
      names = "--warmup",
      paramLabel = "DURATION",
      defaultValue = "3s",
      description = "Run so long before, without counting. Default: ${DEFAULT-VALUE}.")
  private Duration warmup = Duration.ofSeconds(3);

  @Option(
      names = "--hdr",
      paramLabel = "FILE",
      description = "Write the latencies of all runs together as an HdrHistogram, in microseconds.")
  private @Nullable Path hdr;

  Optional<String> topic() {
    return Optional.ofNullable(topic);
  }

  Plan plan() {
    return new Plan(runs, time, warmup, Optional.ofNullable(hdr));
  }

  /**
   * How often and how long.
   *
   * @param hdr where the latencies go; empty for nowhere
   */
  record Plan(int runs, Duration time, Duration warmup, Optional<Path> hdr) {
    static final int MOST_RUNS = 1000;

    Plan {
      if (runs < 1 || runs > MOST_RUNS) {
        throw new IllegalArgumentException("--runs must be from 1 to " + MOST_RUNS);
      }
      if (!time.isPositive()) {
        throw new IllegalArgumentException("--time must be longer than 0");
      }
    }
  }
}
