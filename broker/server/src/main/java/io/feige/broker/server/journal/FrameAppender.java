package io.feige.broker.server.journal;

import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.frame.FrameStamp;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Puts frames at the journal's end. Loop thread only.
 *
 * <p>Space is made sure of before a frame is taken: zeros are written wherever they are missing, so
 * a full disk is noticed in {@link #reserve}, when nothing has happened yet, and not in {@link
 * #write}, when the state of the partitions has changed already.
 */
final class FrameAppender {
  private final FilePort files;
  private final Positions positions;
  private final SegmentList segments;
  private final SegmentPreparer preparer;
  private final Upkeep upkeep;
  private final DiskRoom room;
  private final PendingFrames pending = new PendingFrames();
  private @Nullable NextSegment next;

  FrameAppender(JournalParts parts) {
    this.files = parts.files();
    this.positions = parts.positions();
    this.segments = parts.segments();
    this.preparer = parts.preparer();
    this.upkeep = parts.upkeep();
    this.room = parts.room();
  }

  boolean hasRoomFor(long bytes) {
    try {
      Segment open = positions.open();
      NextSegment taken = next;
      long ahead = taken == null ? preparer.filledBytes() : taken.filled();
      long prewritten = open.filled() - open.at(positions.end()) + ahead;
      return room.isEnoughFor(bytes, prewritten);
    } catch (IOException e) {
      throw positions.fail("asking for free space", e);
    }
  }

  boolean reserve(long bytes) {
    positions.check();
    if (bytes > room.maxFrameBytes()) {
      throw new IllegalArgumentException(
          bytes + " bytes are more than the " + room.maxFrameBytes() + " a frame may have");
    }
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

  long append(FrameDraft draft) {
    checkBatch(draft);
    long bytes = draft.frameBytes();
    if (!reserve(bytes)) {
      throw new JournalFullException("the disk is full; the frame was not stored");
    }
    if (positions.open().capacity() - positions.open().at(positions.end()) < bytes) {
      roll(draft.stamp().timeMillis());
    }
    if (!pending.takes(draft)) {
      write();
    }
    long position = positions.end();
    FrameStamp placed = draft.placed(position, positions.durable());
    pending.add(placed, draft);
    Segment open = positions.open();
    open.growingIndex().add(open.at(position), (int) bytes, placed);
    if (placed.kind().hasBatch()) {
      segments.count(placed.partition(), bytes);
    }
    positions.end(position + bytes);
    return position;
  }

  /** Refuses what recovery would take for damage. */
  private static void checkBatch(FrameDraft draft) {
    ByteBuffer batch = draft.batch();
    if (!batch.hasRemaining()) {
      return;
    }
    int records = draft.stamp().recordFirst() + draft.stamp().recordCount();
    boolean fits = batch.remaining() >= BatchHead.HEADER_BYTES;
    if (fits) {
      BatchHead head = BatchHead.within(batch, batch.position(), batch.remaining());
      fits = head.length() == batch.remaining() && records <= head.recordCount();
    }
    if (!fits) {
      throw new IllegalArgumentException("the batch is not of the length or records it should be");
    }
  }

  void write() {
    if (pending.isEmpty()) {
      return;
    }
    positions.check();
    Segment open = positions.open();
    try {
      pending.writeTo(open.file(), open.at(positions.written()));
    } catch (NoSpaceException e) {
      // Only where overwriting needs space. The frames stay pending and a part of them on the disk
      // is no more than a torn tail, so the same write can be done again later.
      throw new JournalFullException("the disk is full; what is pending waits to be written");
    } catch (IOException e) {
      throw positions.fail("write to the journal", e);
    }
    pending.clear();
    positions.written(positions.end());
  }

  private void roll(long nowMillis) {
    write();
    Segment sealed = positions.open();
    try {
      // Recovery takes the last segment's start for durable, so this cannot be left to the flush
      // thread. There is little to do: it has been following closely.
      sealed.file().force();
      Segment begun = takeNext().begin(files, positions.end(), nowMillis);
      sealed.seal(positions.end());
      segments.add(begun);
      positions.open(begun);
    } catch (IOException e) {
      throw positions.fail("beginning a segment", e);
    }
    next = null;
    preparer.used();
    upkeep.store(sealed);
  }

  private NextSegment takeNext() {
    NextSegment taken = next;
    if (taken == null) {
      throw new IllegalStateException("no room was reserved for the next segment");
    }
    return taken;
  }

  /** Lets go of a next segment that was not begun. */
  void close() throws IOException {
    if (next != null) {
      next.file().close();
      next = null;
    }
  }
}
