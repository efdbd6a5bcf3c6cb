package io.feige.client;

import java.time.Instant;
import java.util.Optional;

/**
 * Who holds a part of a pair's journal.
 *
 * @param kind what it is
 * @param topic of a topic, a group, and messages that wait for their time; else empty
 * @param name of a group, and of the node that is the standby; else empty
 * @param bytes of the journal that it needs, about
 * @param heldBytes that stay on the disk because of it: where nothing is carried forward,
 *     everything from its position on; else, of topics, groups and messages that wait, only what
 *     they need
 * @param position of the oldest that it needs, about
 * @param since when that was stored; empty: not known
 */
public record DiskHolder(
    Kind kind,
    String topic,
    String name,
    long bytes,
    long heldBytes,
    long position,
    Optional<Instant> since) {
  /** What it is. */
  public enum Kind {
    /** A topic, whose limits keep messages. */
    TOPIC,
    /** A group that has not settled messages which its topic's limits would let go of. */
    GROUP,
    /** Messages of a topic that wait for their time. */
    DELAYED,
    /** The message store, which has no rows yet. */
    STORE,
    /** The standby, which has not copied yet. */
    STANDBY,
    /** The older of the two snapshots that a node keeps. */
    SNAPSHOT
  }
}
