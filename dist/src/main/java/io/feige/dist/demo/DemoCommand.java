package io.feige.dist.demo;

import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Human;
import io.feige.dist.process.NodeProcess;
import io.feige.dist.process.NodeSetup;
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
      "Shows Feige at work in less than a minute: starts a node in a directory of its own, publishes"
          + " the lines of a real file, pulls and acks them, kills the node with kill -9 half-way,"
          + " starts it again, and counts what was lost.",
      "",
      "Nothing is left behind: the directory is removed, no port stays open."
    },
    footer = {"", "Examples:", "  feige demo", "  feige demo --input /var/log/syslog"})
public final class DemoCommand implements Callable<Integer> {
  private static final String HEAP = "256m";

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

  public DemoCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path named = input;
    RealText text = named == null ? RealText.find(lines) : RealText.of(named, lines);
    try (TemporaryDirectory dir = TemporaryDirectory.create("feige-demo-");
        NodeProcess node =
            NodeProcess.start(new NodeSetup(dir.path(), NodeProcess.freePort(), HEAP))) {
      DemoResult result = new Demo(context.terminal(), text).run(node);
      context.answer(result, result.words());
      if (!result.kept()) {
        throw new CliException(ExitCode.DAMAGED, "a promise was broken; see the table.");
      }
      context
          .terminal()
          .note(
              "Nothing was lost, nothing came again after its ack. It took "
                  + Human.nanos(result.elapsedMillis() * 1_000_000)
                  + ". Next: feige node");
      return ExitCode.OK;
    }
  }
}
