package io.feige.admin.http;

import io.feige.admin.history.History;
import io.feige.admin.history.Series;
import io.feige.admin.history.Subject;
import io.feige.admin.json.Json;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Figures over time, for charts. Each Admin keeps its own, and those of the leader are told where
 * it can be had: some it knows alone.
 */
final class Figures {
  private static final Logger LOG = LoggerFactory.getLogger(Figures.class);
  private static final Duration LIMIT = Duration.ofSeconds(3);
  private static final int HOUR = 3_600;
  private static final int MONTH = 31 * 24 * HOUR;

  private final History history;
  private final Cluster cluster;
  private final Relay relay;
  private final NodeCalls nodes;

  private interface Source {
    History.Part read(long until, int seconds) throws IOException;
  }

  Figures(History history, Cluster cluster, Relay relay, NodeCalls nodes) {
    this.history = history;
    this.cluster = cluster;
    this.relay = relay;
    this.nodes = nodes;
  }

  void ofCluster(Context context) {
    tell(context, () -> {}, history::read);
  }

  /** Whoever may look at the topic may look at its figures; that nodes know. */
  void ofTopic(Context context) {
    String topic = Topics.name(context);
    tell(
        context,
        () -> {
          var _ = nodes.ask(context, client -> client.topics().describe(topic));
        },
        Subject.topic(topic));
  }

  void ofGroup(Context context) {
    String topic = Topics.name(context);
    String group = context.pathParam("group");
    tell(
        context,
        () -> {
          var _ = nodes.ask(context, client -> client.groups().describe(topic, group));
        },
        Subject.group(topic, group));
  }

  void ofNode(Context context) {
    String node = context.pathParam("node");
    tell(context, () -> cluster.requireNode(node), Subject.node(node));
  }

  private void tell(Context context, Runnable check, Subject subject) {
    tell(context, check, (until, seconds) -> history.read(subject, until, seconds));
  }

  /** The leader checks by itself whether the caller may see them. */
  private void tell(Context context, Runnable check, Source source) {
    int seconds = Query.number(context, "seconds", HOUR, 1, MONTH);
    try {
      if (relay.isElsewhere(context, LIMIT)) {
        return;
      }
    } catch (Problem e) {
      LOG.debug("the leader's figures cannot be had, these are this Admin's own", e);
    }
    check.run();
    try {
      Reads.answer(context, json(source.read(Instant.now().getEpochSecond(), seconds)));
    } catch (IOException e) {
      throw new UncheckedIOException("figures cannot be read", e);
    }
  }

  private static ObjectNode json(History.Part part) {
    return Json.object()
        .put("stepSeconds", part.stepSeconds())
        .put("until", Instant.ofEpochSecond(part.untilEpochSecond()).toString())
        .set("series", Json.array(part.series(), Figures::json));
  }

  private static ObjectNode json(Series series) {
    return Json.object()
        .put("name", series.figure().text())
        .put("pair", series.pair())
        .set("values", Json.array(series.values(), Figures::number));
  }

  private static JsonNode number(float value) {
    return Float.isNaN(value)
        ? JsonNodeFactory.instance.nullNode()
        : JsonNodeFactory.instance.numberNode(value);
  }
}
