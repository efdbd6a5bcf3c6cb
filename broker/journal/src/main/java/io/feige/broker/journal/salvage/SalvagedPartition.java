package io.feige.broker.journal.salvage;

/**
 * What salvage holds of one partition.
 *
 * @param topic its name; empty if it was not known
 * @param batches of messages that had offsets
 * @param records in them
 * @param delayedBatches of messages that waited for their time
 * @param delayedRecords in them
 * @param bytes of all of these frames
 * @param firstOffset lowest offset; -1 if there were none
 * @param lastOffset highest offset; -1 if there were none
 */
public record SalvagedPartition(
    int partition,
    String topic,
    long batches,
    long records,
    long delayedBatches,
    long delayedRecords,
    long bytes,
    long firstOffset,
    long lastOffset) {}
