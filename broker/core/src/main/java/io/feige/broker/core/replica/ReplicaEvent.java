package io.feige.broker.core.replica;

import io.feige.protocol.cluster.PairState;
import io.feige.protocol.link.LinkMessage;

/** What the replica machine decides on. */
public sealed interface ReplicaEvent {
  /**
   * Admin tells what is decided; may be old, repeated or out of order.
   *
   * @param handOver an active of this very state is to hand over as soon as it can
   */
  record Learned(PairState state, boolean handOver) implements ReplicaEvent {}

  /**
   * Who watches the other member's process says that it has ended.
   *
   * @param proof see {@link io.feige.protocol.cluster.Death}; may be old, repeated or forged
   */
  record PeerDied(String proof) implements ReplicaEvent {}

  /**
   * An authenticated connection to the other member is there.
   *
   * @param session names it in this process; never used again
   * @param isDialled this side opened it, after {@link ReplicaPort#dial}; otherwise the other did
   */
  record LinkOpened(long session, boolean isDialled) implements ReplicaEvent {}

  /** The connection ended. Also the answer to a dial that failed: then the session is 0. */
  record LinkClosed(long session) implements ReplicaEvent {}

  /** A message came. Its buffers are valid until the decision returns. */
  record Received(long session, LinkMessage message) implements ReplicaEvent {}

  /** A connection that could not take more can again. */
  record LinkWritable(long session) implements ReplicaEvent {}

  /** The end of what is written, or of what is durable, has moved. */
  record JournalMoved() implements ReplicaEvent {}

  /** What {@link ReplicaPort#cut}, wipe or restoreSpooled asked for is done. */
  record JournalReady() implements ReplicaEvent {}

  /**
   * What {@link ReplicaPort#takeOver} asked for has come to an end.
   *
   * @param epoch for which the journal was made; 0: none, because none was wanted any more
   * @param sinceNanos since when the store takes nothing of an older epoch, monotonic
   * @param isFromStore whether the journal was made anew; otherwise the own one goes on
   */
  record TookOver(long epoch, long sinceNanos, boolean isFromStore) implements ReplicaEvent {}

  /** Time has passed; something may be due. */
  record TimePassed() implements ReplicaEvent {}
}
