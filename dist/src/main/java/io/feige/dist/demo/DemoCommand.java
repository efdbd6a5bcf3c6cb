package io.feige.dist.demo;

import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Human;
import io.feige.dist.cluster.EphemeralCluster;
import io.feige.dist.process.TemporaryDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The first command of the README. */
@Command(
    name = "demo",
    description = {
      "Shows Feige at work in less than a minute: starts a cluster in a directory of its own,"
          + " publishes the lines of a real file, pulls and acks them, kills the active node of a pair"
          + " with kill -9 half-way, and shows how its partner takes over and what was lost: nothing.",
      "",
      "Nothing is left behind: the directory is removed, no port stays open. With --keep the cluster"
          + " goes on, to be tried."
    },
    footer = {
      "",
      "Examples:",
      "  feige demo",
      "  feige demo --input /var/log/syslog",
      "  feige demo --keep"
    })
public final class DemoCommand implements Callable<Integer> {
  private static final int NODES = 2;

  private final Context context;

  @Option(
      names = "--input",
      paramLabel = "FILE",
      description = "File whose lines are published. Default: this machine's package log.")
  private @Nullable Path input;

  @Option(
      names = "--lines",
      paramLabel = "N",
      defaultValue = "20000",
      description = "At most so many lines of it. Default: ${DEFAULT-VALUE}.")
  private int lines = 20_000;

  @Option(names = "--keep", description = "Leave the cluster running at the end.")
  private boolean keep;

  public DemoCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path named = input;
    RealText text = named == null ? RealText.find(lines) : RealText.of(named, lines);
    try (EphemeralCluster cluster =
        EphemeralCluster.startCalm(TemporaryDirectory.create("feige-demo-"), NODES)) {
      DemoResult result = new Demo(context.terminal(), text, cluster.cluster()).run();
      context.answer(result, result.words());
      if (keep) {
        keep(cluster);
      }
      if (!result.kept()) {
        throw new CliException(ExitCode.DAMAGED, "a promise was broken; see the table.");
      }
      context
          .terminal()
          .note(
              "Nothing was lost, nothing came again after its ack. It took "
                  + Human.nanos(result.elapsedMillis() * 1_000_000)
                  + (keep ? "." : ". Next: feige up"));
      return ExitCode.OK;
    }
  }

  private void keep(EphemeralCluster cluster) {
    cluster.keep();
    context
        .terminal()
        .note(
            "The cluster goes on at "
                + cluster.cluster().address()
                + ". Try:\n  feige status --server "
                + cluster.cluster().address()
                + "\n  feige down --dir "
                + cluster.path()
                + "     (stops it; the files stay)");
  }
}
