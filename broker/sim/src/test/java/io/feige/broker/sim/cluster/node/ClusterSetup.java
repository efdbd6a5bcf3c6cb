package io.feige.broker.sim.cluster.node;

import io.feige.broker.core.decide.MachineLimits;
import io.feige.broker.core.replica.ReplicaSettings;
import io.feige.broker.journal.segment.JournalConfig;
import io.feige.broker.sim.cluster.wire.Breakage;
import java.util.List;

/**
 * How the nodes of a cluster are set up, all of them alike.
 *
 * @param admins names of their machines
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
  }
}
