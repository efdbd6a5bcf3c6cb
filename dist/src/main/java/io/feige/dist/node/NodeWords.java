package io.feige.dist.node;

import io.feige.client.NodeVitals;
import io.feige.client.NodeVitals.Clock;
import io.feige.client.NodeVitals.Health;
import io.feige.client.NodeVitals.NodeThread;
import io.feige.client.NodeVitals.Replica;
import io.feige.client.NodeVitals.Usage;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What nodes are like, as a person reads it. */
final class NodeWords {
  private NodeWords() {}

  static String list(List<NodeVitals> nodes, Instant now) {
    if (nodes.isEmpty()) {
      return "No node has answered.";
    }
    // What is wrong stands last: it can be long.
    Table table =
        new Table(
            "NODE",
            "STARTED",
            "CLOCK",
            "HEAP",
            "CONNECTIONS",
            "BUSIEST",
            "DISK LEFT",
            "REPLICAS",
            "STATE");
    for (NodeVitals node : nodes) {
      table.row(
          node.nodeId(),
          ago(node, now),
          clock(node.clock()),
          Human.bytes(node.usage().heapBytes()),
          Human.count(node.usage().connections()),
          node.threads().stream().findFirst().map(NodeWords::busy).orElse("-"),
          diskLeft(node.replicas()),
          replicas(node.replicas()),
          state(node.health()));
    }
    return table.text();
  }

  static String one(NodeVitals node, Instant now) {
    Usage usage = node.usage();
    Table table =
        new Table("NODE", node.nodeId())
            .row("software", node.program().software() + ", Java " + node.program().javaVersion())
            .row("started", node.program().startedAt() + ", " + ago(node, now))
            .row("clock", node.clock().now() + ", " + clock(node.clock()) + " " + doubt(node))
            .row("processors", Human.count(node.program().processors()))
            .row("heap", of(usage.heapBytes(), usage.heapMaxBytes()))
            .row("buffers", of(usage.directBytes(), usage.directMaxBytes()))
            .row("open files", count(usage.openFiles()) + " of " + count(usage.maxOpenFiles()))
            .row(
                "connections",
                Human.count(usage.connections()) + " of " + Human.count(usage.maxConnections()))
            .row("confirms", confirms(usage));
    node.health().deadThreads().forEach(sentence -> table.row("died", sentence));
    node.health().failing().forEach(sentence -> table.row("fails", sentence));
    return table.row("state", state(node.health())).text()
        + "\n\n"
        + threads(node.threads())
        + (node.replicas().isEmpty() ? "" : "\n\n" + disks(node.replicas()));
  }

  /** Of the last ten seconds. */
  private static String confirms(Usage usage) {
    return usage.confirmP99Micros().isEmpty()
        ? "none"
        : "p50 " + micros(usage.confirmP50Micros()) + ", p99 " + micros(usage.confirmP99Micros());
  }

  private static String micros(OptionalLong micros) {
    return micros.isEmpty() ? "-" : Human.nanos(micros.getAsLong() * 1_000);
  }

  private static String threads(List<NodeThread> threads) {
    Table table = new Table("THREAD", "BUSY", "CONNECTIONS");
    for (NodeThread thread : threads) {
      table.row(thread.name(), percent(thread), count(thread.connections()));
    }
    return table.text();
  }

  private static String disks(List<Replica> replicas) {
    Table table = new Table("PAIR", "ROLE", "STORED", "LIMIT", "DISK LEFT", "RESERVE");
    for (Replica replica : replicas) {
      table.row(
          replica.pair(),
          role(replica),
          Human.bytes(replica.storedBytes()),
          replica.limitBytes() == 0 ? "the disk" : Human.bytes(replica.limitBytes()),
          Human.bytes(replica.diskFreeBytes()),
          Human.bytes(replica.reserveBytes()));
    }
    return table.text();
  }

  /** By this machine's clock, however far the node's is from it. */
  private static String ago(NodeVitals node, Instant now) {
    Instant started = node.program().startedAt().minus(node.clock().ahead());
    Duration since = Duration.between(started, now);
    return since.toMillis() < 1_000 ? "just now" : Human.nanos(since.toNanos()) + " ago";
  }

  private static String clock(Clock clock) {
    Duration ahead = clock.ahead();
    if (ahead.abs().compareTo(clock.doubt()) <= 0) {
      return "right";
    }
    return Human.nanos(ahead.abs().toNanos()) + (ahead.isNegative() ? " behind" : " ahead");
  }

  private static String doubt(NodeVitals node) {
    return "(within " + Human.nanos(node.clock().doubt().toNanos()) + ")";
  }

  private static String of(long used, long most) {
    return Human.bytes(used) + " of " + Human.bytes(most);
  }

  private static String count(OptionalLong number) {
    return number.isPresent() ? Human.count(number.getAsLong()) : "unknown";
  }

  private static String count(OptionalInt number) {
    return number.isPresent() ? Human.count(number.getAsInt()) : "-";
  }

  private static String busy(NodeThread thread) {
    return thread.name() + " " + percent(thread);
  }

  private static String percent(NodeThread thread) {
    return String.format(Locale.ROOT, "%.1f %%", thread.busyPermille() / 10.0);
  }

  private static String diskLeft(List<Replica> replicas) {
    return replicas.stream()
        .map(Replica::diskFreeBytes)
        .min(Long::compare)
        .map(Human::bytes)
        .orElse("-");
  }

  private static String replicas(List<Replica> replicas) {
    return replicas.isEmpty()
        ? "-"
        : replicas.stream()
            .map(replica -> replica.pair() + " " + role(replica))
            .collect(Collectors.joining(", "));
  }

  private static String role(Replica replica) {
    return replica.role().name().toLowerCase(Locale.ROOT);
  }

  private static String state(Health health) {
    List<String> wrong =
        Stream.concat(health.deadThreads().stream(), health.failing().stream()).toList();
    String because = wrong.isEmpty() ? "" : ": " + String.join("; ", wrong);
    if (!health.isAlive()) {
      return "to be started anew" + because;
    }
    return wrong.isEmpty() ? "ok" : "in trouble" + because;
  }
}
