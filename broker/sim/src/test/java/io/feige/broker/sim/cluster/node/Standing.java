package io.feige.broker.sim.cluster.node;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.state.DelayedTable;
import io.feige.broker.core.state.GroupState;
import io.feige.broker.core.state.PartitionState;
import io.feige.broker.sim.cluster.check.PairChecker;
import io.feige.protocol.model.NodeRole;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** How a replica stands, looked at from outside. */
public final class Standing {
  private final SimReplica replica;

  Standing(SimReplica replica) {
    this.replica = replica;
  }

  public NodeRole role() {
    return replica.machine().role();
  }

  public boolean isServing() {
    return replica.mayServe();
  }

  public long end() {
    return replica.journal().end();
  }

  public long durable() {
    return replica.journal().durable();
  }

  public long commit() {
    return replica.commit();
  }

  public long start() {
    return replica.journal().start();
  }

  /** Some of what it has stored is damaged; how many places. */
  public int rot() {
    return replica.rot();
  }

  /** It reads again what it has stored, and has it mended. */
  public void scrub() {
    replica.scrub();
  }

  /** Whether it has read all of it again, and nothing is damaged any more. */
  public boolean isMended() {
    return replica.isMended();
  }

  /** Whether its disk has everything, and nobody is at work on it. */
  public boolean isAtRest() {
    return replica.isAtRest();
  }

  /** Whether the kind of change it asks for now has the name. */
  public boolean asks(String kind) {
    return replica.report().ask().kind().name().equals(kind);
  }

  /**
   * Whether every group of those who mean well has settled everything, and nothing of their topic
   * waits for its time. The others may have published for next year.
   */
  public boolean isSettled() {
    return partitions()
        .filter(partition -> partition.topic().equals(PairChecker.TOPIC))
        .allMatch(partition ->
            partition.groups().stream().allMatch(group -> isAt(partition, group))
                && delayed().noneMatch(each -> each.partition() == partition.id()));
  }

  private Stream<PartitionState> partitions() {
    return machine().state().partitions().stream();
  }

  private Stream<DelayedTable.Waiting> delayed() {
    return StreamSupport.stream(machine().state().delayed().waitingAfter(-1).spliterator(), false);
  }

  private static boolean isAt(PartitionState partition, GroupState group) {
    return group.cursor().floor() >= partition.endOffset();
  }

  private PartitionMachine machine() {
    return replica.store().machine();
  }

  /** The checker looks at both replicas of a pair that has come to rest. */
  public void rested(Standing standby, PairChecker checker) {
    checker.rested(replica, machine(), standby.replica, standby.machine());
  }

  @Override
  public String toString() {
    StringBuilder words = new StringBuilder();
    words.append(
        "%s is %s of epoch %d, %d to %d, durable %d, commit %d%s"
            .formatted(
                replica.name(),
                role(),
                replica.epoch(),
                start(),
                end(),
                replica.journal().durable(),
                replica.commit(),
                isServing() ? ", serves" : ""));
    if (!isAtRest()) {
      words.append("; is not at rest");
    }
    words.append("; %d messages are outstanding".formatted(machine().outstanding()));
    delayed().limit(9).forEach(each -> words.append("; ").append(each));
    for (PartitionState partition : partitions().toList()) {
      for (GroupState group : partition.groups()) {
        if (!isAt(partition, group)) {
          words.append(
              "; %s/%s is at %d of %d"
                  .formatted(
                      partition.topic(),
                      group.name(),
                      group.cursor().floor(),
                      partition.endOffset()));
        }
      }
    }
    return words.toString();
  }
}
