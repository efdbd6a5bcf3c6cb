package io.feige.admin.alert;

import io.feige.admin.history.Look;
import io.feige.admin.history.Look.Backlog;
import io.feige.admin.history.Look.Disk;
import io.feige.broker.core.controller.ClusterView;
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
  static final long DISK_LOW_BYTES = 1L << 30;
  private static final long DISK_LOW_SHARE = 10;
  private static final long MIB = 1L << 20;

  private NodeRules() {}

  static void find(ClusterView view, NodeSight sight, Instant now, List<Alert> alerts) {
    for (ClusterView.NodeView node : view.nodes()) {
      Optional.ofNullable(sight.certificateEnds().get(node.id()))
          .flatMap(end -> CertificateRule.of(node.id(), end, now))
          .ifPresent(alerts::add);
    }
    Look look = sight.look().asOf(now);
    for (ClusterView.NodeView node : view.nodes()) {
      disk(node.id(), look).ifPresent(alerts::add);
    }
    for (ClusterView.PairView pair : view.pairs()) {
      backlog(pair.state().pair(), look, now).ifPresent(alerts::add);
    }
  }

  private static Optional<Alert> disk(String node, Look look) {
    return look.disks().stream()
        .filter(disk -> disk.node().equals(node))
        .filter(NodeRules::isLow)
        .min(Comparator.comparingLong(Disk::freeBytes))
        .map(disk ->
            Alert.warning(
                "disk-low",
                node,
                "the disk of "
                    + node
                    + " has "
                    + disk.freeBytes() / MIB
                    + " MiB left; below "
                    + disk.reserveBytes() / MIB
                    + " MiB publishes are refused",
                "See 'feige disk', which names those who hold the journal; or give it room."));
  }

  private static boolean isLow(Disk disk) {
    long share = (disk.storedBytes() + disk.freeBytes()) / DISK_LOW_SHARE;
    return disk.freeBytes() - disk.reserveBytes() < Math.max(DISK_LOW_BYTES, share);
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
