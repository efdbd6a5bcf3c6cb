package io.feige.dist.work;

import io.feige.admin.json.TopicJson;
import io.feige.client.FeigeClient;
import io.feige.client.TopicDescription;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.StopSignal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows how flows go, again and again. */
@Command(
    name = "top",
    description = {
      "Shows the stages of flows with their rates, anew each second until Ctrl-C; with --json one",
      "object a line for each flow, as 'flow describe' has it."
    },
    footer = {"", "Examples:", "  feige flow top", "  feige flow top primes --every 5s"})
public final class FlowTopCommand implements Callable<Integer> {
  private static final String CLEAR = "\033[H\033[2J";
  private static final long LOOK_MILLIS = 50;
  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofHours(1);

  private final Context context;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "TOPIC",
      description = "A flow. Default: all of them.")
  private @Nullable String name;

  @Option(
      names = "--every",
      paramLabel = "DURATION",
      defaultValue = "1s",
      description = "How often, 100ms to 1h. Default: ${DEFAULT-VALUE}.")
  private Duration every = Duration.ZERO;

  @Option(names = "--count", paramLabel = "N", description = "End after so many times.")
  private int count = Integer.MAX_VALUE;

  public FlowTopCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (every.compareTo(SHORTEST) < 0 || every.compareTo(LONGEST) > 0) {
      throw new CliException(ExitCode.USAGE, "--every must be 100ms to 1h.");
    }
    if (count < 1) {
      throw new CliException(ExitCode.USAGE, "--count must be 1 or more.");
    }
    try (StopSignal stop = StopSignal.listen();
        FeigeClient client = context.connect()) {
      FlowRates rates = new FlowRates();
      for (int i = 0; i < count && !stop.isSet(); i++) {
        if (i > 0) {
          pause(stop);
        }
        show(client, rates);
      }
      return stop.isSet() ? ExitCode.INTERRUPTED : ExitCode.OK;
    }
  }

  private void pause(StopSignal stop) throws InterruptedException {
    long until = System.nanoTime() + every.toNanos();
    while (!stop.isSet() && System.nanoTime() < until) {
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private void show(FeigeClient client, FlowRates rates) {
    String one = name;
    List<TopicDescription> flows =
        one == null
            ? FlowListCommand.flows(client)
            : List.of(FlowDescribeCommand.flow(client, one));
    if (context.isJson()) {
      flows.forEach(flow -> context.terminal().json(TopicJson.of(flow)));
    } else {
      String clear = context.terminal().outIsTerminal() ? CLEAR : "";
      context.terminal().line(clear + FlowWords.top(flows, rates.since(flows, System.nanoTime())));
    }
  }
}
