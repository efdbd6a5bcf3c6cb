package io.feige.protocol.model;

import java.util.List;

/**
 * A consumer group in one partition as it is now.
 *
 * @param generation grows with each reset
 * @param floor everything below is settled
 * @param endOffset offset of the partition's next message
 * @param outstanding messages that consumers hold, of whatever state
 * @param ackedAbove messages above the floor that are settled
 * @param retrying messages that wait for another attempt
 * @param parkedPulls pulls that wait for messages
 * @param oldestUnsettledMillis time of the oldest message that is not settled, milliseconds since
 *     1970; 0: none
 * @param lag messages not settled yet
 * @param blockedBecause why nothing moves; empty when it does
 * @param holders the consumers that hold messages or wait for some, those that hold most first; at
 *     most {@link #MAX_HOLDERS}, and only where one group of one topic was asked for
 * @param moreHolders how many consumers are not listed in {@code holders}
 */
public record GroupDescription(
    String topic,
    String group,
    int generation,
    long floor,
    long endOffset,
    int outstanding,
    int ackedAbove,
    int retrying,
    int parkedPulls,
    long oldestUnsettledMillis,
    long lag,
    String blockedBecause,
    List<GroupHolder> holders,
    int moreHolders) {
  /** The most consumers that are listed. */
  public static final int MAX_HOLDERS = 100;

  /** Takes a copy of the list. */
  public GroupDescription {
    holders = List.copyOf(holders);
  }
}
