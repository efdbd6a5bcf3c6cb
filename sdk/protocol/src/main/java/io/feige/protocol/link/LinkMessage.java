package io.feige.protocol.link;

/**
 * One message between the replicas of a pair. The one that catches up dials and begins with {@link
 * Join}; the active answers {@link Joined} and then sends {@link Copy} (after {@link SnapshotPart}s
 * where needed), each acknowledged by {@link Ack}. Meanwhile either may ask the other for what is
 * damaged in its own journal with {@link Fetch}, answered by {@link Fetched}.
 */
public sealed interface LinkMessage permits Join, Joined, SnapshotPart, Copy, Ack, Fetch, Fetched {
  /** The highest epoch that the sender knows; whoever knows a higher one refuses. */
  long epoch();

  /** How many bytes of a journal or of a snapshot it carries, which are most of it. */
  default int bulkBytes() {
    return 0;
  }
}
