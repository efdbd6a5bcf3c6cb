package io.feige.admin.http;

import io.feige.admin.alert.Alert;
import io.feige.admin.event.Webhook;
import io.feige.admin.history.Look;
import io.feige.admin.proxies.ProxySight;
import io.feige.broker.core.controller.port.ClusterView;
import io.feige.broker.core.controller.port.ClusterView.NodeView;
import io.feige.broker.core.controller.port.ClusterView.PairView;
import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.tls.Encryption;
import io.javalin.http.Context;
import io.javalin.router.Endpoint;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/** Admin's meters. Pairs and nodes are told by the leader only, as of each scrape. Any thread. */
final class AdminMetrics implements AutoCloseable {
  /** Of requests that no route took: their paths and methods are their senders' to choose. */
  private static final String OTHER = "other";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics gcMetrics = new JvmGcMetrics();
  private final MultiGauge nodesAlive = rows("feige.node.alive", "Whether the node is heard");
  private final MultiGauge proxiesAlive = rows("feige.proxy.alive", "Whether the proxy is heard");
  private final MultiGauge proxiesTwice =
      rows("feige.proxy.twice", "Whether two processes report under the name of the proxy");
  private final MultiGauge epochs = rows("feige.pair.epoch", "Epoch of the pair's activation");
  private final MultiGauge served = rows("feige.pair.serving", "Whether the pair is served");
  private final MultiGauge troubles =
      rows("feige.pair.trouble", "Whether something keeps it from that, or from taking publishes");
  private final MultiGauge inSync =
      rows("feige.pair.in.sync", "Replicas that hold everything confirmed");
  private final MultiGauge lags =
      rows("feige.pair.lag.bytes", "What the standby lacks; -1: there is none");

  private final MultiGauge backlogs =
      rows(
          "feige.pair.backlog.age.seconds",
          "Age of the oldest message that a group has not settled");
  private final MultiGauge clocks =
      rows("feige.node.clock.ahead.millis", "The node's clock less this Admin's");

  AdminMetrics(Cluster cluster, HttpSettings settings) {
    gauge(
        "feige.admin.leader.epoch",
        "Leader epoch of this Admin; 0: it follows",
        cluster.controller()::leaderEpoch);
    gauge(
        "feige.admin.zookeeper.connected",
        "Whether ZooKeeper answers",
        () -> cluster.isStoreThere().getAsBoolean() ? 1 : 0);
    gauge(
        "feige.strangers",
        "Connections that have not shaken hands",
        () -> cluster.strangers().count());
    counter(
        "feige.strangers.evicted",
        "Those of them that made room for others",
        () -> cluster.strangers().evicted());
    certificate(settings.encryption());
    access(settings);
    kinds(cluster);
    webhook(cluster.webhook());
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    gcMetrics.bindTo(registry);
  }

  private void certificate(Encryption encryption) {
    if (encryption.isOn()) {
      gauge(
          "feige.tls.certificate.not.after.seconds",
          "When the certificate expires, in seconds since 1970",
          () -> encryption.certificate().orElseThrow().getNotAfter().toInstant().getEpochSecond());
    }
  }

  private void access(HttpSettings settings) {
    gauge(
        "feige.access.users.version",
        "Version of the table of users",
        () -> settings.access().news().mark().version());
    counter(
        "feige.access.not.authenticated",
        "Callers whose credentials were not accepted",
        settings.access()::notAuthenticated);
    counter(
        "feige.access.denied", "Requests of users who lacked the right", settings.access()::denied);
  }

  private void kinds(Cluster cluster) {
    for (DecisionKind kind : DecisionKind.values()) {
      counter(
          "feige.admin.decisions",
          "Changes of pairs, by kind",
          Tags.of("kind", kind.name().toLowerCase(Locale.ROOT)),
          () -> cluster.controller().log().count(kind));
    }
    for (Alert.Severity severity : Alert.Severity.values()) {
      gauge(
          "feige.admin.alerts",
          "What is wrong now, by severity",
          Tags.of("severity", severity.name().toLowerCase(Locale.ROOT)),
          () -> cluster.alerts().get().stream().filter(one -> one.severity() == severity).count());
    }
  }

  private void webhook(Webhook webhook) {
    counter("feige.admin.webhook.sent", "Events that the webhook took", webhook::sent);
    counter("feige.admin.webhook.failed", "Requests that it did not take", webhook::failed);
    counter(
        "feige.admin.webhook.dropped",
        "Events that were not delivered, because too many waited",
        webhook::dropped);
  }

  /** A request was answered. */
  void answered(Context context, float millis) {
    Endpoint route = context.endpoints().matchedHttpEndpoint();
    Timer.builder("feige.admin.request")
        .description("Requests of the REST interface")
        .tags(
            "method",
            route == null ? OTHER : route.method.name(),
            "route",
            route == null ? OTHER : route.path,
            "status",
            context.statusCode() / 100 + "xx")
        .register(registry)
        .record((long) (millis * 1e6), TimeUnit.NANOSECONDS);
  }

  /**
   * Everything in Prometheus' text format.
   *
   * @param view nothing, unless this Admin leads
   * @param look what the nodes have said last
   * @param proxies those that are known; none, unless this Admin leads
   */
  synchronized String scrape(ClusterView view, Look look, List<ProxySight> proxies, Instant now) {
    nodesAlive.register(view.nodes().stream().map(AdminMetrics::row).toList(), true);
    show(proxiesAlive, proxies, proxy -> proxy.state() != ProxySight.State.AWAY);
    show(proxiesTwice, proxies, ProxySight::isTwice);
    show(epochs, view, pair -> pair.state().epoch());
    show(served, view, pair -> pair.isServing() ? 1 : 0);
    show(troubles, view, pair -> pair.trouble().isEmpty() ? 0 : 1);
    show(inSync, view, pair -> pair.state().inSync().size());
    show(lags, view, PairView::lagBytes);
    Look seen = look.asOf(now);
    show(
        backlogs,
        seen.knowsGroups() ? view : ClusterView.NOTHING,
        pair -> backlogSeconds(pair.state().pair(), seen, now));
    clocks.register(
        seen.nodes().stream()
            .filter(node -> isInView(node.node(), view))
            .map(AdminMetrics::clock)
            .toList(),
        true);
    return registry.scrape();
  }

  @Override
  public void close() {
    gcMetrics.close();
    registry.close();
  }

  private static boolean isInView(String node, ClusterView view) {
    return view.nodes().stream().anyMatch(each -> each.id().equals(node));
  }

  private static MultiGauge.Row<?> clock(Look.OfNode node) {
    return MultiGauge.Row.of(Tags.of("node", node.node()), node.clock().ahead().toMillis());
  }

  private static long backlogSeconds(String pair, Look look, Instant now) {
    return look.backlogs().stream()
        .filter(backlog -> backlog.pair().equals(pair))
        .mapToLong(backlog -> Duration.between(backlog.oldest(), now).toSeconds())
        .reduce(0, Math::max);
  }

  private static void show(MultiGauge gauge, ClusterView view, ToLongFunction<PairView> value) {
    List<MultiGauge.Row<?>> rows =
        view.pairs().stream().<MultiGauge.Row<?>>map(pair -> row(pair, value)).toList();
    gauge.register(rows, true);
  }

  private static MultiGauge.Row<?> row(PairView pair, ToLongFunction<PairView> value) {
    return MultiGauge.Row.of(Tags.of("pair", pair.state().pair()), value.applyAsLong(pair));
  }

  private static MultiGauge.Row<?> row(NodeView node) {
    return MultiGauge.Row.of(Tags.of("node", node.id()), node.isAlive() ? 1 : 0);
  }

  private static void show(
      MultiGauge gauge, List<ProxySight> proxies, Predicate<ProxySight> value) {
    List<MultiGauge.Row<?>> rows =
        proxies.stream()
            .<MultiGauge.Row<?>>map(
                proxy -> MultiGauge.Row.of(Tags.of("proxy", proxy.id()), value.test(proxy) ? 1 : 0))
            .toList();
    gauge.register(rows, true);
  }

  private MultiGauge rows(String name, String description) {
    return MultiGauge.builder(name).description(description).register(registry);
  }

  private void counter(String name, String description, LongSupplier value) {
    counter(name, description, Tags.empty(), value);
  }

  private void counter(String name, String description, Tags tags, LongSupplier value) {
    // The registry does not keep what it reads from; these meters live as long as they are asked.
    FunctionCounter.builder(name, this, itself -> value.getAsLong())
        .description(description)
        .tags(tags)
        .register(registry);
  }

  private void gauge(String name, String description, LongSupplier value) {
    gauge(name, description, Tags.empty(), value);
  }

  private void gauge(String name, String description, Tags tags, LongSupplier value) {
    Gauge.builder(name, value, supplier -> (double) supplier.getAsLong())
        .description(description)
        .tags(tags)
        .strongReference(true)
        .register(registry);
  }
}
