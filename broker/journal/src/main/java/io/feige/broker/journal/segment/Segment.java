package io.feige.broker.journal.segment;

import io.feige.broker.journal.disk.StorageFile;
import io.feige.broker.journal.format.SegmentHeader;
import io.feige.broker.journal.index.GrowingIndex;
import io.feige.broker.journal.index.IndexFile;
import io.feige.broker.journal.index.SegmentIndex;
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
public final class Segment {
  public enum Step {
    OPEN,
    SEALED,
    STORING,
    STORED,
    REMOVED
  }

  private final String name;
  private final long first;
  private final int capacity;
  private final long createdMillis;
  private final Arena arena;
  private final MemorySegment mapping;
  private final ByteBuffer bytes;
  private final AtomicReference<Step> step;
  private @Nullable StorageFile file;
  private volatile SegmentIndex index;
  private volatile long end;
  private int filled;
  private long sealedBeforeMillis = Long.MAX_VALUE;

  private Segment(SegmentHeader header, Arena arena, MemorySegment mapping, Step step) {
    this.name = SegmentHeader.nameOf(header.first());
    this.first = header.first();
    this.capacity = header.capacity();
    this.createdMillis = header.createdMillis();
    this.filled = header.filled();
    this.arena = arena;
    this.mapping = mapping;
    this.bytes = mapping.asByteBuffer().asReadOnlyBuffer();
    this.step = new AtomicReference<>(step);
    this.index = new GrowingIndex();
    this.end = first;
  }

  /**
   * Takes a file that is written to; the segment closes it.
   *
   * @param end position up to which it has frames
   */
  public static Segment open(SegmentHeader header, StorageFile file, long end) throws IOException {
    Segment segment = mapped(header, file, header.capacity(), Step.OPEN);
    segment.file = file;
    segment.end = end;
    return segment;
  }

  /** Maps a file that is not written to any more; the caller closes it. */
  public static Segment sealed(SegmentHeader header, StorageFile file, long end)
      throws IOException {
    long bytes = Math.min(header.capacity(), file.size());
    Segment segment = mapped(header, file, bytes, Step.SEALED);
    segment.end = end;
    return segment;
  }

  private static Segment mapped(SegmentHeader header, StorageFile file, long bytes, Step step)
      throws IOException {
    Arena arena = Arena.ofShared();
    try {
      return new Segment(header, arena, file.map(arena, bytes), step);
    } catch (IOException | RuntimeException e) {
      arena.close();
      throw e;
    }
  }

  public String name() {
    return name;
  }

  public String indexName() {
    return IndexFile.nameOf(first);
  }

  public long first() {
    return first;
  }

  /** When it was begun, by the broker's clock. */
  public long createdMillis() {
    return createdMillis;
  }

  public int capacity() {
    return capacity;
  }

  /** The file's bytes, big-endian, read-only. */
  public ByteBuffer bytes() {
    return bytes;
  }

  /** A part of the file, or what of it there is, as it is mapped. */
  MemorySegment part(long at, long length) {
    return mapping.asSlice(at, Math.min(length, mapping.byteSize() - at));
  }

  /** Where a position of this segment is in the file. */
  public int at(long position) {
    return Math.toIntExact(position - first + SegmentHeader.BYTES);
  }

  /** Position of a place in the file. */
  public long positionOf(int at) {
    return first + at - SegmentHeader.BYTES;
  }

  /** Position of the end, as of recovery for the open segment and final once sealed. */
  public long end() {
    return end;
  }

  public SegmentIndex index() {
    return index;
  }

  public void index(SegmentIndex newIndex) {
    index = newIndex;
  }

  /** The index that grows with an open segment. */
  public GrowingIndex growingIndex() {
    return (GrowingIndex) index;
  }

  /** The file of a segment that is open, or sealed and not yet stored. */
  public StorageFile file() {
    StorageFile present = file;
    if (present == null) {
      throw new IllegalStateException(name + " is not open for writing");
    }
    return present;
  }

  /** Before when it was sealed; the largest value where that is not known. */
  public long sealedBeforeMillis() {
    return sealedBeforeMillis;
  }

  /** Bytes from the file's beginning that are on the disk, so that writing there needs no space. */
  public int filled() {
    return filled;
  }

  public void filled(int bytesFilled) {
    filled = bytesFilled;
  }

  /**
   * No frame will follow.
   *
   * @param beforeMillis a time of retention that has not come yet
   */
  public void seal(long endPosition, long beforeMillis) {
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
  public boolean move(Step from, Step to) {
    return step.compareAndSet(from, to);
  }

  public void closeFile() throws IOException {
    StorageFile present = file;
    file = null;
    if (present != null) {
      present.close();
    }
  }

  /** Gives the memory back; nothing of the segment may be read afterwards. */
  public void unmap() {
    index.close();
    arena.close();
  }
}
