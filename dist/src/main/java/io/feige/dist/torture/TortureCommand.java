package io.feige.dist.torture;

import io.feige.dist.cli.ByteSizeConverter;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Kills a node under load and checks its promises. */
@Command(
    name = "torture",
    description = {
      "Starts a node, publishes and pulls with many clients, kills it with kill -9 at random"
          + " moments, restarts it, and at the end checks what it promised.",
      "",
      "Checked: no confirmed message is lost, none comes again after its ack was confirmed, a"
          + " redelivery says so, offsets are dense, nothing is stored twice, no byte is changed."
          + " The directory is kept; 'journal verify' may be run on it."
    },
    footer = {
      "",
      "Examples:",
      "  feige torture --dir /var/tmp/torture --rounds 5",
      "  feige torture --dir /var/tmp/torture --rounds 30 --clients 16 --fill 2GiB --json"
    })
public final class TortureCommand implements Callable<Integer> {
  private final Context context;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      required = true,
      description = "Directory of the node; made if it does not exist.")
  private Path dir = Path.of("");

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "30",
      description = "How often to kill it. Default: ${DEFAULT-VALUE}.")
  private int rounds = 30;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "16",
      description = "Clients; half publish, half pull under two groups. Default: ${DEFAULT-VALUE}.")
  private int clients = 16;

  @Option(
      names = "--fill",
      paramLabel = "SIZE",
      defaultValue = "0",
      converter = ByteSizeConverter.class,
      description = "Put so much into the journal before. Default: nothing.")
  private long fill;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      defaultValue = "256",
      converter = ByteSizeConverter.class,
      description = "Bytes of a message's body. Default: ${DEFAULT-VALUE}.")
  private long size = 256;

  @Option(
      names = "--uptime",
      paramLabel = "DURATION",
      defaultValue = "2s",
      description =
          "Longest time between the first delivery and the next kill. Default: ${DEFAULT-VALUE}.")
  private Duration uptime = Duration.ofSeconds(2);

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Draws the moments of the kills. Default: a new one, shown at the end.")
  private @Nullable Long seed;

  @Option(
      names = "--node-heap",
      paramLabel = "SIZE",
      defaultValue = "",
      description = "The node's -Xmx, as in 512m. Default: Java's.")
  private String nodeHeap = "";

  public TortureCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    long drawn = seed == null ? new Random().nextInt(Integer.MAX_VALUE) : seed;
    int bodyBytes = (int) Math.min(size, Integer.MAX_VALUE);
    TorturePlan plan =
        new TorturePlan(dir, rounds, clients, fill, bodyBytes, uptime, drawn, nodeHeap);
    context.terminal().note("seed " + drawn);
    TortureReport report = new Torture(plan, context.terminal()).run();
    context.answer(report, report.words());
    return report.violations().hasNone() ? ExitCode.OK : ExitCode.DAMAGED;
  }
}
