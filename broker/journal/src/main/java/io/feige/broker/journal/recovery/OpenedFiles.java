package io.feige.broker.journal.recovery;

import io.feige.broker.journal.append.JournalParts;
import java.io.Closeable;

/**
 * What {@link Recovery} hands over.
 *
 * @param lastEpoch epoch of the last frame; 0 without one
 * @param lock of the directory; whoever is given this closes it
 */
public record OpenedFiles(
    JournalParts parts, long lastEpoch, RecoveryReport report, Closeable lock) {}
