package io.feige.dist.bench;

import io.feige.client.ConsumerPolicy;
import io.feige.client.FeigeClient;
import io.feige.client.ProducerPolicy;
import io.feige.dist.bench.BenchDiskCommand.DiskMeasurement;
import io.feige.dist.bench.Load.Limit;
import io.feige.dist.bench.RoundtripBench.Rate;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** The measurements of {@code bench all}, beside what the disk alone can do. */
final class FullTable {
  private static final int IN_FLIGHT = 100_000;
  private static final int SYNC_THREADS = 16;
  private static final int ROUNDTRIP_RATE = 5000;
  private static final long PULL_MESSAGES = 2_000_000;

  /** What {@code --json} prints. */
  record Report(DiskMeasurement disk, List<Measurement> measurements) {}

  private final Runs runs;
  private final Supplier<FeigeClient> connect;
  private final DiskMeasurement disk;
  private final List<Measurement> measured = new ArrayList<>();
  private final MachineLoad loadBefore = MachineLoad.now();

  FullTable(Runs runs, Supplier<FeigeClient> connect, DiskMeasurement disk) {
    this.runs = runs;
    this.connect = connect;
    this.disk = disk;
  }

  void measure() throws IOException {
    publish("publish 128 B, batched, 1 producer", 128);
    publish("publish 1 KiB, batched, 1 producer", 1024);
    sync("publish 128 B, 16 threads, 1 in flight each, one connection", false);
    sync("publish 128 B, 16 threads, 1 in flight each, 16 connections", true);
    roundtrip();
    pull();
  }

  private void publish(String what, int size) throws IOException {
    PublishBench bench = new PublishBench(connect);
    try (BenchTopic topic = BenchTopic.open(connect, Optional.empty())) {
      Load load = load(topic, size, 1, false);
      bench.run(load.within(Limit.of(runs.plan().warmup())));
      measured.add(runs.measure(what, index -> bench.run(load)));
    }
  }

  private void sync(String what, boolean ownClients) throws IOException {
    SyncPublishBench bench = new SyncPublishBench(connect);
    try (BenchTopic topic = BenchTopic.open(connect, Optional.empty())) {
      Load load = load(topic, 128, SYNC_THREADS, ownClients);
      bench.run(load.within(Limit.of(runs.plan().warmup())));
      measured.add(runs.measure(what, index -> bench.run(load)));
    }
  }

  private void roundtrip() throws IOException {
    RoundtripBench bench = new RoundtripBench(connect);
    Rate rate = new Rate(ROUNDTRIP_RATE, runs.plan().warmup(), runs.plan().time());
    try (BenchTopic topic = BenchTopic.open(connect, Optional.empty())) {
      Load load = load(topic, 128, 1, true);
      String what = "publish to delivery, 128 B at " + Human.count(ROUNDTRIP_RATE) + "/s";
      measured.add(runs.measure(what, index -> bench.run(load, rate, topic.group(index))));
    }
  }

  private void pull() throws IOException {
    PullBench bench = new PullBench(connect);
    try (BenchTopic topic = BenchTopic.open(connect, Optional.empty())) {
      Limit all = new Limit(BenchPullCommand.FILL_LIMIT, PULL_MESSAGES);
      Load load = load(topic, 128, 1, false).within(all);
      new PublishBench(connect).run(load);
      int prefetch = ConsumerPolicy.DEFAULT.prefetchMessages();
      bench.pull(load, topic.group(0), prefetch);
      measured.add(
          runs.measure(
              "pull and ack 128 B, 1 consumer, from the page cache",
              index -> bench.pull(load, topic.group(index), prefetch)));
    }
  }

  private Load load(BenchTopic topic, int size, int threads, boolean ownClients) {
    Limit limit = Limit.of(runs.plan().time());
    ProducerPolicy policy = ProducerPolicy.DEFAULT;
    return new Load(topic.name(), size, threads, IN_FLIGHT, ownClients, policy, limit);
  }

  long failed() {
    return measured.stream().mapToLong(Measurement::failed).sum();
  }

  Report json() {
    return new Report(disk, List.copyOf(measured));
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
    measured.forEach(one -> row(table, one));
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
