package io.feige.broker.server.journal;

import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** A journal on a disk in memory, with what was appended to it and what was replayed from it. */
final class JournalHarness {
  static final JournalConfig SMALL = new JournalConfig(64 << 10, 16 << 10, 8 << 10, 0);
  static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochMilli(1_000));

  final MemoryFiles files = new MemoryFiles();
  final TreeMap<Long, byte[]> appended = new TreeMap<>();
  final TreeMap<Long, byte[]> replayed = new TreeMap<>();
  final List<Long> replayedSnapshots = new ArrayList<>();
  byte[] snapshotBody = new byte[0];
  private Journal journal;

  JournalHarness() {
    journal = Journal.open(files, SMALL, CLOCK, collector());
  }

  Journal journal() {
    return journal;
  }

  private Replay collector() {
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
    journal = Journal.open(files, SMALL, CLOCK, collector());
    return journal;
  }

  /** Appends, writes and remembers. */
  long append(FrameDraft draft) {
    long position = journal.append(draft);
    journal.write();
    appended.put(position, bytesOf(journal.frameAt(position)));
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
