package io.feige.client;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A group's cursor at one pair.
 *
 * @param pair the pair
 * @param generation number of the cursor; a reset starts the next one
 * @param floor everything below this offset is settled
 * @param endOffset the partition's end
 * @param outstanding messages handed out and not settled
 * @param ackedAbove messages settled above the floor
 * @param retrying messages that wait for their next attempt
 * @param parkedPulls pulls that wait for messages
 * @param oldestUnsettled when the oldest unsettled message was stored
 * @param lag messages that are not settled
 * @param blockedBecause why nothing moves; empty when it does
 * @param holders the consumers that hold messages or wait for some, at most 100, those that hold
 *     most first; empty where groups are listed
 * @param moreHolders how many consumers are not in {@code holders}
 */
public record GroupInPair(
    String pair,
    int generation,
    long floor,
    long endOffset,
    int outstanding,
    int ackedAbove,
    int retrying,
    int parkedPulls,
    Optional<Instant> oldestUnsettled,
    long lag,
    String blockedBecause,
    List<GroupHolder> holders,
    int moreHolders) {
  /** Takes a copy of the list. */
  public GroupInPair {
    holders = List.copyOf(holders);
  }
}
