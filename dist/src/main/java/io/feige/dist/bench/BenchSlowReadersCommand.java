package io.feige.dist.bench;

import io.feige.client.FeigeClient;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.ProducerPolicy;
import io.feige.dist.admin.ClusterStatus;
import io.feige.dist.admin.ClusterStatus.NodeLine;
import io.feige.dist.admin.ClusterStatus.PairLine;
import io.feige.dist.bench.Load.Limit;
import io.feige.dist.bench.RoundtripBench.Rate;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cluster.EphemeralCluster;
import io.feige.dist.process.TemporaryDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what clients that do not read cost the others. */
@Command(
    name = "slow-readers",
    description = {
      "Starts a cluster of its own, publishes and pulls at a fixed rate, first alone and then beside"
          + " connections that ask for messages of 8 MB and never read them.",
      "",
      "Exit code 6 if a pair failed over, or a message was not confirmed, or the 99th percentile"
          + " with them is more than twice the one without."
    },
    footer = {"", "Example:", "  feige bench slow-readers --readers 300"})
public final class BenchSlowReadersCommand implements Callable<Integer> {
  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final int NODES = 2;
  private static final int LARGE_BYTES = 8_000_000;
  private static final int LARGE_MESSAGES = 4;
  private static final int SIZE = 128;
  private static final String LARGE = "large";
  private static final String SMALL = "small";

  private final Context context;

  @Option(
      names = "--readers",
      paramLabel = "N",
      defaultValue = "300",
      description = "Connections that do not read, of each pair. Default: ${DEFAULT-VALUE}.")
  private int readers = 300;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Messages a second beside them. Default: ${DEFAULT-VALUE}.")
  private int rate = 5_000;

  @Option(
      names = "--time",
      paramLabel = "DURATION",
      defaultValue = "20s",
      description = "Time of each of the two measurements. Default: ${DEFAULT-VALUE}.")
  private Duration time = Duration.ofSeconds(20);

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "Where the cluster's directory is made. Default: ${DEFAULT-VALUE}")
  private Path dir = Path.of(".");

  public BenchSlowReadersCommand(Context context) {
    this.context = context;
  }

  /**
   * What came of it.
   *
   * @param failovers pairs whose epoch is another one afterwards
   */
  record Outcome(RunResult alone, RunResult beside, int readers, List<String> failovers) {
    boolean isKept() {
      Latencies without = alone.latencies();
      Latencies with = beside.latencies();
      boolean isFast =
          without != null && with != null && with.p99Micros() <= 2 * without.p99Micros();
      return isFast && failovers.isEmpty() && alone.failed() + beside.failed() == 0;
    }

    String words() {
      return "alone:                      "
          + alone.words()
          + "\nbeside "
          + readers
          + " that do not read: "
          + beside.words()
          + "\npairs that failed over:     "
          + (failovers.isEmpty() ? "none" : String.join(", ", failovers));
    }
  }

  @Override
  public Integer call() throws IOException {
    TemporaryDirectory own = TemporaryDirectory.below(dir, "feige-slow-readers-");
    try (EphemeralCluster started = EphemeralCluster.start(own, NODES)) {
      started.cluster().awaitInSync(START_LIMIT, context.terminal()::note);
      Outcome outcome = measure(started);
      context.answer(outcome, outcome.words());
      return outcome.isKept() ? ExitCode.OK : ExitCode.DAMAGED;
    }
  }

  private Outcome measure(EphemeralCluster started) throws IOException {
    publishLarge(started);
    ClusterStatus before = started.cluster().status().orElseThrow();
    RoundtripBench bench =
        new RoundtripBench(() -> client(started), RoundtripBench.Receiver.LISTEN);
    RunResult alone = bench.run(load(), rate(Duration.ofSeconds(15)), "alone");
    context.terminal().note("alone: " + alone.words());
    try (SilentReaders silent = new SilentReaders()) {
      for (PairLine pair : before.pairs()) {
        silent.open(addressOf(before, pair.active()), pair.id(), LARGE, readers);
      }
      RunResult beside = bench.run(load(), rate(Duration.ofSeconds(5)), "beside");
      return new Outcome(alone, beside, readers, failovers(before, started));
    }
  }

  private void publishLarge(EphemeralCluster started) {
    try (FeigeClient client = client(started);
        Producer producer = client.producer(LARGE).build()) {
      for (int i = 0; i < LARGE_MESSAGES * NODES; i++) {
        var _ = producer.publish(Message.of(new byte[LARGE_BYTES]));
      }
    }
  }

  private static List<String> failovers(ClusterStatus before, EphemeralCluster started) {
    List<PairLine> after = started.cluster().status().orElseThrow().pairs();
    return before.pairs().stream()
        .filter(pair ->
            after.stream()
                .anyMatch(now -> now.id().equals(pair.id()) && now.epoch() != pair.epoch()))
        .map(PairLine::id)
        .toList();
  }

  private static String addressOf(ClusterStatus status, String node) {
    return status.nodes().stream()
        .filter(line -> line.id().equals(node))
        .map(NodeLine::address)
        .findFirst()
        .orElseThrow();
  }

  private Load load() {
    Limit limit = Limit.of(time);
    return new Load(SMALL, SIZE, 0, 1, 1, true, ProducerPolicy.DEFAULT, limit);
  }

  private Rate rate(Duration warmup) {
    return new Rate(rate, warmup, time);
  }

  private static FeigeClient client(EphemeralCluster started) {
    FeigeClient client = FeigeClient.builder().admin(started.cluster().address()).build();
    client.awaitConnected(START_LIMIT);
    return client;
  }
}
