package io.feige.broker.server.journal;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One segment: its file, its mapping and its index.
 *
 * <p>The loop thread owns it. Two things are shared: the background thread stores the index of a
 * sealed segment and then lets the file go, and the loop thread removes segments. {@link #step}
 * keeps them apart: whoever moves it owns the segment for what follows.
 *
 * <pre>
 * OPEN     -> SEALED     loop: the next segment is in use
 * SEALED   -> STORING    background: writes the index file
 * STORING  -> STORED     background: index file in place, segment file closed
 * STORING  -> SEALED     background: the disk is full, later again
 * SEALED, STORED -> REMOVED   loop: not needed any more
 * </pre>
 */
final class Segment {
  enum Step {
    OPEN,
    SEALED,
    STORING,
    STORED,
    REMOVED
  }

  private final String name;
  private final long first;
  private final int capacity;
  private final Arena arena;
  private final ByteBuffer bytes;
  private final AtomicReference<Step> step;
  private @Nullable StorageFile file;
  private volatile SegmentIndex index;
  private volatile long end;
  private int filled;
  private long sealedBeforeMillis = Long.MAX_VALUE;

  private Segment(SegmentHeader header, Arena arena, ByteBuffer bytes, Step step) {
    this.name = SegmentHeader.nameOf(header.first());
    this.first = header.first();
    this.capacity = header.capacity();
    this.filled = header.filled();
    this.arena = arena;
    this.bytes = bytes;
    this.step = new AtomicReference<>(step);
    this.index = new GrowingIndex();
    this.end = first;
  }

  /**
   * Takes a file that is written to; the segment closes it.
   *
   * @param end position up to which it has frames
   */
  static Segment open(SegmentHeader header, StorageFile file, long end) throws IOException {
    Segment segment = mapped(header, file, header.capacity(), Step.OPEN);
    segment.file = file;
    segment.end = end;
    return segment;
  }

  /** Maps a file that is not written to any more; the caller closes it. */
  static Segment sealed(SegmentHeader header, StorageFile file, long end) throws IOException {
    long bytes = Math.min(header.capacity(), file.size());
    Segment segment = mapped(header, file, bytes, Step.SEALED);
    segment.end = end;
    return segment;
  }

  private static Segment mapped(SegmentHeader header, StorageFile file, long bytes, Step step)
      throws IOException {
    Arena arena = Arena.ofShared();
    try {
      MemorySegment mapping = file.map(arena, bytes);
      return new Segment(header, arena, mapping.asByteBuffer().asReadOnlyBuffer(), step);
    } catch (IOException | RuntimeException e) {
      arena.close();
      throw e;
    }
  }

  String name() {
    return name;
  }

  String indexName() {
    return IndexFile.nameOf(first);
  }

  long first() {
    return first;
  }

  int capacity() {
    return capacity;
  }

  /** The file's bytes, big-endian, read-only. */
  ByteBuffer bytes() {
    return bytes;
  }

  /** Where a position of this segment is in the file. */
  int at(long position) {
    return Math.toIntExact(position - first + SegmentHeader.BYTES);
  }

  /** Position of a place in the file. */
  long positionOf(int at) {
    return first + at - SegmentHeader.BYTES;
  }

  /** Position of the end, as of recovery for the open segment and final once sealed. */
  long end() {
    return end;
  }

  SegmentIndex index() {
    return index;
  }

  void index(SegmentIndex newIndex) {
    index = newIndex;
  }

  /** The index that grows with an open segment. */
  GrowingIndex growingIndex() {
    return (GrowingIndex) index;
  }

  /** The file of a segment that is open, or sealed and not yet stored. */
  StorageFile file() {
    StorageFile present = file;
    if (present == null) {
      throw new IllegalStateException(name + " is not open for writing");
    }
    return present;
  }

  /** Before when it was sealed; the largest value where that is not known. */
  long sealedBeforeMillis() {
    return sealedBeforeMillis;
  }

  /** Bytes from the file's beginning that are on the disk, so that writing there needs no space. */
  int filled() {
    return filled;
  }

  void filled(int bytesFilled) {
    filled = bytesFilled;
  }

  /**
   * No frame will follow.
   *
   * @param beforeMillis a time of retention that has not come yet
   */
  void seal(long endPosition, long beforeMillis) {
    end = endPosition;
    sealedBeforeMillis = beforeMillis;
    if (!move(Step.OPEN, Step.SEALED)) {
      throw new IllegalStateException(name + " is sealed already");
    }
  }

  Step step() {
    return step.get();
  }

  /** Moves to a step if the segment is at another, and says whether it did. */
  boolean move(Step from, Step to) {
    return step.compareAndSet(from, to);
  }

  void closeFile() throws IOException {
    StorageFile present = file;
    file = null;
    if (present != null) {
      present.close();
    }
  }

  /** Gives the memory back; nothing of the segment may be read afterwards. */
  void unmap() {
    index.close();
    arena.close();
  }
}
