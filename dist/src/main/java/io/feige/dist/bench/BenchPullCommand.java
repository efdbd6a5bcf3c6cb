package io.feige.dist.bench;

import io.feige.client.ConsumerPolicy;
import io.feige.client.FeigeClient;
import io.feige.dist.bench.Load.Limit;
import io.feige.dist.bench.MeasureOptions.Plan;
import io.feige.dist.cli.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures pulling. */
@Command(
    name = "pull",
    description = {
      "Measures how many messages a second are delivered and acked.",
      "",
      "Fills the topic first; each run then takes all of it under a new group. --reader replays"
          + " without a group instead. --time does not apply: a run ends with the last message."
    },
    footer = {
      "",
      "Examples:",
      "  feige bench pull --messages 2000000 --runs 5",
      "  feige bench pull --threads 4 --own-clients"
    })
public final class BenchPullCommand implements Callable<Integer> {
  static final Duration FILL_LIMIT = Duration.ofMinutes(10);
  private static final int FILL_IN_FLIGHT = 100_000;

  private final Context context;

  @Mixin private MeasureOptions measure = new MeasureOptions();

  @Mixin private LoadOptions loads = new LoadOptions();

  @Option(
      names = "--messages",
      paramLabel = "N",
      defaultValue = "2000000",
      description = "Messages that a run pulls. Default: ${DEFAULT-VALUE}.")
  private long messages = 2_000_000;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "Pulling threads of the group. Default: ${DEFAULT-VALUE}.")
  private int threads = 1;

  @Option(
      names = "--own-clients",
      description = "A connection for each thread, instead of one for all.")
  private boolean ownClients;

  @Option(
      names = "--prefetch",
      paramLabel = "N",
      description = "Messages fetched ahead. Default: the client's.")
  private int prefetch = ConsumerPolicy.DEFAULT.prefetchMessages();

  @Option(names = "--reader", description = "Replay without a group and acks.")
  private boolean reader;

  public BenchPullCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    Plan plan = measure.plan();
    try (BenchTopic topic = BenchTopic.open(context::connect, measure.topic())) {
      Load load = load(topic.name());
      fill(load);
      run(load, topic.group(0));
      Runs runs = new Runs(context, plan);
      String what =
          (reader ? "read " : "pull and ack ") + loads.size() + " B, " + threads + " thread(s)";
      runs.answer(runs.measure(what, index -> run(load, topic.group(index))));
      return 0;
    }
  }

  private RunResult run(Load load, String group) {
    PullBench bench = new PullBench(this::connect);
    return reader ? bench.read(load) : bench.pull(load, group, prefetch);
  }

  private void fill(Load load) {
    Load filling =
        new Load(
            load.topic(), load.size(), 0, 1, FILL_IN_FLIGHT, false, load.policy(), load.limit());
    RunResult filled = new PublishBench(this::connect).run(filling);
    context.terminal().note("filled: " + filled.words());
  }

  private Load load(String topic) {
    Limit limit = new Limit(FILL_LIMIT, messages);
    return new Load(topic, loads.size(), 0, threads, 1, ownClients, loads.policy(), limit);
  }

  private FeigeClient connect() {
    return context.connect();
  }
}
