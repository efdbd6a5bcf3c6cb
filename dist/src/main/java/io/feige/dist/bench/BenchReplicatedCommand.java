package io.feige.dist.bench;

import io.feige.client.FeigeClient;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cluster.EphemeralCluster;
import io.feige.dist.process.NodeProcess;
import io.feige.dist.process.NodeSetup;
import io.feige.dist.process.TemporaryDirectory;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Measures what replication costs. */
@Command(
    name = "replicated",
    description = {
      "Measures a single node, then a cluster of two nodes and an Admin, the same way one after the"
          + " other, and prints both with their ratio: publishing 128 B and 1 KiB, 16 publishers that"
          + " wait for each message, and the round trip at 5,000 messages a second.",
      "",
      "Starts and removes its own processes and directories. Publishing 1 KiB takes several GiB of"
          + " disk meanwhile, and twice as much with the cluster."
    },
    footer = {"", "Example:", "  feige bench replicated --runs 5 --dir /var/lib/feige-bench"})
public final class BenchReplicatedCommand implements Callable<Integer> {
  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final String HEAP = "256m";
  private static final int NODES = 2;

  private final Context context;

  @Mixin private SuiteOptions options = new SuiteOptions();

  public BenchReplicatedCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    MachineLoad before = MachineLoad.now();
    List<Measurement> single = single();
    List<Measurement> replicated = replicated();
    ReplicatedTable table = ReplicatedTable.of(single, replicated, options.runs(), before);
    context.answer(table, table.markdown());
    return table.failed() == 0 ? ExitCode.OK : ExitCode.FAILED;
  }

  private List<Measurement> single() throws IOException {
    context.terminal().note("One node:");
    try (TemporaryDirectory own = TemporaryDirectory.ofProcess(options.dir(), "feige-bench-");
        NodeProcess node =
            NodeProcess.start(new NodeSetup(own.path(), NodeProcess.freePort(), HEAP))) {
      node.awaitServing(START_LIMIT);
      return measure(() -> client(node.address()));
    }
  }

  private List<Measurement> replicated() throws IOException {
    context.terminal().note("Two nodes:");
    try (EphemeralCluster own =
        EphemeralCluster.start(TemporaryDirectory.below(options.dir(), "feige-bench-"), NODES)) {
      own.cluster().awaitInSync(START_LIMIT, missing -> {});
      return measure(() -> client(own.cluster().address()));
    }
  }

  private List<Measurement> measure(Supplier<FeigeClient> connect) throws IOException {
    Suite suite = new Suite(new Runs(context, options.plan()), connect);
    suite.publish("publish 128 B, batched, 1 producer", 128);
    suite.publish("publish 1 KiB, batched, 1 producer", 1024);
    suite.sync("publish 128 B, 16 threads, 1 in flight each, 16 connections", true);
    suite.roundtrip();
    return suite.measured();
  }

  private static FeigeClient client(String address) {
    FeigeClient client = FeigeClient.builder().servers(address).build();
    client.awaitConnected(START_LIMIT);
    return client;
  }
}
