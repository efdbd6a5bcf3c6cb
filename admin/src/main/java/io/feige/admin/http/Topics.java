package io.feige.admin.http;

import io.feige.admin.access.Voucher;
import io.feige.admin.json.DiskJson;
import io.feige.admin.json.Fields;
import io.feige.admin.json.Json;
import io.feige.admin.json.TopicJson;
import io.feige.client.Order;
import io.feige.client.TopicDescription;
import io.feige.client.TopicSpec;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Topics as all pairs together have them, and what of them fills a pair's disk. */
final class Topics {
  private static final Set<String> SETTINGS =
      Set.of(
          "order",
          "maxAttempts",
          "leaseMillis",
          "retryDelayMillis",
          "retryDelayMaxMillis",
          "retentionMillis",
          "retentionBytes",
          "keepForGroups",
          "mailboxCap",
          "onePair",
          "stages");
  private static final Set<String> OF_NEW =
      Stream.concat(SETTINGS.stream(), Stream.of("name")).collect(Collectors.toUnmodifiableSet());

  private static final int HOLDERS = 100;
  private static final int MOST_HOLDERS = 1_000;

  private final NodeCalls nodes;

  Topics(NodeCalls nodes) {
    this.nodes = nodes;
  }

  void list(Context context) {
    Page page = Page.of(context);
    var topics = nodes.ask(context, client -> client.topics().list());
    Reads.answer(context, page.json("topics", topics, topic -> topic.spec().name(), TopicJson::of));
  }

  void describe(Context context) {
    String topic = name(context);
    tell(context, nodes.ask(context, client -> client.topics().describe(topic)));
  }

  void create(Context context) {
    Fields body = Body.read(context, OF_NEW);
    TopicSpec spec = Body.value(() -> spec(TopicSpec.of(body.text("name")), body));
    context.status(201);
    tell(context, nodes.change(context, spec.toString(), client -> client.topics().create(spec)));
  }

  void alter(Context context) {
    String topic = name(context);
    Fields body = Body.read(context, SETTINGS);
    TopicDescription before = nodes.ask(context, client -> client.topics().describe(topic));
    TopicSpec spec = Body.value(() -> spec(before.spec(), body));
    Versions.require(context, version(before));
    tell(context, nodes.change(context, spec.toString(), client -> client.topics().alter(spec)));
  }

  void delete(Context context) {
    String topic = name(context);
    nodes.change(
        context,
        "",
        client -> {
          client.topics().delete(topic);
          return true;
        });
    Reads.answer(context, Json.object().put("done", true));
  }

  void disk(Context context) {
    String pair = context.pathParam("pair");
    int holders = Query.number(context, "limit", HOLDERS, 1, MOST_HOLDERS);
    Reads.answer(
        context, Json.of(DiskJson.of(nodes.ask(context, client -> client.disk(pair, holders)))));
  }

  static String name(Context context) {
    return context.pathParam("topic");
  }

  /** Of what can be changed: it stays as long as nobody changes that. */
  private static String version(TopicDescription topic) {
    return Voucher.hash(topic.spec().toString().getBytes(StandardCharsets.UTF_8));
  }

  private static void tell(Context context, TopicDescription topic) {
    Versions.tell(context, version(topic));
    Reads.answer(context, Json.of(TopicJson.of(topic)));
  }

  /** What is missing stays as it is. */
  private static TopicSpec spec(TopicSpec spec, Fields body) {
    TopicSpec changed = spec;
    if (body.has("order")) {
      changed = changed.withOrder(body.constant("order", Order.class));
    }
    if (body.has("maxAttempts")) {
      changed = changed.withMaxAttempts(body.smallNumber("maxAttempts"));
    }
    if (body.has("leaseMillis")) {
      changed = changed.withLease(millis(body, "leaseMillis"));
    }
    if (body.has("retryDelayMillis") || body.has("retryDelayMaxMillis")) {
      changed =
          changed.withRetryDelay(
              millis(body, "retryDelayMillis", changed.retryDelay()),
              millis(body, "retryDelayMaxMillis", changed.retryDelayMax()));
    }
    if (body.has("retentionMillis")) {
      changed = changed.withRetention(millis(body, "retentionMillis"));
    }
    if (body.has("retentionBytes")) {
      changed = changed.withRetentionBytes(body.number("retentionBytes"));
    }
    if (body.has("keepForGroups")) {
      changed = changed.withKeepForGroups(body.flag("keepForGroups"));
    }
    if (body.has("mailboxCap")) {
      changed = changed.withMailboxCap(body.smallNumber("mailboxCap"));
    }
    if (body.has("stages") && !body.texts("stages").equals(changed.stages())) {
      changed = changed.withStages(body.texts("stages").toArray(String[]::new));
    }
    return body.has("onePair") ? changed.withOnePair(body.flag("onePair")) : changed;
  }

  private static Duration millis(Fields body, String field, Duration otherwise) {
    return body.has(field) ? millis(body, field) : otherwise;
  }

  private static Duration millis(Fields body, String field) {
    return Duration.ofMillis(body.number(field));
  }
}
