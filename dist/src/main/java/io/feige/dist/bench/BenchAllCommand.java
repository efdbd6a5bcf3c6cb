package io.feige.dist.bench;

import io.feige.client.FeigeClient;
import io.feige.dist.bench.BenchDiskCommand.DiskMeasurement;
import io.feige.dist.cli.Context;
import io.feige.dist.process.NodeProcess;
import io.feige.dist.process.NodeSetup;
import io.feige.dist.process.TemporaryDirectory;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures everything in one run. */
@Command(
    name = "all",
    description = {
      "Measures the disk, publishing, pulling and the round trip, and prints a Markdown table.",
      "",
      "Without --server it starts a node of its own in a directory of its own and removes both"
          + " afterwards. Publishing 1 KiB takes several GiB of disk meanwhile."
    },
    footer = {"", "Example:", "  feige bench all --runs 5 --dir /var/lib/feige-bench"})
public final class BenchAllCommand implements Callable<Integer> {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final long DISK_BYTES = 1L << 30;

  private final Context context;

  @Mixin private SuiteOptions options = new SuiteOptions();

  @Option(
      names = "--node-heap",
      paramLabel = "SIZE",
      defaultValue = "",
      description = "The node's -Xmx, as in 512m. Default: Java's.")
  private String nodeHeap = "";

  public BenchAllCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    if (context.global().hasServer()) {
      return report(context::connect);
    }
    try (TemporaryDirectory own = TemporaryDirectory.ofProcess(options.dir(), "feige-bench-");
        NodeProcess node =
            NodeProcess.start(new NodeSetup(own.path(), NodeProcess.freePort(), nodeHeap))) {
      node.awaitServing(START_LIMIT);
      return report(() -> client(node));
    }
  }

  private int report(Supplier<FeigeClient> connect) throws IOException {
    DiskBench disk = new DiskBench(options.dir(), DISK_BYTES);
    DiskMeasurement before = DiskMeasurement.take(context, disk, options.runs());
    FullTable table = new FullTable(new Runs(context, options.plan()), connect, before);
    table.measure();
    context.answer(table.json(), table.markdown());
    return table.failed() == 0 ? 0 : 1;
  }

  private static FeigeClient client(NodeProcess node) {
    FeigeClient client = FeigeClient.builder().servers(node.address()).build();
    client.awaitConnected(START_LIMIT);
    return client;
  }
}
