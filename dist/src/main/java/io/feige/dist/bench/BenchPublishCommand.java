package io.feige.dist.bench;

import io.feige.dist.bench.Load.Limit;
import io.feige.dist.bench.MeasureOptions.Plan;
import io.feige.dist.cli.Context;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures publishing. */
@Command(
    name = "publish",
    description = {
      "Measures how many messages a second are confirmed.",
      "",
      "Publishers send without waiting, bounded by --in-flight; with --sync each waits for every"
          + " message, and the time of each is measured too."
    },
    footer = {
      "",
      "Examples:",
      "  feige bench publish --size 1KiB --runs 5",
      "  feige bench publish --sync --threads 16 --hdr sync.hdr",
      "  feige bench publish --topic inbox --keys 1000000"
    })
public final class BenchPublishCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private MeasureOptions measure = new MeasureOptions();

  @Mixin private LoadOptions loads = new LoadOptions();

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "Publishing threads. Default: ${DEFAULT-VALUE}.")
  private int threads = 1;

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Messages of a thread that wait for their confirm. Default: ${DEFAULT-VALUE}.")
  private int inFlight = 100_000;

  @Option(names = "--sync", description = "Each thread waits for each of its messages.")
  private boolean sync;

  @Option(
      names = "--own-clients",
      description = "A connection and producer for each thread, instead of one for all.")
  private boolean ownClients;

  @Option(
      names = "--messages",
      paramLabel = "N",
      description = "End a run after so many messages, if that is before --time.")
  private long messages = Limit.ANY;

  @Option(
      names = "--keys",
      paramLabel = "N",
      description =
          "Each message has one of so many keys, key-0 and so on, at random. In a topic of mailboxes"
              + " they are the owners. Default: none.")
  private int keys;

  public BenchPublishCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    Plan plan = measure.plan();
    try (BenchTopic topic = BenchTopic.open(context::connect, measure.topic())) {
      Load load = load(topic.name(), new Limit(plan.time(), messages));
      Runs runs = new Runs(context, plan);
      runs.warm(load, this::run);
      Measurement measured = runs.measure(what(), index -> run(load));
      runs.answer(measured);
      return measured.failed() == 0 ? 0 : 1;
    }
  }

  private RunResult run(Load load) {
    return sync
        ? new SyncPublishBench(context::connect).run(load)
        : new PublishBench(context::connect).run(load);
  }

  private Load load(String topic, Limit limit) {
    int size = loads.size();
    if (keys < 0) {
      throw new IllegalArgumentException("--keys must not be negative");
    }
    return new Load(topic, size, keys, threads, inFlight, ownClients, loads.policy(), limit);
  }

  private String what() {
    return "publish "
        + loads.size()
        + " B, "
        + threads
        + (threads == 1 ? " thread, " : " threads, ")
        + (keys == 0 ? "" : keys + " keys, ")
        + (sync ? "one message in flight each" : "batched")
        + ", "
        + loads.policy().durability();
  }
}
