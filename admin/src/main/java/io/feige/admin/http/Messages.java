package io.feige.admin.http;

import io.feige.admin.json.DelayedJson;
import io.feige.admin.json.Fields;
import io.feige.admin.json.Json;
import io.feige.admin.json.TraceJson;
import io.feige.client.FeigeClient;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.Receipt;
import io.feige.protocol.batch.HeaderMap;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Semaphore;
import tools.jackson.databind.node.ObjectNode;

/** Messages of a topic: those that it holds, those that wait for their time, and one more. */
final class Messages {
  static final Set<String> PUBLISHED =
      Set.of("key", "keyBase64", "body", "bodyBase64", "headers", "delayMillis");

  /** A day less than nodes take by default: it is counted from when a message is sent. */
  private static final Duration MOST_DELAY = Duration.ofDays(364);

  private static final int SEARCHES = 4;
  private static final int MOST_DELAYED = 1_000;
  private static final int USUAL_DELAYED = 100;

  private final NodeCalls nodes;

  /** What one has found, and its answer, may take tens of megabytes. */
  private final Semaphore searches = new Semaphore(SEARCHES);

  Messages(NodeCalls nodes) {
    this.nodes = nodes;
  }

  void find(Context context) throws IOException {
    MessageSearch search = MessageSearch.of(context);
    if (!searches.tryAcquire()) {
      throw Problem.tooManyCallers();
    }
    try {
      byte[] answer = Json.bytes(nodes.ask(context, search::run));
      // Sent while it has its place, so that who does not read makes nobody hold more.
      context.res().setContentType("application/json");
      context.res().getOutputStream().write(answer);
    } finally {
      searches.release();
    }
  }

  void trace(Context context) {
    String topic = Topics.name(context);
    String pair = context.pathParam("pair");
    long offset = Query.offset(context.pathParam("offset"));
    var groups = nodes.ask(context, client -> client.groups().trace(topic, pair, offset));
    Reads.answer(context, Json.object().set("groups", Json.array(groups, TraceJson::write)));
  }

  void publish(Context context) {
    String topic = Topics.name(context);
    Fields body = Body.read(context, PUBLISHED);
    Message message = Body.value(() -> message(body));
    Receipt receipt = nodes.ask(context, client -> publish(client, topic, message));
    ObjectNode json =
        Json.object()
            .put("topic", topic)
            .put("pair", receipt.pair())
            .put("durability", receipt.durability().name())
            .put("storedAt", receipt.storedAt().toString());
    if (receipt.hasOffset()) {
      json.put("offset", receipt.offset());
    }
    receipt.delayedId().ifPresent(id -> json.put("delayed", id));
    Reads.answer(context.status(201), json);
  }

  void delayed(Context context) {
    String topic = Topics.name(context);
    int limit = Query.number(context, "limit", USUAL_DELAYED, 1, MOST_DELAYED);
    var waiting = nodes.ask(context, client -> client.delayed().list(topic, limit));
    Reads.answer(
        context,
        Json.object()
            .set("delayed", Json.array(waiting, message -> Json.of(DelayedJson.of(message)))));
  }

  void cancel(Context context) {
    String topic = Topics.name(context);
    String id = context.pathParam("pair") + "/" + context.pathParam("id");
    var _ =
        nodes.ask(
            context,
            client -> {
              client.delayed().cancel(topic, id);
              return true;
            });
    Reads.answer(context, Json.object().put("done", true));
  }

  private static Receipt publish(FeigeClient client, String topic, Message message) {
    try (Producer producer = client.producer(topic).build()) {
      return producer.publish(message);
    }
  }

  static Message message(Fields body) {
    Message.Builder message = Message.builder().body(body.bytes("body"));
    if (body.has("key") || body.has("keyBase64")) {
      message.key(body.bytes("key"));
    }
    if (body.has("headers")) {
      HeaderMap.read(body.object("headers"))
          .forEach(header -> message.header(header.name(), header.value()));
    }
    if (body.has("delayMillis")) {
      long millis = body.number("delayMillis");
      if (millis > MOST_DELAY.toMillis()) {
        throw new IllegalArgumentException("delayMillis is more than " + MOST_DELAY.toMillis());
      }
      message.delay(Duration.ofMillis(millis));
    }
    return message.build();
  }
}
