package io.feige.protocol.link;

/**
 * One message between the replicas of a pair. The one that catches up dials and begins with {@link
 * Join}; the active answers {@link Joined} and then sends {@link Copy} (after {@link SnapshotPart}s
 * where needed), each acknowledged by {@link Ack}.
 */
public sealed interface LinkMessage permits Join, Joined, SnapshotPart, Copy, Ack {
  /** The highest epoch that the sender knows; whoever knows a higher one refuses. */
  long epoch();
}
