package io.feige.broker.journal.recovery;

import io.feige.broker.journal.append.Flusher;
import io.feige.broker.journal.append.JournalParts;
import io.feige.broker.journal.append.SegmentPreparer;
import io.feige.broker.journal.append.Upkeep;
import io.feige.broker.journal.change.Completion;
import io.feige.broker.journal.change.JoinPlace;
import io.feige.broker.journal.change.Joining;
import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.disk.StorageFile;
import io.feige.broker.journal.fault.Damage;
import io.feige.broker.journal.fault.JournalCorruptException;
import io.feige.broker.journal.fault.JournalFailedException;
import io.feige.broker.journal.fault.JournalFullException;
import io.feige.broker.journal.fault.NoSpaceException;
import io.feige.broker.journal.format.SegmentHeader;
import io.feige.broker.journal.format.SegmentWalk;
import io.feige.broker.journal.index.GrowingIndex;
import io.feige.broker.journal.index.IndexFile;
import io.feige.broker.journal.index.StoredIndex;
import io.feige.broker.journal.segment.DiskRoom;
import io.feige.broker.journal.segment.JournalConfig;
import io.feige.broker.journal.segment.NextSegment;
import io.feige.broker.journal.segment.Positions;
import io.feige.broker.journal.segment.Segment;
import io.feige.broker.journal.segment.SegmentChain;
import io.feige.broker.journal.segment.SegmentList;
import io.feige.broker.journal.snapshot.CopyStart;
import io.feige.broker.journal.snapshot.Replay;
import io.feige.broker.journal.snapshot.Snapshots;
import io.feige.broker.journal.tail.FlushedFile;
import io.feige.broker.journal.tail.OwnEpoch;
import io.feige.broker.journal.tail.Proof;
import io.feige.broker.journal.tail.TailRecovery;
import io.feige.protocol.frame.StoredFrame;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a journal: the rules of {@code docs/journal-format.md}, section Recovery.
 *
 * <p>What is checked: header, extension and lengths of every frame that is replayed or indexed, and
 * everything in the last two segments. The older ones are checked by {@link
 * JournalVerifier#verifySealed}, which the node runs beside its service, and by whoever receives
 * their messages.
 */
public final class Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

  private final FilePort files;
  private final InstantSource clock;
  private final Replay replay;
  private final DiskRoom room;
  private final SegmentPreparer preparer;
  private final List<Segment> segments = new ArrayList<>();
  private final List<Segment> unindexed = new ArrayList<>();
  private long replayFrom;
  private long deepFrom;
  private Proof proof = new Proof(0, OwnEpoch.NONE);
  private long frames;
  private long bytes;
  private long cutBytes;
  private long snapshot = -1;
  private long lastEpoch;

  private Recovery(FilePort files, JournalConfig config, InstantSource clock, Replay replay)
      throws IOException {
    this.files = files;
    this.clock = clock;
    this.replay = replay;
    this.room = new DiskRoom(files, config);
    this.preparer = new SegmentPreparer(files, room);
  }

  /**
   * Opens what a directory holds, or begins a first segment. {@code Journal.open} says the rest.
   */
  public static OpenedFiles open(
      FilePort files, JournalConfig config, InstantSource clock, Replay replay) {
    return locked(
        files,
        lock -> {
          Completion.ofLeftOver(files);
          return new Recovery(files, config, clock, replay).open(lock);
        });
  }

  /** Begins a copy of another journal. {@code Journal.openCopy} says the rest. */
  public static OpenedFiles openCopy(
      FilePort files, JournalConfig config, InstantSource clock, CopyStart from, Replay replay) {
    return locked(
        files,
        lock -> {
          JoinPlace.prepare(files, from);
          return new Recovery(files, config, clock, replay).beginAt(from, lock);
        });
  }

  /** What is done with a directory that is locked; whoever succeeds keeps the lock. */
  private interface Opening {
    OpenedFiles open(Closeable lock) throws IOException;
  }

  private static OpenedFiles locked(FilePort files, Opening opening) {
    try {
      Closeable lock = files.lock("lock");
      try {
        return opening.open(lock);
      } catch (IOException | RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (NoSpaceException e) {
      throw new JournalFullException("the disk has no room to open the journal: " + e.getMessage());
    } catch (IOException e) {
      throw new JournalFailedException("JOURNAL-1012 opening the journal failed: " + e, e);
    }
  }

  private OpenedFiles open(Closeable lock) throws IOException {
    long began = clock.millis();
    Set<String> names = new TreeSet<>(files.list());
    proof = Proof.of(files, names);
    Snapshots snapshots = new Snapshots(files, names);
    boolean isOpen = false;
    try {
      snapshot = snapshots.load(replay);
      long replayBegan = clock.millis();
      findSegments(names);
      long ended = clock.millis();
      clean(names);
      OpenedFiles opened = wire(snapshots, null, lock, report(began, replayBegan, ended));
      isOpen = true;
      return opened;
    } finally {
      if (!isOpen) {
        letGo();
      }
    }
  }

  private OpenedFiles beginAt(CopyStart from, Closeable lock) throws IOException {
    long now = clock.millis();
    Snapshots snapshots = new Snapshots(files, Set.of());
    boolean isOpen = false;
    try {
      beginFirst(from.start());
      Joining joining = new Joining(files, from, replay, snapshots);
      OpenedFiles opened = wire(snapshots, joining, lock, report(now, now, now));
      isOpen = true;
      return opened;
    } finally {
      if (!isOpen) {
        letGo();
      }
    }
  }

  private void letGo() throws IOException {
    for (Segment segment : segments) {
      segment.closeFile();
      segment.unmap();
    }
    preparer.close();
  }

  private void findSegments(Set<String> names) throws IOException {
    List<Long> firsts = SegmentChain.firsts(names);
    if (firsts.isEmpty()) {
      if (proof.known() > 0) {
        throw missing(0, "all segments are missing");
      }
      beginFirst(0);
      return;
    }
    SegmentChain chain = SegmentChain.read(files, firsts, proof.known());
    if (!chain.damages().isEmpty()) {
      throw new JournalCorruptException(chain.damages().getFirst());
    }
    List<SegmentHeader> headers = chain.headers();
    int last = headers.size() - 1;
    replayFrom = Math.max(0, snapshot);
    deepFrom = Math.min(proof.known(), headers.get(Math.max(0, last - 1)).first());
    if (replayFrom < headers.getFirst().first()) {
      throw missing(
          headers.getFirst().first(), "there is no usable snapshot for what was before this");
    }
    for (int i = 0; i < last; i++) {
      segments.add(openSealed(headers.get(i), headers.get(i + 1).first()));
    }
    if (!unindexed.isEmpty()) {
      LOG.info(
          "JOURNAL-1003 {} indexes were missing or damaged and are made anew", unindexed.size());
    }
    openLast(headers.get(last));
  }

  private JournalCorruptException missing(long first, String cause) {
    String name = SegmentHeader.nameOf(first);
    return new JournalCorruptException(new Damage(name, first, 0, cause, proof.known(), true));
  }

  private void beginFirst(long position) throws IOException {
    NextSegment first = preparer.takeFirst();
    first.fillTo(first.capacity());
    segments.add(first.begin(files, first.writeHeader(position, clock.millis())));
    preparer.used();
  }

  private Segment openSealed(SegmentHeader header, long end) throws IOException {
    Segment segment;
    try (StorageFile file = files.open(SegmentHeader.nameOf(header.first()), false)) {
      segment = Segment.sealed(header, file, end);
    }
    boolean isRead = false;
    try {
      readSealed(segment);
      isRead = true;
      return segment;
    } finally {
      if (!isRead) {
        segment.unmap();
      }
    }
  }

  private void readSealed(Segment segment) throws IOException {
    StoredIndex stored = StoredIndex.open(files, segment.first(), segment.end());
    if (stored != null) {
      segment.index(stored);
      segment.move(Segment.Step.SEALED, Segment.Step.STORED);
      long from = Math.min(replayFrom, deepFrom);
      if (from < segment.end()) {
        walk(segment, Math.max(from, segment.first()), (at, frame) -> take(frame));
      }
      return;
    }
    GrowingIndex index = segment.growingIndex();
    walk(
        segment,
        segment.first(),
        (at, frame) -> {
          index.add(at, frame);
          take(frame);
        });
    unindexed.add(segment);
  }

  private void walk(Segment segment, long from, SegmentWalk.Visitor visitor) {
    int limit = Math.min(segment.bytes().limit(), segment.at(segment.end()));
    ByteBuffer bytes = segment.bytes().duplicate().limit(limit);
    SegmentWalk.Stop stop =
        SegmentWalk.walk(segment.first(), bytes, segment.at(from), deepFrom, visitor);
    long end = segment.positionOf(stop.at());
    if (end != segment.end()) {
      throw new JournalCorruptException(
          new Damage(segment.name(), end, stop.at(), stop.words(), proof.known(), true));
    }
  }

  private void openLast(SegmentHeader header) throws IOException {
    StorageFile file = files.open(SegmentHeader.nameOf(header.first()), true);
    boolean isKept = false;
    try {
      TailRecovery tail = new TailRecovery(header, file, proof);
      segments.add(tail.recover(deepFrom, (at, frame) -> take(frame)));
      cutBytes = tail.cutBytes();
      isKept = true;
    } finally {
      if (!isKept) {
        file.close();
      }
    }
  }

  private void take(StoredFrame frame) {
    lastEpoch = frame.epoch();
    if (frame.position() >= replayFrom) {
      frames++;
      bytes += frame.length();
      replay.frame(frame);
    }
  }

  /** Removes what an earlier process left half-done; the names found become durable. */
  private void clean(Set<String> names) throws IOException {
    for (String name : names) {
      long indexed = SegmentHeader.positionIn(name, IndexFile.SUFFIX);
      boolean isOrphan = indexed >= 0 && !names.contains(SegmentHeader.nameOf(indexed));
      if (isOrphan || name.endsWith(FilePort.TEMPORARY) || name.equals(NextSegment.PREPARING)) {
        files.delete(name);
      }
    }
    files.forceDirectory();
    adoptPrepared();
  }

  private void adoptPrepared() throws IOException {
    try {
      StorageFile file = files.open(NextSegment.PREPARED, true);
      long size = file.size();
      if (size >= room.minSegmentBytes() && size <= 1 << 30) {
        preparer.adopt(new NextSegment(file, NextSegment.PREPARED, (int) size, (int) size));
      } else {
        file.close();
        files.delete(NextSegment.PREPARED);
      }
    } catch (NoSuchFileException e) {
      // The usual case: nothing was prepared, or it was taken.
    }
  }

  private OpenedFiles wire(
      Snapshots snapshots, @Nullable Joining joining, Closeable lock, RecoveryReport report)
      throws IOException {
    Segment open = segments.getLast();
    preparer.follow(open.capacity());
    FlushedFile flushedFile = FlushedFile.open(files);
    if (open.end() > 0) {
      flushedFile.write(open.end());
    }
    OwnEpoch ownEpoch = new OwnEpoch(files, proof.own());
    Positions positions = new Positions(open.end(), open);
    Flusher flusher = new Flusher(positions, flushedFile, ownEpoch, joining);
    Upkeep upkeep = new Upkeep(files, positions, preparer, flusher);
    unindexed.forEach(upkeep::store);
    JournalParts parts =
        new JournalParts(
            files,
            room,
            positions,
            new SegmentList(segments),
            preparer,
            flusher,
            upkeep,
            snapshots,
            ownEpoch,
            joining);
    return new OpenedFiles(parts, lastEpoch, report, lock);
  }

  private RecoveryReport report(long began, long replayBegan, long ended) {
    return new RecoveryReport(
        segments.getFirst().first(),
        snapshot,
        segments.getLast().end(),
        frames,
        bytes,
        cutBytes,
        unindexed.size(),
        ended - began,
        ended - replayBegan);
  }
}
