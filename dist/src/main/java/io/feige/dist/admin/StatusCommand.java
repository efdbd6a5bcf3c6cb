package io.feige.dist.admin;

import io.feige.client.FeigeClient;
import io.feige.dist.admin.ClusterStatus.AdminLine;
import io.feige.dist.admin.ClusterStatus.NodeLine;
import io.feige.dist.admin.ClusterStatus.ProxyLine;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows how a cluster is. */
@Command(
    name = "status",
    description = {
      "Shows the Admins, nodes, pairs and proxies of a cluster: who is active, who is in sync, how far the"
          + " standby and the rows in SQL are behind, and how long a failover takes at most.",
      "",
      "Where no Admin answers, a node that stands alone is asked for what it knows of itself."
    },
    footer = {
      "",
      "Examples:",
      "  feige status",
      "  feige status --admin admin.example.com:7700 --json"
    })
public final class StatusCommand implements Runnable {
  private final Context context;

  @Mixin private AdminOptions options = new AdminOptions();

  public StatusCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    ClusterStatus status = options.api(context).statusIfAny().orElseGet(this::withoutAdmin);
    context.answer(status, words(status));
  }

  /** Whoever answers clients is a node, or there is nobody, which the client says. */
  private ClusterStatus withoutAdmin() {
    try (FeigeClient client = context.connect()) {
      return LoneNodes.status(client);
    }
  }

  private static String words(ClusterStatus status) {
    Table admins = new Table("ADMIN", "ADDRESS", "STATE");
    for (AdminLine admin : status.admins()) {
      admins.row(admin.id(), admin.client(), admin.leader() ? "leads" : "follows");
    }
    Table nodes = new Table("NODE", "ADDRESS", "STATE");
    for (NodeLine node : status.nodes()) {
      nodes.row(node.id(), node.address(), nodeState(node));
    }
    String leaders =
        status.admins().isEmpty()
            ? "This is what one node says about itself. If it is part of a cluster, name an Admin with -s to see all of it."
            : admins.text();
    return leaders
        + "\n\n"
        + nodes.text()
        + "\n\n"
        + PairWords.table(status.pairs())
        + PairWords.troubles(status.pairs())
        + proxies(status)
        + (status.live() ? "" : "\n\nNobody leads at the moment: this is what was stored last.");
  }

  private static String proxies(ClusterStatus status) {
    if (status.proxies().isEmpty()) {
      return "";
    }
    Table proxies =
        new Table("PROXY", "ADDRESS", "STATE", "CONNECTIONS", "LOGGED IN", "REQUESTS/S");
    for (ProxyLine proxy : status.proxies()) {
      proxies.row(
          proxy.id(),
          String.join(" ", proxy.addresses()),
          proxyState(proxy),
          proxy.connections(),
          proxy.callers(),
          Math.round(proxy.requestsPerSecond()));
    }
    return "\n\n" + proxies.text();
  }

  private static String proxyState(ProxyLine proxy) {
    return switch (proxy.state()) {
      case "SERVING" -> "serves";
      case "STOPPING" -> "sends its clients away";
      default -> "silent for " + Human.nanos(proxy.silentMillis() * 1_000_000);
    };
  }

  private static String nodeState(NodeLine node) {
    if (node.alive()) {
      return "alive";
    }
    return node.silentMillis() < 0
        ? "not heard"
        : "silent for " + Human.nanos(node.silentMillis() * 1_000_000);
  }
}
