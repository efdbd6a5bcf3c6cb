package io.feige.broker.journal.append;

import io.feige.broker.journal.change.Joining;
import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.segment.DiskRoom;
import io.feige.broker.journal.segment.Positions;
import io.feige.broker.journal.segment.SegmentList;
import io.feige.broker.journal.snapshot.Snapshots;
import io.feige.broker.journal.tail.OwnEpoch;
import org.jspecify.annotations.Nullable;

/**
 * What an open journal consists of, wired by {@code Recovery}.
 *
 * @param joining null unless the journal is being copied and began from a snapshot
 */
public record JournalParts(
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
