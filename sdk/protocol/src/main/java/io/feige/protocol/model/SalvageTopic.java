package io.feige.protocol.model;

/**
 * What a salvage file has of one topic.
 *
 * @param topic its name; empty: it was not known when the journal was cut
 * @param partition its number in the journal
 * @param messages that had offsets
 * @param delayedMessages that waited for their time
 * @param firstOffset of its messages; -1: none had an offset
 * @param lastOffset of its messages; -1: none had an offset
 * @param bytes of its frames
 */
public record SalvageTopic(
    String topic,
    int partition,
    long batches,
    long messages,
    long delayedMessages,
    long firstOffset,
    long lastOffset,
    long bytes) {}
