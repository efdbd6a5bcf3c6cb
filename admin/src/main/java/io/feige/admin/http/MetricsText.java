package io.feige.admin.http;

import io.feige.admin.alert.Alert;
import io.feige.admin.event.Webhook;
import io.feige.broker.core.controller.ClusterView;
import io.feige.broker.core.controller.ClusterView.NodeView;
import io.feige.broker.core.controller.ClusterView.PairView;
import io.feige.broker.core.controller.DecisionKind;
import java.util.Locale;

/** What Prometheus reads. Pairs and nodes are told by the leader only. */
final class MetricsText {
  private final StringBuilder text = new StringBuilder();

  private MetricsText() {}

  static String of(Cluster cluster, ClusterView view, HttpSettings settings) {
    MetricsText metrics = new MetricsText();
    metrics.one(
        "feige_admin_leader_epoch",
        "Leader epoch of this Admin; 0: it follows.",
        cluster.controller().leaderEpoch());
    metrics.one(
        "feige_admin_zookeeper_connected",
        "Whether ZooKeeper answers.",
        cluster.isStoreThere().getAsBoolean() ? 1 : 0);
    metrics.one(
        "feige_strangers", "Connections that have not shaken hands.", cluster.strangers().count());
    metrics.counter(
        "feige_strangers_evicted_total",
        "Those of them that made room for others.",
        cluster.strangers().evicted());
    settings
        .encryption()
        .certificate()
        .ifPresent(own ->
            metrics.one(
                "feige_tls_certificate_not_after_seconds",
                "When the certificate expires, in seconds since 1970.",
                own.getNotAfter().toInstant().getEpochSecond()));
    metrics.one(
        "feige_access_users_version",
        "Version of the table of users.",
        settings.access().news().mark().version());
    metrics.counter(
        "feige_access_not_authenticated_total",
        "Callers whose credentials were not accepted.",
        settings.access().notAuthenticated());
    metrics.counter(
        "feige_access_denied_total",
        "Requests of users who had not the right.",
        settings.access().denied());
    metrics.head("feige_admin_decisions_total", "counter", "Changes of pairs, by kind.");
    for (DecisionKind kind : DecisionKind.values()) {
      metrics.value(
          "feige_admin_decisions_total",
          "kind",
          kind.name().toLowerCase(Locale.ROOT),
          cluster.controller().log().count(kind));
    }
    metrics.head("feige_admin_alerts", "gauge", "What is wrong now, by severity.");
    for (Alert.Severity severity : Alert.Severity.values()) {
      metrics.value(
          "feige_admin_alerts",
          "severity",
          severity.name().toLowerCase(Locale.ROOT),
          cluster.alerts().get().stream().filter(one -> one.severity() == severity).count());
    }
    metrics.webhook(cluster.webhook());
    metrics.nodes(view);
    metrics.pairs(view);
    return metrics.text.toString();
  }

  private void webhook(Webhook webhook) {
    counter("feige_admin_webhook_sent_total", "Events that the webhook took.", webhook.sent());
    counter("feige_admin_webhook_failed_total", "Requests that it did not take.", webhook.failed());
    counter(
        "feige_admin_webhook_dropped_total",
        "Events that were not delivered, because too many waited.",
        webhook.dropped());
  }

  private void nodes(ClusterView view) {
    head("feige_node_alive", "gauge", "Whether the node is heard.");
    for (NodeView node : view.nodes()) {
      value("feige_node_alive", "node", node.id(), node.isAlive() ? 1 : 0);
    }
  }

  private void pairs(ClusterView view) {
    head("feige_pair_epoch", "gauge", "Epoch of the pair's activation.");
    for (PairView pair : view.pairs()) {
      value("feige_pair_epoch", "pair", pair.state().pair(), pair.state().epoch());
    }
    head("feige_pair_serving", "gauge", "Whether the pair is served.");
    for (PairView pair : view.pairs()) {
      value("feige_pair_serving", "pair", pair.state().pair(), pair.isServing() ? 1 : 0);
    }
    head("feige_pair_in_sync", "gauge", "Replicas that hold everything confirmed.");
    for (PairView pair : view.pairs()) {
      value("feige_pair_in_sync", "pair", pair.state().pair(), pair.state().inSync().size());
    }
    head("feige_pair_lag_bytes", "gauge", "What the standby lacks; -1: there is none.");
    for (PairView pair : view.pairs()) {
      value("feige_pair_lag_bytes", "pair", pair.state().pair(), pair.lagBytes());
    }
  }

  private void one(String name, String sentence, long value) {
    head(name, "gauge", sentence);
    line(name, value);
  }

  private void line(String name, long value) {
    text.append(name).append(' ').append(value).append('\n');
  }

  private void counter(String name, String sentence, long value) {
    head(name, "counter", sentence);
    line(name, value);
  }

  private void head(String name, String type, String sentence) {
    text.append("# HELP ").append(name).append(' ').append(sentence).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  // Names of nodes, pairs and kinds have no character that would have to be escaped.
  private void value(String name, String label, String of, long value) {
    text.append(name)
        .append('{')
        .append(label)
        .append("=\"")
        .append(of)
        .append("\"} ")
        .append(value)
        .append('\n');
  }
}
