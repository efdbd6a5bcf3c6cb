package io.feige.broker.core.turn;

import io.feige.broker.core.replica.ReplicaSettings;
import io.feige.protocol.cluster.Member;

/**
 * How a replica is set up.
 *
 * @param deathMark of the process, see {@link io.feige.protocol.cluster.Death}
 * @param place where its journal is, for people
 * @param maxPendingBytes appended and not confirmed, from which on publishers have to wait
 * @param maxBatchBytes that a publish can have
 * @param longestReservation bytes that the journal reserves at once
 * @param snapshotEveryBytes of the journal
 * @param snapshotSliceBytes of a snapshot are written at a time, about
 * @param looksPerSweep how often the disk is looked at before it is looked at what may be removed
 */
public record TurnSettings(
    String pair,
    Member self,
    String deathMark,
    ReplicaSettings replica,
    String place,
    long maxPendingBytes,
    int maxBatchBytes,
    int longestReservation,
    long snapshotEveryBytes,
    int snapshotSliceBytes,
    int looksPerSweep) {}
