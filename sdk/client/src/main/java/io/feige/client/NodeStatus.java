package io.feige.client;

import java.time.Instant;

/**
 * What a node says of itself.
 *
 * @param nodeId its name
 * @param software what it runs
 * @param startedAt when it started
 * @param epoch number of the activation that it serves in
 * @param role what it does now
 * @param journalStart oldest position held in its journal
 * @param journalEnd end of its journal
 * @param commitPosition durable as promised up to here
 * @param topics topics
 * @param groups groups
 * @param connections clients connected
 * @param diskFreeBytes free bytes on the journal's disk
 * @param acceptsPublishes whether it takes messages now
 * @param reason why it does not; empty when it does
 */
public record NodeStatus(
    String nodeId,
    String software,
    Instant startedAt,
    long epoch,
    NodeRole role,
    long journalStart,
    long journalEnd,
    long commitPosition,
    int topics,
    int groups,
    int connections,
    long diskFreeBytes,
    boolean acceptsPublishes,
    String reason) {}
