package io.feige.protocol.model;

/**
 * Who holds a part of a pair's journal.
 *
 * @param topic of a topic, a group, and messages that wait; else empty
 * @param name of a group, and of the node that is the standby; else empty
 * @param bytes of the journal that it needs, about
 * @param heldBytes that stay on the disk because of it: where nothing is carried forward,
 *     everything from its position on; else, of topics, groups and messages that wait, only what
 *     they need
 * @param position of the oldest that it needs, about
 * @param sinceMillis when that was stored, in milliseconds since 1970; 0: not known
 */
public record DiskHolder(
    DiskHolderKind kind,
    String topic,
    String name,
    long bytes,
    long heldBytes,
    long position,
    long sinceMillis) {}
