package io.feige.broker.journal.recovery;

/**
 * What opening a journal found and did.
 *
 * @param start position of the oldest frame that is stored
 * @param snapshotPosition position of the snapshot that was used, -1 without one
 * @param end position of the end, durable when the journal is open
 * @param frames frames replayed
 * @param bytes bytes replayed
 * @param cutBytes bytes of a torn tail that were cut, 0 without one
 * @param indexesRebuilt sealed segments whose index was missing or damaged
 * @param totalMillis time from the call to the end
 * @param replayMillis time spent on frames and their replay
 */
public record RecoveryReport(
    long start,
    long snapshotPosition,
    long end,
    long frames,
    long bytes,
    long cutBytes,
    int indexesRebuilt,
    long totalMillis,
    long replayMillis) {}
