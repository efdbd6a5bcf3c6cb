package io.feige.admin.http;

import io.feige.admin.json.Json;
import io.feige.admin.json.NodeJson;
import io.feige.admin.json.SalvageJson;
import io.feige.admin.json.SettingJson;
import io.feige.client.FeigeClient;
import io.feige.client.NodeVitals;
import io.feige.client.Salvage;
import io.feige.client.Vitals;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.List;

/** What nodes and Admins tell of themselves: what they are like, settings, salvage. */
final class NodeReads {
  private static final int USUAL_FILES = 100;
  private static final Duration RELAY_LIMIT = Duration.ofSeconds(3);

  private final NodeCalls nodes;
  private final Cluster cluster;
  private final Relay relay;
  private final List<SettingJson> own;

  NodeReads(NodeCalls nodes, Cluster cluster, Relay relay, HttpSettings settings) {
    this.nodes = nodes;
    this.cluster = cluster;
    this.relay = relay;
    this.own = settings.entries().stream().map(SettingJson::of).toList();
  }

  void nodeSettings(Context context) {
    String node = context.pathParam("node");
    cluster.requireNode(node);
    List<SettingJson> found =
        nodes.ask(context, client -> client.settings(node).stream().map(SettingJson::of).toList());
    settings(context, found);
  }

  void list(Context context) {
    Vitals found = nodes.ask(context, FeigeClient::vitals);
    Reads.answer(
        context,
        Json.object()
            .set("nodes", Json.array(found.nodes(), node -> Json.of(NodeJson.of(node))))
            .set("missing", Json.texts(found.missing())));
  }

  void describe(Context context) {
    String node = context.pathParam("node");
    cluster.requireNode(node);
    NodeVitals found = nodes.ask(context, client -> client.vitals(node));
    Reads.answer(context, Json.of(NodeJson.of(found)));
  }

  /** Each Admin knows its own alone. */
  void adminSettings(Context context) {
    String admin = context.pathParam("admin");
    if (admin.equals(cluster.self())) {
      settings(context, own);
    } else {
      relay.relayTo(context, admin, RELAY_LIMIT);
    }
  }

  void salvage(Context context) {
    String node = Query.text(context, "node");
    cluster.requireNode(node);
    int limit = Query.number(context, "limit", USUAL_FILES, 1, Salvage.MAX_LIMIT);
    Salvage found =
        nodes.ask(
            context,
            client -> node.isEmpty() ? client.salvage(limit) : client.salvage(node, limit));
    Reads.answer(
        context,
        Json.object()
            .set("files", Json.array(found.files(), file -> Json.of(SalvageJson.of(file))))
            .put("more", found.more())
            .set("missing", Json.texts(found.missing())));
  }

  private static void settings(Context context, List<SettingJson> found) {
    Reads.answer(context, Json.object().set("settings", Json.array(found, Json::of)));
  }
}
