package io.feige.admin.alert;

import io.feige.admin.history.Look;
import io.feige.admin.history.Look.Backlog;
import io.feige.admin.history.Stages.Missing;
import io.feige.broker.core.controller.port.ClusterView;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What is an alert of that which nodes say when they are asked, and of what they show. Of nodes and
 * pairs that are in view, and so none of an Admin that does not lead.
 */
final class NodeRules {
  static final Duration BACKLOG_OLD = Duration.ofHours(1);

  private NodeRules() {}

  /**
   * Adds all.
   *
   * @param admin the name of this one
   */
  static void find(
      ClusterView view, NodeSight sight, String admin, Instant now, List<Alert> alerts) {
    for (ClusterView.NodeView node : view.nodes()) {
      Optional.ofNullable(sight.certificateEnds().get(node.id()))
          .flatMap(end -> CertificateRule.of(node.id(), end, now))
          .ifPresent(alerts::add);
    }
    Look look = sight.look().asOf(now);
    for (ClusterView.NodeView node : view.nodes()) {
      look.nodes().stream()
          .filter(each -> each.node().equals(node.id()))
          .forEach(each -> VitalRules.find(each, admin, alerts));
    }
    for (ClusterView.PairView pair : view.pairs()) {
      backlog(pair.state().pair(), look, now).ifPresent(alerts::add);
      stages(pair.state().pair(), look).ifPresent(alerts::add);
    }
  }

  /** One of each pair, however many stages it is: 'flow list' and 'flow describe' name them. */
  private static Optional<Alert> stages(String pair, Look look) {
    List<Missing> missing =
        look.stages().missing().stream()
            .filter(each -> each.pair().equals(pair))
            .sorted(Comparator.comparingLong(Missing::requests).reversed())
            .toList();
    if (missing.isEmpty()) {
      return Optional.empty();
    }
    Missing most = missing.getFirst();
    String others =
        switch (missing.size()) {
          case 1 -> " has";
          case 2 -> " and one other stage have";
          default -> " and " + (missing.size() - 1) + " other stages have";
        };
    return Optional.of(
        Alert.warning(
            "no-worker",
            pair,
            "stage "
                + most.stage()
                + " of "
                + most.flow()
                + others
                + " no worker: requests were refused in the last 10 s, "
                + most.requests()
                + " of them",
            "Start workers, or see what ends them; 'feige flow describe "
                + most.flow()
                + "' shows how many there are."));
  }

  /** One of each pair, however many groups it is: the list of groups names them. */
  private static Optional<Alert> backlog(String pair, Look look, Instant now) {
    List<Backlog> old =
        look.backlogs().stream()
            .filter(backlog -> backlog.pair().equals(pair))
            .filter(backlog -> now.isAfter(backlog.oldest().plus(BACKLOG_OLD)))
            .sorted(Comparator.comparing(Backlog::oldest))
            .toList();
    if (old.isEmpty()) {
      return Optional.empty();
    }
    Backlog oldest = old.getFirst();
    String group = oldest.topic() + "/" + oldest.group();
    return Optional.of(
        Alert.warning(
            "backlog-old",
            pair,
            "at "
                + pair
                + " "
                + group
                + more(old)
                + " not settled messages for more than an hour, the oldest since "
                + oldest.oldest(),
            "See 'feige group describe "
                + oldest.topic()
                + " "
                + oldest.group()
                + "'; a group that nobody needs can be deleted."));
  }

  private static String more(List<Backlog> old) {
    int others = new TreeSet<>(old.stream().map(NodeRules::name).toList()).size() - 1;
    return switch (others) {
      case 0 -> " has";
      case 1 -> " and one other group have";
      default -> " and " + others + " other groups have";
    };
  }

  private static String name(Backlog backlog) {
    return backlog.topic() + "/" + backlog.group();
  }
}
