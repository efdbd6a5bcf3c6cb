package io.feige.protocol.model;

/**
 * A consumer group in one partition as it is now.
 *
 * @param generation grows with each reset
 * @param floor everything below is settled
 * @param endOffset offset of the partition's next message
 * @param outstanding messages that consumers hold
 * @param ackedAbove messages above the floor that are settled
 * @param retrying messages that wait for another attempt
 * @param parkedPulls pulls that wait for messages
 * @param oldestUnsettledMillis time of the oldest message that is not settled, milliseconds since
 *     1970; 0: none
 * @param lag messages not settled yet
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
    long oldestUnsettledMillis,
    long lag,
    String blockedBecause) {}
