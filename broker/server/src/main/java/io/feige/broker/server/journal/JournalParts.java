package io.feige.broker.server.journal;

import org.jspecify.annotations.Nullable;

/**
 * What an open journal consists of, wired by {@link Recovery}.
 *
 * @param joining null unless the journal is being copied and began from a snapshot
 */
record JournalParts(
    FilePort files,
    DiskRoom room,
    Positions positions,
    SegmentList segments,
    SegmentPreparer preparer,
    Flusher flusher,
    Upkeep upkeep,
    Snapshots snapshots,
    OwnEpoch ownEpoch,
    @Nullable Joining joining) {}
