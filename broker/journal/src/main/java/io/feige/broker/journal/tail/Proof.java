package io.feige.broker.journal.tail;

import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.format.SegmentHeader;
import io.feige.broker.journal.format.SnapshotHeader;
import java.io.IOException;
import java.util.Collection;

/**
 * What proves that bytes were durable on this disk.
 *
 * @param known position that was certainly durable, as far as file names and one file tell
 * @param own frames whose word about it counts, too
 */
public record Proof(long known, OwnEpoch.Range own) {

  /** What the files of a directory say. */
  public static Proof of(FilePort files, Collection<String> names) throws IOException {
    long known = FlushedFile.read(files);
    for (String name : names) {
      // A segment is fsynced before the next one gets its name, a snapshot is of durable frames.
      known = Math.max(known, SegmentHeader.positionIn(name, SegmentHeader.SUFFIX));
      known = Math.max(known, SegmentHeader.positionIn(name, SnapshotHeader.SUFFIX));
    }
    return new Proof(known, OwnEpoch.read(files));
  }

  /** The same, but for nothing beyond a position. */
  public Proof upTo(long position) {
    return new Proof(Math.min(known, position), OwnEpoch.NONE);
  }
}
