package io.feige.dist.bench;

import io.feige.client.FeigeClient;
import io.feige.client.ProducerPolicy;
import io.feige.dist.bench.BenchDiskCommand.DiskMeasurement;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Table;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** The measurements of {@code bench all}, beside what the disk alone can do. */
final class FullTable {
  /** What {@code --json} prints. */
  record Report(DiskMeasurement disk, List<Measurement> measurements) {}

  private final Runs runs;
  private final Suite suite;
  private final DiskMeasurement disk;
  private final MachineLoad loadBefore = MachineLoad.now();

  FullTable(Runs runs, Supplier<FeigeClient> connect, DiskMeasurement disk) {
    this.runs = runs;
    this.suite = new Suite(runs, connect);
    this.disk = disk;
  }

  void measure() throws IOException {
    suite.publish("publish 128 B, batched, 1 producer", 128);
    suite.publish("publish 1 KiB, batched, 1 producer", 1024);
    suite.sync("publish 128 B, 16 threads, 1 in flight each, one connection", false);
    suite.sync("publish 128 B, 16 threads, 1 in flight each, 16 connections", true);
    suite.roundtrip();
    suite.pull();
  }

  long failed() {
    return suite.failed();
  }

  Report json() {
    return new Report(disk, suite.measured());
  }

  String markdown() {
    Table table = new Table("measured", "median", "lowest to highest", "beside the disk");
    double write = disk.writeMegabytesPerSecond().median();
    table.row(
        "disk: sequential write, fsync at the end",
        Math.round(write) + " MB/s",
        disk.writeMegabytesPerSecond().ends(Measurement::whole),
        "");
    table.row(
        "disk: 4 KiB with fdatasync, one after the other",
        Measurement.whole(disk.syncsPerSecond().median())
            + "/s, p50 "
            + RunResult.micros(disk.syncP50Micros().median())
            + ", p99 "
            + RunResult.micros(disk.syncP99Micros().median()),
        disk.syncsPerSecond().ends(Measurement::whole) + "/s",
        "");
    suite.measured().forEach(one -> row(table, one));
    return table.markdown()
        + "\n\nMedians of "
        + runs.plan().runs()
        + " runs of "
        + Human.duration(runs.plan().time())
        + " each, confirmed at "
        + ProducerPolicy.DEFAULT.durability()
        + ". Before: "
        + loadBefore.words()
        + ". After: load average "
        + MachineLoad.now().loadAverage()
        + ".";
  }

  private void row(Table table, Measurement one) {
    double share = 100 * one.megabytesPerSecond().median();
    String beside = Math.round(share / disk.writeMegabytesPerSecond().median()) + " % of MB/s";
    table.row(
        one.what(),
        Measurement.whole(one.messagesPerSecond().median())
            + " msg/s, "
            + Measurement.whole(one.megabytesPerSecond().median())
            + " MB/s",
        one.messagesPerSecond().ends(Measurement::whole),
        beside);
    Measurement.LatencySpread latency = one.latency();
    if (latency != null) {
      table.row("its p50", micros(latency.p50Micros()), ends(latency.p50Micros()), times(latency));
      table.row("its p99", micros(latency.p99Micros()), ends(latency.p99Micros()), "");
      table.row("its p99.9", micros(latency.p999Micros()), ends(latency.p999Micros()), "");
    }
  }

  private String times(Measurement.LatencySpread latency) {
    double times = latency.p50Micros().median() / disk.syncP50Micros().median();
    return String.format(Locale.ROOT, "%.1f x fdatasync p50", times);
  }

  private static String micros(Spread spread) {
    return RunResult.micros(spread.median());
  }

  private static String ends(Spread spread) {
    return spread.ends(RunResult::micros);
  }
}
