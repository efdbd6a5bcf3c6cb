package io.feige.dist.client;

import io.feige.admin.json.ClientJson;
import io.feige.client.ClientPlace;
import io.feige.client.ConnectedClient;
import io.feige.client.ConnectedClients;
import io.feige.client.FeigeClient;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists who is connected to the nodes. */
@Command(
    name = "list",
    description = {
      "Lists who is connected to the nodes, by node and in the order in which they came; with"
          + " --json an object a line. Every node is asked, whether or not it serves a pair; one"
          + " that does not answer is named on standard error.",
      "",
      "KIND and SOFTWARE are what the client says. REQUESTS leaves out what only keeps a connection"
          + " alive. OWED is what the node has answered and the client has not read."
    },
    footer = {"", "Examples:", "  feige client list", "  feige client list --node node-1 --json"})
public final class ClientListCommand implements Runnable {
  private static final String ALL = "";

  private final Context context;

  @Option(names = "--node", paramLabel = "ID", description = "Only of this node. Default: all.")
  private String node = ALL;

  public ClientListCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    List<ConnectedClient> all = new ArrayList<>();
    Set<String> missing = new TreeSet<>();
    try (FeigeClient client = context.connect()) {
      ClientPlace after = ClientPlace.START;
      boolean hasMore = true;
      while (hasMore) {
        ConnectedClients page = page(client, after);
        missing.addAll(page.missing());
        if (context.isJson()) {
          page.clients().forEach(each -> context.terminal().json(ClientJson.of(each)));
        } else {
          all.addAll(page.clients());
        }
        after = page.next().orElse(after);
        hasMore = page.next().isPresent();
      }
    }
    tell(all, missing);
  }

  private ConnectedClients page(FeigeClient client, ClientPlace after) {
    int limit = ConnectedClients.MAX_LIMIT;
    return node.equals(ALL) ? client.clients(after, limit) : client.clients(node, after, limit);
  }

  private void tell(List<ConnectedClient> all, Set<String> missing) {
    if (!node.equals(ALL) && !missing.isEmpty()) {
      throw new CliException(ExitCode.UNREACHABLE, node + " does not answer.");
    }
    if (!context.isJson()) {
      context.terminal().line(ClientWords.list(all, Instant.now()));
    }
    if (!missing.isEmpty()) {
      context
          .terminal()
          .note(
              "No answer from "
                  + String.join(", ", missing)
                  + ": who is connected there is not listed.");
    }
  }
}
