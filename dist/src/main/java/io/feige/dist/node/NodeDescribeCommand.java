package io.feige.dist.node;

import io.feige.admin.json.NodeJson;
import io.feige.client.FeigeClient;
import io.feige.client.NodeVitals;
import io.feige.dist.cli.Context;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows what one node is like right now. */
@Command(
    name = "describe",
    description = {
      "Shows what one node is like right now: memory, files and connections, its clock, what is wrong"
          + " with it, its threads, the busiest first, and its replicas with their disks.",
      "",
      "A thread is as busy as it was in the last 10 seconds, or since somebody asked the node before."
    },
    footer = {"", "Example:", "  feige node describe node-1"})
public final class NodeDescribeCommand implements Runnable {
  private final Context context;

  @Parameters(index = "0", paramLabel = "NODE", description = "The node.")
  private String node = "";

  public NodeDescribeCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    try (FeigeClient client = context.connect()) {
      NodeVitals found = client.vitals(node);
      context.answer(NodeJson.of(found), NodeWords.one(found, Instant.now()));
    }
  }
}
