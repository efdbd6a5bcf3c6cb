package io.feige.broker.journal.change;

import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.disk.StorageFile;
import io.feige.broker.journal.format.SegmentHeader;
import io.feige.broker.journal.format.SegmentWalk;
import io.feige.broker.journal.format.SnapshotHeader;
import io.feige.broker.journal.segment.SegmentChain;
import io.feige.broker.journal.snapshot.Snapshots;
import io.feige.broker.journal.tail.TailScan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Completes a join whose process ended, if everything below the snapshot's position had been
 * written: then the replica may have been taken for one that is in sync, and a process that ends
 * must not forget what was written. If not, the journal was of no use to anybody yet.
 */
final class JoinCompletion {
  private final FilePort files;
  private final Unfinished join;

  JoinCompletion(FilePort files, Unfinished join) {
    this.files = files;
    this.join = join;
  }

  /** Makes the snapshot a real one, and says whether that could be done. */
  boolean complete() throws IOException {
    String name = SnapshotHeader.nameOf(join.snapshotPosition());
    Set<String> names = new TreeSet<>(files.list());
    if (names.contains(name)) {
      // It got its name when everything below it was durable.
      return true;
    }
    if (!isSnapshotWhole() || !areFramesWritten(names)) {
      return false;
    }
    makeSnapshotDurable();
    files.rename(Joining.SPOOL, name);
    files.forceDirectory();
    return true;
  }

  private boolean isSnapshotWhole() throws IOException {
    try {
      return Snapshots.isWhole(files, Joining.SPOOL, join.snapshotPosition());
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private boolean areFramesWritten(Set<String> names) throws IOException {
    List<Long> firsts = SegmentChain.firsts(names);
    if (firsts.isEmpty() || firsts.getFirst() != join.position()) {
      return false;
    }
    SegmentChain chain = SegmentChain.read(files, firsts, 0);
    return chain.damages().isEmpty() && isLastWritten(chain.headers().getLast());
  }

  /** The ones before it are durable, because it has its name. */
  private boolean isLastWritten(SegmentHeader last) throws IOException {
    try (StorageFile file = files.open(SegmentHeader.nameOf(last.first()), true)) {
      long end = endOf(last, file);
      if (end < join.snapshotPosition()) {
        return false;
      }
      // Pages may be taken for clean that never reached the disk: see TailRecovery.
      int place = Math.toIntExact(end - last.first() + SegmentHeader.BYTES);
      new TailScan(file).rewrite(SegmentHeader.BYTES, place);
      file.force();
      return true;
    }
  }

  private static long endOf(SegmentHeader header, StorageFile file) throws IOException {
    try (Arena arena = Arena.ofShared()) {
      int size = (int) Math.min(header.capacity(), file.size());
      int used = new TailScan(file).contentEnd(0, size) + TailScan.PAGE - 1;
      int limit = Math.min(size, used / TailScan.PAGE * TailScan.PAGE);
      ByteBuffer bytes = file.map(arena, size).asByteBuffer().asReadOnlyBuffer();
      SegmentWalk.Stop stop =
          SegmentWalk.walkContents(
              header.first(), bytes, SegmentHeader.BYTES, limit, 0, (at, frame) -> {});
      return header.first() + stop.at() - SegmentHeader.BYTES;
    }
  }

  private void makeSnapshotDurable() throws IOException {
    try (StorageFile file = files.open(Joining.SPOOL, true)) {
      new TailScan(file).rewrite(0, Math.toIntExact(file.size()));
      file.force();
    }
  }
}
