package io.feige.protocol.cluster;

import io.feige.protocol.model.Range;

/**
 * What a replica has to tell about its latest activation and its latest cut; for reports, nothing
 * is decided by it.
 *
 * @param activatedEpoch its latest activation in this process; 0: none
 * @param activatedAt position of that activation's EPOCH record; what is below was there before
 * @param commitBefore the highest position that it knew to be confirmed before that activation
 * @param servedAfterMillis from learning of the activation to serving; -1: not yet
 * @param redelivered messages that it handed out since, marked as perhaps delivered before
 * @param cutEpoch the epoch in which it last had to cut something; 0: never in this process
 * @param cutFrom position it cut from
 * @param cutBytes bytes that it cut and kept in salvage
 */
public record ReplicaStory(
    long activatedEpoch,
    long activatedAt,
    long commitBefore,
    long servedAfterMillis,
    long redelivered,
    long cutEpoch,
    long cutFrom,
    long cutBytes) {
  /** Nothing has happened. */
  public static final ReplicaStory EMPTY = new ReplicaStory(0, 0, 0, -1, 0, 0, 0, 0);

  /**
   * Refuses what is out of range.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public ReplicaStory {
    Range.requireNotNegative("activatedEpoch", activatedEpoch);
    Range.requireNotNegative("activatedAt", activatedAt);
    Range.requireNotNegative("commitBefore", commitBefore);
    Range.require("servedAfterMillis", servedAfterMillis, -1, Long.MAX_VALUE);
    Range.requireNotNegative("redelivered", redelivered);
    Range.requireNotNegative("cutEpoch", cutEpoch);
    Range.requireNotNegative("cutFrom", cutFrom);
    Range.requireNotNegative("cutBytes", cutBytes);
  }
}
