package io.feige.dist.bench;

import io.feige.dist.bench.DiskBench.DiskResult;
import io.feige.dist.cli.ByteSizeConverter;
import io.feige.dist.cli.Context;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the disk. */
@Command(
    name = "disk",
    description =
        "Measures the disk alone: sequential writing through the page cache with an fsync at the"
            + " end, and single writes of 4 KiB each followed by fdatasync. No server is needed.",
    footer = {"", "Example:", "  feige bench disk --dir /var/lib/feige --runs 5"})
public final class BenchDiskCommand implements Callable<Integer> {
  private final Context context;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "Directory on the disk to measure. Default: ${DEFAULT-VALUE}")
  private Path dir = Path.of(".");

  @Option(
      names = "--bytes",
      paramLabel = "SIZE",
      defaultValue = "1GiB",
      converter = ByteSizeConverter.class,
      description = "How much to write, and remove again. Default: ${DEFAULT-VALUE}.")
  private long bytes = 1L << 30;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "1",
      description = "Measure so often and give the median. Default: ${DEFAULT-VALUE}.")
  private int runs = 1;

  public BenchDiskCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    DiskMeasurement measured = DiskMeasurement.take(context, new DiskBench(dir, bytes), runs);
    context.answer(measured, measured.words());
    return 0;
  }

  /** Median and ends of several runs; also the JSON. */
  record DiskMeasurement(
      Spread writeMegabytesPerSecond,
      Spread syncsPerSecond,
      Spread syncP50Micros,
      Spread syncP99Micros,
      MachineLoad load) {
    static DiskMeasurement take(Context context, DiskBench bench, int runs) throws IOException {
      List<DiskResult> results = new ArrayList<>();
      for (int run = 1; run <= runs; run++) {
        DiskResult result = bench.run();
        context.terminal().note("disk, run " + run + " of " + runs + ": " + result.words());
        results.add(result);
      }
      return new DiskMeasurement(
          Measurement.spread(results, DiskResult::writeMegabytesPerSecond),
          Measurement.spread(results, DiskResult::syncsPerSecond),
          Measurement.spread(results, result -> result.sync().p50Micros()),
          Measurement.spread(results, result -> result.sync().p99Micros()),
          MachineLoad.now());
    }

    String words() {
      return "disk\n  "
          + writeMegabytesPerSecond.words(Measurement::whole)
          + " MB/s sequential through the page cache, fsync included\n  "
          + syncsPerSecond.words(Measurement::whole)
          + " writes of 4 KiB with fdatasync a second, p50 "
          + syncP50Micros.words(RunResult::micros)
          + ", p99 "
          + syncP99Micros.words(RunResult::micros)
          + "\n  "
          + load.words();
    }
  }
}
