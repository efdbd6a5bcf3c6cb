package io.feige.broker.journal.append;

import io.feige.broker.journal.fault.JournalFullException;
import io.feige.broker.journal.fault.NoSpaceException;
import io.feige.broker.journal.segment.Copies;
import io.feige.broker.journal.segment.Positions;
import io.feige.broker.journal.segment.Segment;
import io.feige.broker.journal.segment.SegmentList;
import io.feige.broker.journal.tail.OwnEpoch;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.FrameStamp;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Makes frames and puts them at the journal's end. Loop thread only. */
public final class FrameAppender {
  private final Positions positions;
  private final SegmentList segments;
  private final AppendSpace space;
  private final OwnEpoch ownEpoch;
  private final PendingFrames pending = new PendingFrames();
  private final List<FrameStamp> unwrittenCopies = new ArrayList<>();
  private long lastEpoch;
  private long lastMillis;
  private boolean isStuck;

  /**
   * Appends behind what was recovered.
   *
   * @param lastEpoch epoch of the last frame
   */
  public FrameAppender(JournalParts parts, AppendSpace space, long lastEpoch) {
    this.positions = parts.positions();
    this.segments = parts.segments();
    this.space = space;
    this.ownEpoch = parts.ownEpoch();
    this.lastEpoch = lastEpoch;
  }

  /** Epoch of the last frame; no later one is of a lower epoch. */
  long lastEpoch() {
    return lastEpoch;
  }

  /** A copied frame was the last. */
  void lastEpoch(long epoch) {
    lastEpoch = epoch;
  }

  /**
   * Makes sure that frames of together so many bytes can be appended. If the open segment has not
   * got that much left, the next one is begun now: later, in the middle of a decision, there may be
   * no room to write what is pending, or the next segment's header.
   */
  public boolean reserve(long bytes) {
    checkLength(bytes);
    if (isStuck || !space.reserve(bytes)) {
      return false;
    }
    boolean isLittle = space.left() < bytes && space.left() <= positions.open().capacity() / 2;
    return !isLittle || (beginNext() && space.reserve(bytes));
  }

  private boolean beginNext() {
    try {
      writeAll();
      space.roll(Math.max(lastMillis, positions.open().createdMillis()));
      return true;
    } catch (JournalFullException e) {
      return false;
    }
  }

  private void checkLength(long bytes) {
    if (bytes > space.maxFrameBytes()) {
      throw new IllegalArgumentException(
          bytes + " bytes are more than the " + space.maxFrameBytes() + " a frame may have");
    }
  }

  /**
   * Whether the disk had no room for what was appended when it was to be written last. It waits,
   * because what it was appended for has been decided; meanwhile nothing more is taken.
   */
  public boolean isStuck() {
    return isStuck;
  }

  public long append(FrameDraft draft) {
    check(draft);
    long bytes = draft.frameBytes();
    checkLength(bytes);
    // Not refused for what is stuck: it may belong to a decision that had begun before.
    if (!space.reserve(bytes)) {
      throw new JournalFullException("the disk is full; the frame was not stored");
    }
    if (space.left() < bytes) {
      writeAll();
      space.roll(draft.stamp().timeMillis());
    }
    if (!pending.takes(draft)) {
      write();
    }
    long position = positions.end();
    ownEpoch.appends(draft.epoch(), position);
    lastEpoch = draft.epoch();
    lastMillis = draft.stamp().timeMillis();
    FrameStamp placed = draft.placed(position, positions.durable());
    pending.add(placed, draft);
    Segment open = positions.open();
    open.growingIndex().add(open.at(position), (int) bytes, placed);
    if (placed.kind().hasBatch()) {
      segments.count(placed.partition(), placed.flags(), bytes);
      noteCopy(placed);
    }
    positions.end(position + bytes);
    return position;
  }

  /** A copy is found once it is written; until then what it is a copy of still is. */
  private void noteCopy(FrameStamp placed) {
    boolean isCopy = (placed.flags() & FrameKind.FLAG_CARRIED) != 0;
    if (isCopy && placed.kind() == FrameKind.MESSAGES) {
      unwrittenCopies.add(placed);
    }
  }

  private void showCopies() {
    for (FrameStamp copy : unwrittenCopies) {
      segments
          .copies()
          .add(
              copy.partition(),
              new Copies.Place(
                  copy.baseOffset(), copy.recordCount(), copy.position(), copy.timeMillis()));
    }
    unwrittenCopies.clear();
  }

  /** Refuses what recovery would take for damage. */
  private void check(FrameDraft draft) {
    if (draft.epoch() < lastEpoch) {
      throw new IllegalArgumentException(
          "a frame of epoch " + draft.epoch() + " after one of epoch " + lastEpoch);
    }
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

  /**
   * Writes all of it.
   *
   * @throws JournalFullException if there is no room for it
   */
  void writeAll() {
    write();
    if (isStuck) {
      throw new JournalFullException("the disk is full; what is pending waits to be written");
    }
  }

  /** Writes what is pending. If the disk has no room for it, it stays pending as a copy. */
  public void write() {
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
      isStuck = true;
      return;
    } catch (IOException e) {
      throw positions.fail("write to the journal", e);
    }
    isStuck = false;
    pending.clear();
    positions.written(positions.end());
    showCopies();
  }
}
