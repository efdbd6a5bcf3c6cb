package io.feige.dist.cluster;

import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Stops a cluster on this machine. */
@Command(
    name = "down",
    description = {
      "Stops what runs of the cluster in a directory: gracefully, and with kill -9 what takes longer"
          + " than 15 seconds. What is stored stays."
    },
    footer = {"", "Example:", "  feige down --dir feige-cluster"})
public final class DownCommand implements Callable<Integer> {
  private final Context context;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = "feige-cluster",
      description = "The cluster's directory. Default: ${DEFAULT-VALUE}.")
  private Path dir = Path.of("feige-cluster");

  public DownCommand(Context context) {
    this.context = context;
  }

  /** What {@code --json} prints. */
  record Down(String dir, List<String> stopped) {}

  @Override
  public Integer call() throws IOException {
    ClusterLayout layout = ClusterLayout.of(dir);
    LocalCluster cluster =
        new LocalCluster(layout, layout.requirePlan(), context.global().access(), List.of());
    try (ClusterLayout.Held _ = layout.hold()) {
      List<String> stopped = cluster.stopAll();
      context.answer(
          new Down(layout.dir().toString(), stopped),
          stopped.isEmpty()
              ? "Nothing ran in " + layout.dir() + "."
              : "Stopped: " + String.join(", ", stopped) + ".");
    }
    return ExitCode.OK;
  }
}
