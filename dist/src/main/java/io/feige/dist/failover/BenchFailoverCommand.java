package io.feige.dist.failover;

import io.feige.client.FeigeClient;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cluster.EphemeralCluster;
import io.feige.dist.cluster.LocalCluster;
import io.feige.dist.process.TemporaryDirectory;
import io.feige.dist.traffic.Epochs;
import io.feige.dist.traffic.Traffic;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures failovers and switches. */
@Command(
    name = "failover",
    description = {
      "Starts a cluster of its own, publishes and pulls keyed messages all the time, kills the"
          + " active node of a pair with kill -9 again and again, then switches pairs as planned,"
          + " then stops nodes with SIGSTOP, and tells how long clients waited.",
      "",
      "Measured at the client: from the kill to the first confirm by the new active, and to the"
          + " first delivery of a message published after the kill. Exit code 6 if anything"
          + " confirmed was lost, or came again after its confirmed ack, or a failover took longer"
          + " than the bound that 'status' showed just before."
    },
    footer = {"", "Example:", "  feige bench failover --kills 50 --switches 20"})
public final class BenchFailoverCommand implements Callable<Integer> {
  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final Duration WARMUP = Duration.ofSeconds(5);
  private static final Duration END_LIMIT = Duration.ofMinutes(1);
  private static final int NODES = 2;

  private final Context context;

  @Option(
      names = "--against",
      paramLabel = "DIR",
      description =
          "Directory of a cluster that 'up' started, whose nodes are killed, and started again."
              + " Default: one of its own, with default settings.")
  private @Nullable Path against;

  @Option(
      names = "--kills",
      paramLabel = "N",
      defaultValue = "50",
      description = "How often to kill an active node. Default: ${DEFAULT-VALUE}.")
  private int kills = 50;

  @Option(
      names = "--switches",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many planned switches. Default: ${DEFAULT-VALUE}.")
  private int switches = 20;

  @Option(
      names = "--stops",
      paramLabel = "N",
      defaultValue = "10",
      description = "How often to stop a node for a while. Default: ${DEFAULT-VALUE}.")
  private int stops = 10;

  @Option(
      names = "--calm",
      paramLabel = "DURATION",
      defaultValue = "0s",
      description =
          "How long to leave the cluster alone afterwards, to see what moves for nothing. Default:"
              + " ${DEFAULT-VALUE}.")
  private Duration calm = Duration.ZERO;

  @Option(
      names = "--busy",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Threads that only keep processors busy meanwhile, as other work on the machine would."
              + " Default: ${DEFAULT-VALUE}.")
  private int busy;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Messages a second. Default: ${DEFAULT-VALUE}.")
  private int rate = 2_000;

  @Option(
      names = "--size",
      paramLabel = "BYTES",
      defaultValue = "256",
      description = "Bytes of a message's body. Default: ${DEFAULT-VALUE}.")
  private int size = 256;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "Where the cluster's directory is made. Default: ${DEFAULT-VALUE}")
  private Path dir = Path.of(".");

  public BenchFailoverCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (Math.min(Math.min(kills, switches), Math.min(stops, busy)) < 0) {
      throw new CliException(
          ExitCode.USAGE, "--kills, --switches, --stops and --busy are from 0 on.");
    }
    Path given = against;
    if (given != null) {
      return run(LocalCluster.in(given, context.global().access()));
    }
    TemporaryDirectory own = TemporaryDirectory.below(dir, "feige-failover-");
    try (EphemeralCluster started = EphemeralCluster.start(own, NODES)) {
      return run(started.cluster());
    }
  }

  private int run(LocalCluster cluster) throws IOException, InterruptedException {
    cluster.awaitInSync(START_LIMIT, context.terminal()::note);
    FeigeClient client =
        cluster.access().on(FeigeClient.builder().admin(cluster.address())).build();
    client.awaitConnected(START_LIMIT);
    try (BusyThreads _ = new BusyThreads(busy);
        Traffic traffic = new Traffic(client, "failover", rate, size, new Epochs())) {
      traffic.start();
      Thread.sleep(WARMUP);
      return measure(cluster, traffic);
    }
  }

  private int measure(LocalCluster cluster, Traffic traffic)
      throws IOException, InterruptedException {
    FailoverBench bench = new FailoverBench(cluster, traffic, context.terminal());
    bench.kill(kills);
    bench.switchOver(switches);
    bench.stop(stops);
    bench.leaveAlone(calm);
    FailoverResult result = bench.result(traffic.finish(END_LIMIT));
    context.answer(result, result.words());
    return result.isKept() ? ExitCode.OK : ExitCode.DAMAGED;
  }
}
