package io.feige.broker.sim.node;

import io.feige.broker.core.decide.MachineLimits;
import io.feige.broker.journal.segment.JournalConfig;
import io.feige.broker.sim.world.Mutation;

/**
 * How a simulated node is set up.
 *
 * @param snapshotEveryBytes of the journal
 * @param snapshotSliceBytes of a snapshot are written at a time, about
 * @param turnNanos between two turns of housekeeping
 * @param turnsPerSweep how many turns of housekeeping pass between two looks at retention
 * @param maxPendingBytes appended and not confirmed, from which on publishers have to wait
 * @param slowestForceNanos what an fsync takes at most
 * @param spareSegments how many segments more than twice what is needed the journal may have
 */
public record NodeSetup(
    MachineLimits limits,
    JournalConfig journal,
    long snapshotEveryBytes,
    int snapshotSliceBytes,
    long turnNanos,
    int turnsPerSweep,
    long maxPendingBytes,
    long slowestForceNanos,
    int spareSegments,
    Mutation mutation) {}
