package io.feige.broker.journal;

import io.feige.broker.journal.append.FrameDraft;
import io.feige.broker.journal.change.CopyResult;
import io.feige.broker.journal.format.SegmentHeader;
import io.feige.broker.journal.live.Retention;
import io.feige.broker.journal.segment.JournalConfig;
import io.feige.broker.journal.snapshot.CopyStart;
import io.feige.broker.journal.snapshot.Replay;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/** A journal on a disk in memory, with what was appended to it and what was replayed from it. */
final class JournalHarness {
  static final JournalConfig SMALL = new JournalConfig(64 << 10, 16 << 10, 8 << 10, 0);
  static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochMilli(1_000));

  final MemoryFiles files;
  private final JournalConfig config;
  final TreeMap<Long, byte[]> appended = new TreeMap<>();
  final TreeMap<Long, byte[]> replayed = new TreeMap<>();
  final List<Long> replayedSnapshots = new ArrayList<>();
  byte[] snapshotBody = new byte[0];
  private Journal journal;

  JournalHarness() {
    this(new MemoryFiles(), SMALL);
  }

  JournalHarness(MemoryFiles files, JournalConfig config) {
    this.files = files;
    this.config = config;
    this.journal = Journal.open(files, config, CLOCK, collector());
  }

  Journal journal() {
    return journal;
  }

  Replay collector() {
    return new Replay() {
      @Override
      public void snapshot(long position, ByteBuffer body) {
        replayedSnapshots.add(position);
        snapshotBody = new byte[body.remaining()];
        body.get(snapshotBody);
      }

      @Override
      public void frame(StoredFrame frame) {
        replayed.put(frame.position(), bytesOf(frame));
      }
    };
  }

  /** Opens again after the process ended without a word. */
  Journal reopen() {
    files.restart();
    replayed.clear();
    replayedSnapshots.clear();
    journal = Journal.open(files, config, CLOCK, collector());
    return journal;
  }

  /** Closes the empty journal and begins one that copies another. */
  Journal beginCopy(CopyStart from) {
    journal.close();
    replayed.clear();
    replayedSnapshots.clear();
    journal = Journal.openCopy(files, config, CLOCK, from, collector());
    return journal;
  }

  /** Copies all that another journal has written and this one lacks. */
  void copyFrom(Journal source, int chunkBytes) {
    while (journal.end() < source.written()) {
      copyOnce(source, chunkBytes);
    }
  }

  /** Copies the next chunk. */
  void copyOnce(Journal source, int chunkBytes) {
    CopyResult result =
        journal.appendCopied(source.reader().framesAt(journal.end(), chunkBytes), this::remember);
    if (!result.isDone()) {
      throw new IllegalStateException(result.toString());
    }
  }

  /** Takes note of a copied frame. */
  void remember(StoredFrame frame) {
    appended.put(frame.position(), bytesOf(frame));
  }

  /** The checksum of all frames from a position on, wherever segments end. */
  static long checksum(Journal journal, long from) {
    CRC32C crc = new CRC32C();
    long position = from;
    while (position < journal.written()) {
      ByteBuffer frames = journal.reader().framesAt(position, 3_000);
      position += frames.remaining();
      crc.update(frames);
    }
    return crc.getValue();
  }

  /** Appends, writes and remembers. */
  long append(FrameDraft draft) {
    long position = journal.append(draft);
    journal.write();
    appended.put(position, bytesOf(journal.reader().frameAt(position)));
    return position;
  }

  /** Appends messages of one partition, one after the other. */
  void appendMessages(int partition, long firstOffset, int count, int batchBytes) {
    for (int i = 0; i < count; i++) {
      append(Frames.message(partition, firstOffset + i, batchBytes));
    }
  }

  /** Does all background work. */
  void upkeep() {
    while (journal.upkeep() != Journal.IDLE) {
      // Each step is bounded, and so is their number.
    }
  }

  /** Removes segments with their files, and says how many. */
  int removeSegments(Retention retention) {
    int removed = journal.removeSegments(retention);
    upkeep();
    return removed;
  }

  void snapshotAtDurable() {
    long position = journal.force();
    journal.saveSnapshot(position, ByteBuffer.wrap(new byte[] {1, 2, 3}), ByteBuffer.allocate(100));
  }

  /** The file that holds a position, and the place in it. */
  String segmentOf(long position) {
    return files.list().stream()
        .filter(name -> name.endsWith(SegmentHeader.SUFFIX))
        .filter(name -> SegmentHeader.positionIn(name, SegmentHeader.SUFFIX) <= position)
        .max(String::compareTo)
        .orElseThrow();
  }

  long placeOf(long position) {
    String name = segmentOf(position);
    long first = SegmentHeader.positionIn(name, SegmentHeader.SUFFIX);
    return position - first + SegmentHeader.BYTES;
  }

  void flipBit(long position, int byteOfFrame) {
    files.file(segmentOf(position)).flipBit(placeOf(position) + byteOfFrame, 3);
  }

  static byte[] bytesOf(StoredFrame frame) {
    ByteBuffer bytes = frame.bytes();
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(copy);
    return copy;
  }
}
