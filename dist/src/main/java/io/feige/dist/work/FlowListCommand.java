package io.feige.dist.work;

import io.feige.admin.json.TopicJson;
import io.feige.client.FeigeClient;
import io.feige.client.TopicDescription;
import io.feige.dist.cli.Context;
import java.util.List;
import picocli.CommandLine.Command;

/** Lists the flows. */
@Command(
    name = "list",
    description = "Lists the flows with their stages; with --json one object a line.",
    footer = {"", "Example:", "  feige flow list"})
public final class FlowListCommand implements Runnable {
  private final Context context;

  public FlowListCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    try (FeigeClient client = context.connect()) {
      List<TopicDescription> flows = flows(client);
      if (context.isJson()) {
        flows.forEach(flow -> context.terminal().json(TopicJson.of(flow)));
      } else {
        context.terminal().line(FlowWords.list(flows));
      }
    }
  }

  static List<TopicDescription> flows(FeigeClient client) {
    return client.topics().list().stream().filter(topic -> topic.spec().isOfWork()).toList();
  }
}
