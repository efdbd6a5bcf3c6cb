package io.feige.dist.work;

import io.feige.admin.json.TopicJson;
import io.feige.client.FeigeClient;
import io.feige.client.TopicDescription;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Says how it goes at the stages of a flow. */
@Command(
    name = "describe",
    description = {
      "Shows the stages of a flow: their workers, what they do, what waits for them, and what became of",
      "the requests since the node that serves began to."
    },
    footer = {"", "Example:", "  feige flow describe primes"})
public final class FlowDescribeCommand implements Runnable {
  private final Context context;

  @Parameters(paramLabel = "TOPIC", description = "The flow.")
  private String name = "";

  public FlowDescribeCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    try (FeigeClient client = context.connect()) {
      TopicDescription flow = flow(client, name);
      context.answer(TopicJson.of(flow), FlowWords.one(flow));
    }
  }

  static TopicDescription flow(FeigeClient client, String name) {
    TopicDescription flow = client.topics().describe(name);
    if (!flow.spec().isOfWork()) {
      throw new CliException(
          ExitCode.REFUSED,
          "topic "
              + name
              + " has messages and is no flow; see 'feige topic describe "
              + name
              + "'.");
    }
    return flow;
  }
}
