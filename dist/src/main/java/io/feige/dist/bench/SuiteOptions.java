package io.feige.dist.bench;

import io.feige.dist.bench.MeasureOptions.Plan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How often and how long each measurement of a whole suite is made, and where its files are. */
final class SuiteOptions {
  private static final Duration WARMUP = Duration.ofSeconds(10);

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "5",
      description = "Runs of each measurement. Default: ${DEFAULT-VALUE}.")
  private int runs = 5;

  @Option(
      names = "--time",
      paramLabel = "DURATION",
      defaultValue = "3s",
      description = "How long a run takes. Default: ${DEFAULT-VALUE}.")
  private Duration time = Duration.ofSeconds(3);

  @Option(
      names = "--warmup",
      paramLabel = "DURATION",
      description =
          "Run so long before each measurement, until the JVMs have compiled. Default: 10s, with"
              + " store 90s.")
  private @Nullable Duration warmup;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "Where directories are made, and removed at the end. Default: ${DEFAULT-VALUE}")
  private Path dir = Path.of(".");

  int runs() {
    return runs;
  }

  Path dir() {
    return dir;
  }

  Plan plan() {
    return plan(WARMUP);
  }

  /**
   * The same where the JVMs need another time.
   *
   * @param usual if none is given
   */
  Plan plan(Duration usual) {
    return new Plan(runs, time, Objects.requireNonNullElse(warmup, usual), Optional.empty());
  }
}
