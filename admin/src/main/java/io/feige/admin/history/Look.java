package io.feige.admin.history;

import io.feige.client.GroupDescription;
import io.feige.client.GroupInPair;
import io.feige.client.NodeRole;
import io.feige.client.NodeVitals;
import io.feige.client.TopicDescription;
import io.feige.client.Vitals;
import io.feige.protocol.model.LetterRule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the nodes said last, as far as somebody may have to be told.
 *
 * @param at when groups were told, by this Admin's clock
 * @param backlogs of groups that have not settled everything
 * @param nodes that have answered, or did a moment ago
 * @param totals of all topics and groups
 * @param stages of flows that miss workers
 */
public record Look(
    Instant at, List<Backlog> backlogs, List<OfNode> nodes, Totals totals, Stages stages) {
  /** Nobody has been asked yet, or none has answered. */
  public static final Look NOTHING =
      new Look(Instant.EPOCH, List.of(), List.of(), Totals.NOTHING, Stages.NOTHING);

  /** Nodes that are away for a while leave it as it is; after this it is not known any more. */
  static final Duration GOOD = Duration.ofMinutes(1);

  /** Takes copies of the lists. */
  public Look {
    backlogs = List.copyOf(backlogs);
    nodes = List.copyOf(nodes);
  }

  /**
   * Messages that a group has not settled.
   *
   * @param oldest when the oldest of them was stored, by the clock of the node that stored it
   */
  public record Backlog(String pair, String topic, String group, Instant oldest) {}

  /**
   * What a node has said of itself.
   *
   * @param at when that was, by this Admin's clock
   * @param health which of its threads have died, and what fails
   * @param clock how far its clock is from this Admin's
   * @param disks of its replicas, whatever they do
   */
  public record OfNode(
      String node, Instant at, NodeVitals.Health health, NodeVitals.Clock clock, List<Disk> disks) {
    /** Takes a copy of the list. */
    public OfNode {
      disks = List.copyOf(disks);
    }
  }

  /**
   * The disk of a replica's journal.
   *
   * @param isActive whether the replica serves the pair
   * @param freeBytes of it
   * @param reserveBytes that publishes leave free
   * @param storedBytes of the journal
   */
  public record Disk(
      String pair, boolean isActive, long freeBytes, long reserveBytes, long storedBytes) {}

  /** The same without what is not good any more. */
  public Look asOf(Instant now) {
    boolean isGood = isGood(at, now);
    return new Look(
        isGood ? at : NOTHING.at(),
        isGood ? backlogs : List.of(),
        nodes.stream().filter(node -> isGood(node.at(), now)).toList(),
        isGood ? totals : Totals.NOTHING,
        isGood ? stages : Stages.NOTHING);
  }

  /** Whether it is known what topics hold and groups have not settled. */
  public boolean knowsGroups() {
    return !at.equals(NOTHING.at());
  }

  private static boolean isGood(Instant at, Instant now) {
    return !now.isAfter(at.plus(GOOD));
  }

  /** With what is told of topics and groups now. */
  Look withGroups(Instant now, List<TopicDescription> topics, List<GroupDescription> groups) {
    List<Backlog> told =
        groups.stream()
            // Letters wait for a person, who need not hurry.
            .filter(group -> !LetterRule.isAccount(group.topic(), group.group()))
            .flatMap(group -> group.pairs().stream().flatMap(part -> backlog(group, part).stream()))
            .toList();
    return new Look(now, told, nodes, Totals.of(topics, groups), stages.next(topics));
  }

  /** With what nodes tell of themselves now; who does not answer is as it was, for a while. */
  Look withNodes(Instant now, Vitals vitals) {
    List<OfNode> told = new ArrayList<>();
    vitals.nodes().forEach(node -> told.add(node(now, node)));
    nodes.stream()
        .filter(node -> vitals.missing().contains(node.node()) && isGood(node.at(), now))
        .forEach(told::add);
    return new Look(at, backlogs, told, totals, stages);
  }

  private static OfNode node(Instant at, NodeVitals node) {
    List<Disk> disks = node.replicas().stream().map(Look::disk).toList();
    return new OfNode(node.nodeId(), at, node.health(), node.clock(), disks);
  }

  private static Disk disk(NodeVitals.Replica replica) {
    return new Disk(
        replica.pair(),
        replica.role() == NodeRole.ACTIVE,
        replica.diskFreeBytes(),
        replica.reserveBytes(),
        replica.storedBytes());
  }

  private static Optional<Backlog> backlog(GroupDescription group, GroupInPair part) {
    return part.oldestUnsettled()
        .map(oldest -> new Backlog(part.pair(), group.topic(), group.group(), oldest));
  }
}
