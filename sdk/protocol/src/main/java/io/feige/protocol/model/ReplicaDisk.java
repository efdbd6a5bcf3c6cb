package io.feige.protocol.model;

/**
 * A replica at a node, with what its journal takes and the disk that it is on.
 *
 * @param role what it does now
 * @param storedBytes of the journal
 * @param limitBytes what the journal is to keep within; 0: nothing but the disk limits it
 * @param diskFreeBytes free on the journal's disk
 * @param reserveBytes that publishes leave free
 */
public record ReplicaDisk(
    String pair,
    NodeRole role,
    long storedBytes,
    long limitBytes,
    long diskFreeBytes,
    long reserveBytes) {}
