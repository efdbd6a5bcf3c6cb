package io.feige.admin.http;

import io.feige.admin.json.Fields;
import io.feige.admin.json.GroupJson;
import io.feige.admin.json.Json;
import io.feige.client.GroupDescription;
import io.feige.client.StartFrom;
import io.javalin.http.Context;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Consumer groups as all pairs together have them. */
final class Groups {
  private static final int USUAL = 100;
  private static final int MOST = 1_000;
  private static final Comparator<GroupDescription> MOST_UNSETTLED_FIRST =
      Comparator.comparingLong(GroupDescription::lag)
          .reversed()
          .thenComparing(GroupDescription::topic)
          .thenComparing(GroupDescription::group);

  private final NodeCalls nodes;

  Groups(NodeCalls nodes) {
    this.nodes = nodes;
  }

  /** Those of all topics, or some of them: an answer has a bound, however many there are. */
  void find(Context context) {
    String text = Query.text(context, "contains").toLowerCase(Locale.ROOT);
    int limit = Query.number(context, "limit", USUAL, 1, MOST);
    List<GroupDescription> found =
        nodes.ask(context, client -> client.groups().list()).stream()
            .filter(group -> fullName(group).toLowerCase(Locale.ROOT).contains(text))
            .sorted(MOST_UNSETTLED_FIRST)
            .toList();
    List<GroupDescription> shown = found.subList(0, Math.min(limit, found.size()));
    Reads.answer(
        context,
        Json.object()
            .set("groups", Json.array(shown, group -> Json.of(GroupJson.of(group))))
            .put("found", found.size()));
  }

  private static String fullName(GroupDescription group) {
    return group.topic() + " / " + group.group();
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
