package io.feige.admin.alert;

import io.feige.admin.proxies.ProxySight;
import io.feige.broker.core.controller.port.ClusterView;
import io.feige.broker.core.controller.port.ClusterView.NodeView;
import io.feige.broker.core.controller.port.ClusterView.PairView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is an alert. Without a memory, and without a clock of its own. */
final class AlertRules {
  static final Duration STORE_BEHIND = Duration.ofMinutes(1);

  /**
   * What an Admin knows of itself.
   *
   * @param isStoreThere whether ZooKeeper answers
   * @param hasLeader whether some Admin leads
   * @param certificateEnds when its certificate expires; empty: it has none
   */
  record Own(
      String admin, boolean isStoreThere, boolean hasLeader, Optional<Instant> certificateEnds) {}

  private AlertRules() {}

  /**
   * All that is wrong now.
   *
   * @param view nothing, unless this Admin leads
   * @param sight what is known besides
   * @param proxies those that are known; none, unless this Admin leads
   */
  static List<Alert> find(
      ClusterView view, NodeSight sight, List<ProxySight> proxies, Own own, Instant now) {
    List<Alert> alerts = new ArrayList<>();
    of(own, now, alerts);
    view.nodes().forEach(node -> of(node, alerts));
    view.pairs().forEach(pair -> of(pair, alerts));
    NodeRules.find(view, sight, own.admin(), now, alerts);
    ProxyRules.find(proxies, now, alerts);
    return alerts;
  }

  private static void of(Own own, Instant now, List<Alert> alerts) {
    if (!own.isStoreThere()) {
      alerts.add(
          Alert.critical(
              "zookeeper-away",
              own.admin(),
              "ZooKeeper does not answer " + own.admin() + ": pairs go on, no failover is decided",
              "Look whether ZooKeeper runs and can be reached."));
    } else if (!own.hasLeader()) {
      alerts.add(
          Alert.critical(
              "no-leader",
              own.admin(),
              "no Admin leads: pairs go on, no failover is decided",
              "Start an Admin; if some run, read their logs."));
    }
    own.certificateEnds()
        .flatMap(end -> CertificateRule.of(own.admin(), end, now))
        .ifPresent(alerts::add);
  }

  private static void of(NodeView node, List<Alert> alerts) {
    if (!node.isAlive()) {
      alerts.add(
          Alert.warning(
              "node-silent",
              node.id(),
              node.id() + " is not heard",
              "Start it; if it runs, look at its log and at the network."));
    }
  }

  private static void of(PairView pair, List<Alert> alerts) {
    String name = pair.state().pair();
    // Where there is something in a journal, somebody has served it, and ZooKeeper lost that.
    if (!pair.isServing() && pair.state().epoch() == 0 && pair.confirmed() <= 0) {
      alerts.add(
          Alert.warning(
              "pair-not-served",
              name,
              "nobody has served " + name + " yet" + because(pair.trouble()),
              "Start both of its nodes."));
    } else if (!pair.isServing()) {
      alerts.add(
          Alert.critical(
              "pair-not-served",
              name,
              "nobody serves " + name + because(pair.trouble()),
              "See 'feige pair describe " + name + "'."));
    } else if (!pair.trouble().isEmpty()) {
      alerts.add(
          Alert.critical(
              "pair-in-trouble",
              name,
              name + " is served with limits" + because(pair.trouble()),
              "See 'feige pair describe " + name + "'."));
    }
    boolean hasBackup = !pair.state().backup().isEmpty();
    if (hasBackup && pair.isServing() && pair.state().inSync().size() < 2) {
      alerts.add(
          Alert.warning(
              "no-standby-in-sync",
              name,
              name + " has one copy of what is confirmed: if its node dies, messages wait for it",
              "Start the other node; if it runs, it is joining, which 'feige pair list' shows."));
    }
    if (pair.storeLag().millis() > STORE_BEHIND.toMillis()) {
      alerts.add(
          Alert.warning(
              "store-behind",
              name,
              "rows of " + name + " are " + pair.storeLag().millis() / 1_000 + " s behind",
              "Look whether the database is there, and how fast it writes."));
    }
  }

  private static String because(String trouble) {
    return trouble.isEmpty() ? "" : ": " + trouble;
  }
}
