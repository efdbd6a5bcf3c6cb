package io.feige.dist.bench;

import io.feige.client.FeigeClient;
import io.feige.dist.bench.BenchDiskCommand.DiskMeasurement;
import io.feige.dist.bench.MeasureOptions.Plan;
import io.feige.dist.cli.Context;
import io.feige.dist.process.NodeProcess;
import io.feige.dist.process.NodeSetup;
import io.feige.dist.process.TemporaryDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
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
      defaultValue = "5s",
      description = "Run so long before each measurement. Default: ${DEFAULT-VALUE}.")
  private Duration warmup = Duration.ofSeconds(5);

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = ".",
      description =
          "Where the node's directory is made and the disk is measured. Default: ${DEFAULT-VALUE}")
  private Path dir = Path.of(".");

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
    try (TemporaryDirectory own = TemporaryDirectory.below(dir, "feige-bench-");
        NodeProcess node =
            NodeProcess.start(new NodeSetup(own.path(), NodeProcess.freePort(), nodeHeap))) {
      node.awaitServing(START_LIMIT);
      return report(() -> client(node));
    }
  }

  private int report(Supplier<FeigeClient> connect) throws IOException {
    DiskBench disk = new DiskBench(dir, DISK_BYTES);
    DiskMeasurement before = DiskMeasurement.take(context, disk, runs);
    Plan plan = new Plan(runs, time, warmup, Optional.empty());
    FullTable table = new FullTable(new Runs(context, plan), connect, before);
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
