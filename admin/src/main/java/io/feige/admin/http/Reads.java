package io.feige.admin.http;

import io.feige.admin.alert.Alert;
import io.feige.admin.history.Look;
import io.feige.admin.history.Totals;
import io.feige.admin.json.DecisionJson;
import io.feige.admin.json.GroupJson;
import io.feige.admin.json.Json;
import io.feige.admin.json.ReportJson;
import io.feige.admin.store.PairStore;
import io.feige.broker.core.controller.port.ClusterView;
import io.feige.broker.core.controller.port.ClusterView.PairView;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import io.javalin.http.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What can be looked at. The leader answers with what it sees; another Admin asks the leader, and
 * if that cannot be had, answers with what is stored and says so.
 */
final class Reads {
  private static final Duration LIMIT = Duration.ofSeconds(3);
  private static final int DEFAULT_HISTORY = 50;

  private final Cluster cluster;
  private final Relay relay;
  private final AdminMetrics metrics;

  Reads(Cluster cluster, Relay relay, AdminMetrics metrics) {
    this.cluster = cluster;
    this.relay = relay;
    this.metrics = metrics;
  }

  void status(Context context) {
    if (leads()) {
      answer(context, liveStatus());
    } else {
      relayOr(context, storedStatus());
    }
  }

  void pairs(Context context) {
    if (leads()) {
      answer(context, pairsOf(liveStatus()));
    } else {
      relayOr(context, pairsOf(storedStatus()));
    }
  }

  void pair(Context context) {
    PairState state = known(context);
    if (leads()) {
      PairView seen =
          view().pairs().stream()
              .filter(pair -> pair.state().pair().equals(state.pair()))
              .findFirst()
              .orElse(null);
      answer(context, seen == null ? described(state) : described(seen));
    } else {
      relayOr(context, described(state));
    }
  }

  void history(Context context) {
    String pair = known(context).pair();
    int most = most(context);
    PairStore store = cluster.store();
    answer(
        context,
        Json.object()
            .put("pair", pair)
            .set("decisions", Json.array(store.decisions(pair, most), DecisionJson::write))
            .set("reports", Json.array(store.reports(pair, most), ReportJson::write)));
  }

  void alerts(Context context) {
    if (leads()) {
      answer(context, ownAlerts());
    } else {
      relayOr(context, ownAlerts());
    }
  }

  /** What {@link #status} answers, for who is no caller. */
  String statusNow() {
    return leads()
        ? Json.text(liveStatus())
        : relay.ask("/api/v1/status", LIMIT).orElseGet(() -> Json.text(storedStatus()));
  }

  /** What {@link #alerts} answers, for who is no caller. */
  String alertsNow() {
    return leads()
        ? Json.text(ownAlerts())
        : relay.ask("/api/v1/alerts", LIMIT).orElseGet(() -> Json.text(ownAlerts()));
  }

  private ObjectNode ownAlerts() {
    return Json.object()
        .set("alerts", Json.array(cluster.alerts().get(), Reads::alert))
        .put("live", leads());
  }

  private static ObjectNode alert(Alert alert) {
    return Json.object()
        .put("rule", alert.rule())
        .put("of", alert.of())
        .put("severity", alert.severity().name())
        .put("since", Instant.ofEpochMilli(alert.sinceMillis()).toString())
        .put("sentence", alert.sentence())
        .put("whatToDo", alert.whatToDo());
  }

  /** All topics and groups together, as this Admin has seen them last. */
  void totals(Context context) {
    Look look = cluster.look().get().asOf(Instant.now());
    Totals totals = look.totals();
    answer(
        context,
        Json.object()
            .put("lookedAt", look.knowsGroups() ? look.at().toString() : null)
            .put("topics", totals.topics())
            .put("messages", totals.messages())
            .put("bytes", totals.bytes())
            .put("delayed", totals.delayed())
            .put("groups", totals.groups())
            .put("unsettled", totals.unsettled())
            .set("waiting", Json.array(totals.waiting(), group -> Json.of(GroupJson.of(group)))));
  }

  void live(Context context) {
    boolean isAlive = cluster.isAlive().getAsBoolean();
    answer(context.status(isAlive ? 200 : 503), Json.object().put("alive", isAlive));
  }

  void ready(Context context) {
    boolean isStoreThere = cluster.isStoreThere().getAsBoolean();
    boolean isReady = isStoreThere && cluster.isAlive().getAsBoolean();
    answer(
        context.status(isReady ? 200 : 503),
        Json.object()
            .put("ready", isReady)
            .put("leads", leads())
            .put("zookeeper", isStoreThere ? "connected" : "away"));
  }

  void metrics(Context context) {
    ClusterView view = leads() ? view() : ClusterView.NOTHING;
    context
        .contentType("text/plain; version=0.0.4; charset=utf-8")
        .result(metrics.scrape(view, cluster.look().get(), cluster.proxies().all(), Instant.now()));
  }

  static void answer(Context context, ObjectNode json) {
    context.contentType("application/json").result(Json.text(json));
  }

  private ObjectNode liveStatus() {
    return StatusJson.status(
        cluster.admins().get(),
        cluster.controller().leaderEpoch(),
        view(),
        cluster.proxies().all());
  }

  private ObjectNode storedStatus() {
    return StatusJson.stored(
        cluster.admins().get(), cluster.table().nodes(), cluster.table().pairs());
  }

  private static ObjectNode pairsOf(ObjectNode status) {
    return Json.object()
        .set("pairs", (ArrayNode) status.get("pairs"))
        .put("live", status.get("live").booleanValue());
  }

  private static ObjectNode described(PairView seen) {
    return withMembers(StatusJson.pair(seen), seen.state());
  }

  private static ObjectNode described(PairState state) {
    return withMembers(StatusJson.pair(state), state);
  }

  private static ObjectNode withMembers(ObjectNode pair, PairState state) {
    return pair.put("handedOver", state.handedOver())
        .set("members", Json.array(state.inSync(), Reads::member));
  }

  private static ObjectNode member(Member member) {
    return Json.object().put("node", member.node()).put("bootId", member.boot());
  }

  private void relayOr(Context context, ObjectNode stored) {
    try {
      relay.relay(context, LIMIT);
    } catch (Problem e) {
      answer(context, stored);
    }
  }

  private boolean leads() {
    return cluster.controller().leaderEpoch() > 0;
  }

  private ClusterView view() {
    try {
      return cluster.controller().view().get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Problem.outcomeUnknown();
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the controller does not answer", e);
    }
  }

  private PairState known(Context context) {
    String name = context.pathParam("pair");
    return cluster.table().pairs().stream()
        .filter(pair -> pair.pair().equals(name))
        .findFirst()
        .orElseThrow(() -> Problem.noSuchPair(name));
  }

  private static int most(Context context) {
    String text = context.queryParam("most");
    if (text == null) {
      return DEFAULT_HISTORY;
    }
    if (!text.matches("\\d{1,3}") || Integer.parseInt(text) > PairStore.KEPT) {
      throw Problem.badRequest("most must be a number from 0 to " + PairStore.KEPT);
    }
    return Integer.parseInt(text);
  }
}
