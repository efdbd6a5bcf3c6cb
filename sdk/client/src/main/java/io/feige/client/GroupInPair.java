package io.feige.client;

import java.time.Instant;
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
    String blockedBecause) {}
