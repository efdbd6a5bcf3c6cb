package io.feige.broker.sim.cluster.node;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.state.GroupState;
import io.feige.broker.core.state.PartitionState;
import io.feige.broker.sim.cluster.check.PairChecker;
import io.feige.protocol.model.NodeRole;

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

  /** Whether its disk has everything, and nobody is at work on it. */
  public boolean isAtRest() {
    return replica.isAtRest();
  }

  /** Whether the kind of change it asks for now has the name. */
  public boolean asks(String kind) {
    return replica.report().ask().kind().name().equals(kind);
  }

  /** Whether every group of those who mean well has settled everything. */
  public boolean isSettled() {
    return machine().state().delayed().size() == 0
        && machine().state().partitions().stream()
            .filter(partition -> partition.topic().equals(PairChecker.TOPIC))
            .allMatch(partition -> partition.groups().stream().allMatch(g -> isAt(partition, g)));
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
    for (PartitionState partition : machine().state().partitions()) {
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
