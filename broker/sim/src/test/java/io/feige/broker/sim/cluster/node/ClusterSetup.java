package io.feige.broker.sim.cluster.node;

import io.feige.broker.core.decide.MachineLimits;
import io.feige.broker.core.group.DispatchLimits;
import io.feige.broker.core.replica.ReplicaSettings;
import io.feige.broker.journal.segment.JournalConfig;
import io.feige.broker.sim.cluster.wire.Breakage;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * How the nodes of a cluster are set up, all of them alike but for their memory.
 *
 * @param admins names of their machines
 * @param limits but for what all groups of a pair may have outstanding
 * @param rooms so many messages that is, node by node
 * @param snapshotEveryBytes of a journal
 * @param snapshotSliceBytes of a snapshot are written at a time, about
 * @param turnNanos between two turns of housekeeping
 * @param turnsPerSweep how many turns pass between two looks at retention
 * @param maxPendingBytes appended and not confirmed, from which on publishers have to wait
 * @param slowestForceNanos what an fsync takes at most
 */
public record ClusterSetup(
    List<String> admins,
    MachineLimits limits,
    Map<String, Long> rooms,
    JournalConfig journal,
    ReplicaSettings replica,
    long snapshotEveryBytes,
    int snapshotSliceBytes,
    long turnNanos,
    int turnsPerSweep,
    long maxPendingBytes,
    long slowestForceNanos,
    Breakage breakage) {
  public ClusterSetup {
    admins = List.copyOf(admins);
    rooms = Map.copyOf(rooms);
  }

  /** How many messages all groups of a pair may have outstanding where a node serves it. */
  long room(String node) {
    return Objects.requireNonNull(rooms.get(node), node);
  }

  /** Whether memory is so short that idempotency keys are forgotten while they are repeated. */
  public boolean forgetsKeys() {
    return limits.receipts().bytesOfAPair() < Long.MAX_VALUE;
  }

  /** How one of the nodes is set up, or, where it is broken, believes to be. */
  ClusterSetup at(String node) {
    long room =
        switch (breakage) {
          case ROOM_IS_FORGOTTEN -> Long.MAX_VALUE;
          case ROOM_IS_THAT_OF_THE_LARGEST -> Collections.max(rooms.values());
          default -> room(node);
        };
    return new ClusterSetup(
        admins,
        limited(limits, room),
        rooms,
        journal,
        replica,
        snapshotEveryBytes,
        snapshotSliceBytes,
        turnNanos,
        turnsPerSweep,
        maxPendingBytes,
        slowestForceNanos,
        breakage);
  }

  private static MachineLimits limited(MachineLimits all, long room) {
    DispatchLimits each = all.dispatch();
    return new MachineLimits(
        all.autoCreateTopics(),
        all.topicDefaults(),
        all.maxTopics(),
        all.maxGroups(),
        all.maxDelayed(),
        all.maxParked(),
        all.receipts(),
        all.mail(),
        all.maxBatchBytes(),
        all.maxPullBytes(),
        new DispatchLimits(each.maxOutstanding(), each.maxSettledRanges(), room),
        all.lifetimes());
  }
}
