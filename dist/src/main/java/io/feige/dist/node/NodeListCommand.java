package io.feige.dist.node;

import io.feige.admin.json.NodeJson;
import io.feige.client.FeigeClient;
import io.feige.client.Vitals;
import io.feige.dist.cli.Context;
import java.time.Instant;
import picocli.CommandLine.Command;

/** Lists what all nodes are like right now. */
@Command(
    name = "list",
    description = {
      "Lists what the nodes are like right now, with --json an object a line. Every node is asked,"
          + " whether or not it serves a pair; one that does not answer is named on standard error.",
      "",
      "CLOCK is how far the node's clock is ahead of this machine's. BUSIEST is the thread that has"
          + " used most of one processor lately. DISK LEFT is that of the journal that has least."
    },
    footer = {"", "Examples:", "  feige node list", "  feige node list --json"})
public final class NodeListCommand implements Runnable {
  private final Context context;

  public NodeListCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    Vitals vitals = ask();
    if (context.isJson()) {
      vitals.nodes().forEach(node -> context.terminal().json(NodeJson.of(node)));
    } else {
      context.terminal().line(NodeWords.list(vitals.nodes(), Instant.now()));
    }
    if (!vitals.missing().isEmpty()) {
      String names = String.join(", ", vitals.missing());
      context.terminal().note("No answer from " + names + ".");
    }
  }

  private Vitals ask() {
    try (FeigeClient client = context.connect()) {
      return client.vitals();
    }
  }
}
