package io.feige.client;

import java.time.Instant;
import java.util.Optional;

/**
 * A group as it stands in a topic.
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
    String blockedBecause) {}
