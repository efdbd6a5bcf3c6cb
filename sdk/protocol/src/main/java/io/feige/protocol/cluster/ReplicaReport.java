package io.feige.protocol.cluster;

import io.feige.protocol.model.NodeRole;
import io.feige.protocol.model.Range;

/**
 * How a replica is, as Admin needs to know it.
 *
 * @param pair whose replica it is
 * @param role what it does
 * @param epoch the highest it knows
 * @param version of the pair's state of that epoch that it has learned last; 0: none
 * @param isActing whether it acts as the active of {@code epoch}: it is about to serve, serves, or
 *     hands over
 * @param isServing whether it serves clients at this moment
 * @param promiseLapsed whether it owes no active a promise any more, so that it may be activated
 * @param lastEpoch of the newest EPOCH record that its disk durably holds; 0: none
 * @param end position behind the last byte it holds
 * @param durable position up to which its disk holds it
 * @param commit position up to which it knows the journal to be confirmed
 * @param lagBytes active: what the standby has not acknowledged; otherwise: how far it is behind
 *     what it last heard of the active's end; -1: nobody there to compare with
 * @param stallMillis how long the oldest byte has waited for the fsync of the replica's own disk,
 *     once that is longer than a disk may take; 0: the disk answers
 * @param publishing whether it takes publishes as the active, and why not
 * @param storeLag how far the rows that it writes are behind
 * @param ask what it asks for
 * @param story what happened in its latest activation and cut
 */
public record ReplicaReport(
    String pair,
    NodeRole role,
    long epoch,
    int version,
    boolean isActing,
    boolean isServing,
    boolean promiseLapsed,
    long lastEpoch,
    long end,
    long durable,
    long commit,
    long lagBytes,
    long stallMillis,
    Publishing publishing,
    StoreLag storeLag,
    Ask ask,
    ReplicaStory story) {
  /**
   * Refuses what is out of range.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public ReplicaReport {
    Range.requireName("pair", pair);
    Range.requireNotNegative("epoch", epoch);
    Range.requireNotNegative("version", version);
    Range.requireNotNegative("lastEpoch", lastEpoch);
    Range.requireNotNegative("end", end);
    Range.requireNotNegative("durable", durable);
    Range.requireNotNegative("commit", commit);
    Range.require("lagBytes", lagBytes, -1, Long.MAX_VALUE);
    Range.requireNotNegative("stallMillis", stallMillis);
  }

  /** Whether the replica's own disk does not answer. */
  public boolean isStalled() {
    return stallMillis > 0;
  }
}
