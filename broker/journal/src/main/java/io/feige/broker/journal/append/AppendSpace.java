package io.feige.broker.journal.append;

import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.fault.JournalFullException;
import io.feige.broker.journal.fault.NoSpaceException;
import io.feige.broker.journal.format.SegmentHeader;
import io.feige.broker.journal.segment.DiskRoom;
import io.feige.broker.journal.segment.NextSegment;
import io.feige.broker.journal.segment.Positions;
import io.feige.broker.journal.segment.Segment;
import io.feige.broker.journal.segment.SegmentList;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Makes room at the journal's end and goes on to the next segment. Loop thread only.
 *
 * <p>Space is made sure of before a frame is taken: zeros are written wherever they are missing, so
 * a full disk is noticed in {@link #reserve}, when nothing has happened yet, and not when frames
 * are written, when the state of the partitions has changed already.
 */
public final class AppendSpace {
  private final FilePort files;
  private final Positions positions;
  private final SegmentList segments;
  private final SegmentPreparer preparer;
  private final Upkeep upkeep;
  private final DiskRoom room;
  private @Nullable NextSegment next;

  public AppendSpace(JournalParts parts) {
    this.files = parts.files();
    this.positions = parts.positions();
    this.segments = parts.segments();
    this.preparer = parts.preparer();
    this.upkeep = parts.upkeep();
    this.room = parts.room();
  }

  public boolean hasRoomFor(long bytes) {
    try {
      return room.isEnoughFor(bytes, prewritten());
    } catch (IOException e) {
      throw positions.fail("asking for free space", e);
    }
  }

  public boolean hasRoomToCarry(long bytes) {
    try {
      return room.isEnoughToCarry(bytes, prewritten());
    } catch (IOException e) {
      throw positions.fail("asking for free space", e);
    }
  }

  private long prewritten() {
    Segment open = positions.open();
    NextSegment taken = next;
    long ahead = taken == null ? preparer.filledBytes() : taken.filled();
    return open.filled() - open.at(positions.end()) + ahead;
  }

  public int segmentBytes() {
    return room.segmentBytes();
  }

  /** Longest frame that is made here. */
  long maxFrameBytes() {
    return room.maxFrameBytes();
  }

  /** As many bytes of frames as certainly fit what is left of one segment and all of the next. */
  public int maxReservedBytes() {
    return room.minSegmentBytes() - SegmentHeader.BYTES;
  }

  /**
   * Makes sure that frames of together so many bytes can be appended.
   *
   * @param bytes at most {@link #maxReservedBytes}
   * @return false if the disk is full; nothing has changed then
   */
  boolean reserve(long bytes) {
    positions.check();
    Segment open = positions.open();
    int at = open.at(positions.end());
    return at + bytes <= open.filled() || makeRoom(open, at, (int) bytes);
  }

  private boolean makeRoom(Segment open, int at, int bytes) {
    try {
      int target = (int) Math.min(open.capacity(), (long) at + bytes);
      open.filled(NextSegment.fill(open.file(), open.filled(), target, open.capacity()));
      if (open.capacity() - at < bytes) {
        // Whichever of the frames still fit the open segment, the next one has room for all.
        NextSegment ahead = next == null ? preparer.take() : next;
        next = ahead;
        ahead.fillTo(SegmentHeader.BYTES + bytes);
      }
      return true;
    } catch (NoSpaceException e) {
      return false;
    } catch (IOException e) {
      throw positions.fail("making room in the journal", e);
    }
  }

  /** Bytes that the open segment can still take. */
  int left() {
    return positions.open().capacity() - positions.open().at(positions.end());
  }

  /**
   * Seals the open segment, all of which must be written, and begins the one reserved.
   *
   * @throws JournalFullException if the disk has no room to overwrite what was reserved; nothing
   *     has changed then
   */
  void roll(long nowMillis) {
    Segment sealed = positions.open();
    try {
      // Recovery takes the last segment's start for durable, so this cannot be left to the flush
      // thread. There is little to do: it has been following closely.
      sealed.file().force();
      Segment begun = takeNext().begin(files, header(nowMillis));
      sealed.seal(positions.end(), segments.sealedBeforeMillis());
      segments.add(begun);
      positions.open(begun);
    } catch (IOException e) {
      throw positions.fail("beginning a segment", e);
    }
    next = null;
    preparer.used();
    upkeep.store(sealed);
  }

  private SegmentHeader header(long nowMillis) throws IOException {
    try {
      return takeNext().writeHeader(positions.end(), nowMillis);
    } catch (NoSpaceException e) {
      throw new JournalFullException("the disk is full; the frame was not stored");
    }
  }

  private NextSegment takeNext() {
    NextSegment taken = next;
    if (taken == null) {
      throw new IllegalStateException("no room was reserved for the next segment");
    }
    return taken;
  }

  /** Lets go of a next segment that was not begun. */
  public void close() throws IOException {
    if (next != null) {
      next.file().close();
      next = null;
    }
  }
}
