package io.feige.admin.http;

import io.feige.admin.json.Fields;
import io.feige.admin.json.GroupJson;
import io.feige.admin.json.Json;
import io.feige.client.GroupDescription;
import io.feige.client.StartFrom;
import io.javalin.http.Context;
import java.util.Set;

/** Consumer groups as all pairs together have them. */
final class Groups {
  private final NodeCalls nodes;

  Groups(NodeCalls nodes) {
    this.nodes = nodes;
  }

  void list(Context context) {
    String topic = Topics.name(context);
    Page page = Page.of(context);
    var groups = nodes.ask(context, client -> client.groups().list(topic));
    Reads.answer(context, page.json("groups", groups, GroupDescription::group, GroupJson::of));
  }

  void describe(Context context) {
    String topic = Topics.name(context);
    String group = name(context);
    tell(context, nodes.ask(context, client -> client.groups().describe(topic, group)));
  }

  void reset(Context context) {
    String topic = Topics.name(context);
    String group = name(context);
    Fields body = Body.read(context, Set.of("to", "pair"));
    String to = Body.value(() -> body.text("to"));
    String pair = Body.value(() -> body.text("pair", ""));
    StartFrom place = Query.place(to);
    tell(
        context,
        nodes.change(
            context,
            "to " + to + (pair.isEmpty() ? "" : " at " + pair),
            client ->
                pair.isEmpty()
                    ? client.groups().reset(topic, group, place)
                    : client.groups().reset(topic, group, pair, place)));
  }

  void delete(Context context) {
    String topic = Topics.name(context);
    String group = name(context);
    nodes.change(
        context,
        "",
        client -> {
          client.groups().delete(topic, group);
          return true;
        });
    Reads.answer(context, Json.object().put("done", true));
  }

  private static String name(Context context) {
    return context.pathParam("group");
  }

  private static void tell(Context context, GroupDescription group) {
    Reads.answer(context, Json.of(GroupJson.of(group)));
  }
}
