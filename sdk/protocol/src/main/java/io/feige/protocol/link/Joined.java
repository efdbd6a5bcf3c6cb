package io.feige.protocol.link;

import io.feige.protocol.cluster.Death;
import io.feige.protocol.model.Range;

/**
 * The active's answer to {@link Join}. If the joiner holds bytes beyond {@code agreed}, or lacks
 * bytes that are gone here, it puts its journal right and dials again; otherwise bytes follow.
 *
 * @param epoch the active's
 * @param agreed position up to which both journals are the same
 * @param start position of the oldest byte that the active still holds
 * @param snapshotPosition all bytes below it are in the snapshot that follows; -1: none follows
 * @param snapshotBytes length of the snapshot; 0 without one
 * @param deathMark of the active's process; {@link Death#NONE}: nobody watches it
 */
public record Joined(
    long epoch,
    long agreed,
    long start,
    long snapshotPosition,
    long snapshotBytes,
    String deathMark)
    implements LinkMessage {
  /** The longest snapshot, in bytes. */
  public static final long MAX_SNAPSHOT_BYTES = 1L << 40;

  /**
   * Refuses what is out of range.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public Joined {
    Range.requireNotNegative("epoch", epoch);
    Range.requireNotNegative("agreed", agreed);
    Range.requireNotNegative("start", start);
    Range.require("snapshotPosition", snapshotPosition, -1, Long.MAX_VALUE);
    Range.require("snapshotBytes", snapshotBytes, 0, snapshotPosition < 0 ? 0 : MAX_SNAPSHOT_BYTES);
    Death.require("deathMark", deathMark);
  }

  /** The answer of a process that nobody watches. */
  public Joined(long epoch, long agreed, long start, long snapshotPosition, long snapshotBytes) {
    this(epoch, agreed, start, snapshotPosition, snapshotBytes, Death.NONE);
  }
}
