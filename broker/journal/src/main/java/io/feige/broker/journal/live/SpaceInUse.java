package io.feige.broker.journal.live;

/**
 * What the journal holds, in bytes.
 *
 * @param stored everything from the first frame to the last
 * @param needed what topics, groups and batches that wait for their time need of that, about; what
 *     is not known yet counts
 * @param oldestNeeded the same, of the oldest segment
 * @param copies frames that were carried forward and stand for older ones
 * @param sinceMillis when the oldest segment was begun, by the broker's clock
 * @param holdings who needs it
 */
public record SpaceInUse(
    long stored,
    long needed,
    long oldestNeeded,
    int copies,
    long sinceMillis,
    HoldingTable holdings) {
  /** Nothing is known yet. */
  public static final SpaceInUse UNKNOWN = new SpaceInUse(0, 0, 0, 0, 0, HoldingTable.NONE);
}
