package io.feige.broker.server.journal;

/** What an open journal consists of, wired by {@link Recovery}. */
record JournalParts(
    FilePort files,
    DiskRoom room,
    Positions positions,
    SegmentList segments,
    SegmentPreparer preparer,
    Flusher flusher,
    Upkeep upkeep,
    Snapshots snapshots) {}
