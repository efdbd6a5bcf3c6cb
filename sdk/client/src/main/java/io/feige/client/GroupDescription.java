package io.feige.client;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A group as it stands in a topic. A group has a cursor at each pair; with several pairs the
 * numbers here are sums, the generation is the highest, and {@code pairs} has those of each.
 *
 * @param topic the topic
 * @param group the group
 * @param generation number of its cursor; a reset starts the next one
 * @param floor everything below this offset is settled
 * @param endOffset the topic's end
 * @param outstanding messages handed out and not settled
 * @param ackedAbove messages settled above the floor
 * @param retrying messages that wait for their next attempt
 * @param parkedPulls pulls that wait for messages
 * @param oldestUnsettled when the oldest unsettled message was stored
 * @param lag messages that are not settled
 * @param blockedBecause why nothing moves; empty when it does
 * @param pairs the same at each pair where the group has begun
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
    Optional<Instant> oldestUnsettled,
    long lag,
    String blockedBecause,
    List<GroupInPair> pairs) {
  /** Takes a copy of the list. */
  public GroupDescription {
    pairs = List.copyOf(pairs);
  }
}
