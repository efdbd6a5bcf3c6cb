package io.feige.broker.journal.change;

import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.disk.StorageFile;
import io.feige.broker.journal.fault.NoSpaceException;
import io.feige.broker.journal.format.SegmentHeader;
import io.feige.broker.journal.format.SnapshotHeader;
import io.feige.broker.journal.index.IndexFile;
import io.feige.broker.journal.segment.NextSegment;
import io.feige.broker.journal.segment.SegmentChain;
import io.feige.broker.journal.tail.FlushedFile;
import io.feige.broker.journal.tail.OwnEpoch;
import io.feige.broker.journal.tail.TailScan;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Completes what {@link Unfinished} says, from wherever it was left. Nobody else has the journal
 * open. Each step can be done again, and the file that asks for it goes last.
 */
public final class Completion {
  private static final Logger LOG = LoggerFactory.getLogger(Completion.class);
  private static final List<String> SUFFIXES =
      List.of(SegmentHeader.SUFFIX, IndexFile.SUFFIX, SnapshotHeader.SUFFIX);
  private static final Set<String> NAMES =
      Set.of(
          FlushedFile.NAME,
          OwnEpoch.NAME,
          Joining.SPOOL,
          NextSegment.PREPARING,
          NextSegment.PREPARED);

  private final FilePort files;

  private Completion(FilePort files) {
    this.files = files;
  }

  /** Completes what an earlier process left. */
  public static void ofLeftOver(FilePort files) throws IOException {
    Unfinished left = Unfinished.read(files);
    if (left != null) {
      LOG.warn("JOURNAL-1005 an earlier process did not finish: {}", left.words());
      of(files, left);
    }
  }

  /** Completes what was written down. */
  static void of(FilePort files, Unfinished work) throws IOException {
    Completion completion = new Completion(files);
    switch (work.kind()) {
      case CUT -> completion.cut(work.position());
      case WIPE -> removeAll(files);
      case JOIN -> completion.joinOrForget(work);
    }
    Unfinished.remove(files);
  }

  private void joinOrForget(Unfinished join) throws IOException {
    if (!new JoinCompletion(files, join).complete()) {
      LOG.warn("JOURNAL-1006 too little had been copied: the journal is empty");
      removeAll(files);
    }
  }

  /** Removes the files of the journal, but for {@code unfinished}, and no others. */
  static void removeAll(FilePort files) throws IOException {
    for (String name : files.list()) {
      boolean isNumbered =
          SUFFIXES.stream().anyMatch(suffix -> SegmentHeader.positionIn(name, suffix) >= 0);
      if (isNumbered || NAMES.contains(name) || name.endsWith(FilePort.TEMPORARY)) {
        files.delete(name);
      }
    }
    files.forceDirectory();
  }

  private void cut(long position) throws IOException {
    // What says that bytes beyond are durable goes first.
    files.delete(FlushedFile.NAME);
    files.delete(OwnEpoch.NAME);
    Set<String> names = new TreeSet<>(files.list());
    long holding = SegmentChain.lastBelow(names, position);
    for (String name : names) {
      boolean goes =
          SegmentHeader.positionIn(name, SegmentHeader.SUFFIX) > holding
              || SegmentHeader.positionIn(name, IndexFile.SUFFIX) >= holding
              || SegmentHeader.positionIn(name, SnapshotHeader.SUFFIX) > position;
      if (goes) {
        files.delete(name);
      }
    }
    zeroFrom(holding, position);
    files.forceDirectory();
    sayDurable(position);
  }

  private void zeroFrom(long first, long position) throws IOException {
    try (StorageFile file = files.open(SegmentHeader.nameOf(first), true)) {
      long place = position - first + SegmentHeader.BYTES;
      int size = Math.toIntExact(file.size());
      if (place < size) {
        new TailScan(file).zero((int) place, size);
      }
      file.force();
    }
  }

  private void sayDurable(long position) throws IOException {
    try {
      FlushedFile flushed = FlushedFile.open(files);
      flushed.write(position);
      flushed.close();
    } catch (NoSpaceException e) {
      // Only less is known then.
    }
  }
}
