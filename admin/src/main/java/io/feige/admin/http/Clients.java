package io.feige.admin.http;

import io.feige.admin.json.ClientJson;
import io.feige.admin.json.Json;
import io.feige.client.ClientPlace;
import io.feige.client.ConnectedClients;
import io.javalin.http.Context;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/** Who is connected to the nodes. */
final class Clients {
  private static final Pattern PLACE = Pattern.compile("([A-Za-z0-9._-]{1,200})/(\\d{1,18})");

  private final NodeCalls nodes;
  private final Cluster cluster;

  Clients(NodeCalls nodes, Cluster cluster) {
    this.nodes = nodes;
    this.cluster = cluster;
  }

  void list(Context context) {
    String node = Query.text(context, "node");
    cluster.requireNode(node);
    Page page = Page.of(context);
    ClientPlace after = place(page.after());
    ConnectedClients found =
        nodes.ask(
            context,
            client ->
                node.isEmpty()
                    ? client.clients(after, page.limit())
                    : client.clients(node, after, page.limit()));
    ObjectNode json =
        Json.object()
            .set("clients", Json.array(found.clients(), client -> Json.of(ClientJson.of(client))))
            .set("missing", Json.texts(found.missing()));
    found.next().ifPresent(next -> json.put("next", next.nodeId() + "/" + next.connection()));
    Reads.answer(context, json);
  }

  private static ClientPlace place(String text) {
    if (text.isEmpty()) {
      return ClientPlace.START;
    }
    Matcher place = PLACE.matcher(text);
    if (!place.matches()) {
      throw Problem.badRequest("after must be what next of the page before says");
    }
    return new ClientPlace(place.group(1), Long.parseLong(place.group(2)));
  }
}
