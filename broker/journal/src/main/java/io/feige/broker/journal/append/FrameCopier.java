package io.feige.broker.journal.append;

import io.feige.broker.journal.change.CopyResult;
import io.feige.broker.journal.fault.JournalFullException;
import io.feige.broker.journal.fault.NoSpaceException;
import io.feige.broker.journal.format.FrameCheck;
import io.feige.broker.journal.format.FrameFault;
import io.feige.broker.journal.segment.Copies;
import io.feige.broker.journal.segment.Positions;
import io.feige.broker.journal.segment.Segment;
import io.feige.broker.journal.segment.SegmentList;
import io.feige.broker.journal.tail.OwnEpoch;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Puts frames that another journal made at this one's end, byte for byte. Loop thread only.
 *
 * <p>All of a chunk is checked, and room for it is made, before the first byte is taken; a chunk
 * that might need more than two segments is taken in portions. What is taken is written at once:
 * the bytes belong to the caller, and usually to a network buffer.
 */
public final class FrameCopier {
  private final Positions positions;
  private final SegmentList segments;
  private final AppendSpace space;
  private final FrameAppender appender;
  private final OwnEpoch ownEpoch;

  public FrameCopier(JournalParts parts, AppendSpace space, FrameAppender appender) {
    this.positions = parts.positions();
    this.segments = parts.segments();
    this.space = space;
    this.appender = appender;
    this.ownEpoch = parts.ownEpoch();
  }

  public CopyResult append(ByteBuffer chunk, Consumer<StoredFrame> visitor) {
    positions.check();
    ByteBuffer frames = chunk.slice().asReadOnlyBuffer();
    CopyResult refusal = check(frames);
    if (refusal != null) {
      return refusal;
    }
    try {
      appender.writeAll();
      while (frames.hasRemaining()) {
        ownEpoch.copies(StoredFrame.at(frames, frames.position()).epoch());
        int to = endOf(frames, frames.position() + (long) space.maxReservedBytes());
        if (!space.reserve(to - frames.position())) {
          return CopyResult.full("the disk is full; the frames were not stored");
        }
        while (frames.position() < to) {
          appendRun(frames, to, visitor);
          chunk.position(chunk.limit() - frames.remaining());
        }
      }
      return CopyResult.DONE;
    } catch (NoSpaceException | JournalFullException e) {
      // Only where overwriting needs space. A part on the disk is no more than a torn tail.
      return CopyResult.full("the disk is full; not all frames were stored");
    } catch (IOException e) {
      throw positions.fail("write of copied frames to the journal", e);
    }
  }

  private @Nullable CopyResult check(ByteBuffer frames) {
    if (!frames.hasRemaining()) {
      return CopyResult.DONE;
    }
    long epoch = appender.lastEpoch();
    int at = 0;
    while (at < frames.limit()) {
      long position = positions.end() + at;
      FrameFault fault = FrameCheck.fault(frames, at, position, true);
      if (fault != null) {
        return CopyResult.damaged("position " + position + ": " + fault.words());
      }
      StoredFrame frame = StoredFrame.at(frames, at);
      if (frame.length() > space.maxReservedBytes()) {
        return CopyResult.damaged(
            "position %d: the frame has %d bytes; a segment here may take no more than %d"
                .formatted(position, frame.length(), space.maxReservedBytes()));
      }
      if (frame.epoch() < epoch) {
        return CopyResult.damaged(
            "position %d: the frame is of epoch %d, the one before it of %d"
                .formatted(position, frame.epoch(), epoch));
      }
      epoch = frame.epoch();
      at += frame.length();
    }
    return null;
  }

  /** Where the last frame ends that ends at or before a place; frames begin where they stand. */
  private static int endOf(ByteBuffer frames, long place) {
    int to = frames.position();
    while (to < frames.limit() && to + (long) StoredFrame.at(frames, to).length() <= place) {
      to += StoredFrame.at(frames, to).length();
    }
    return to;
  }

  /** Takes as many frames as fit the open segment, or the next one where not one fits. */
  private void appendRun(ByteBuffer frames, int limit, Consumer<StoredFrame> visitor)
      throws IOException {
    int from = frames.position();
    if (StoredFrame.at(frames, from).length() > space.left()) {
      space.roll(StoredFrame.at(frames, from).timeMillis());
    }
    int to = endOf(frames, Math.min(limit, from + (long) space.left()));
    Segment open = positions.open();
    ByteBuffer[] run = {frames.slice(from, to - from)};
    open.file().write(open.at(positions.end()), run, 1);
    frames.position(to);
    take(frames, from, to, visitor);
  }

  private void noteCopy(StoredFrame frame) {
    if (frame.kind() == FrameKind.MESSAGES && frame.hasFlag(FrameKind.FLAG_CARRIED)) {
      segments
          .copies()
          .add(
              frame.partition(),
              new Copies.Place(
                  frame.baseOffset(), frame.recordCount(), frame.position(), frame.timeMillis()));
    }
  }

  private void take(ByteBuffer frames, int from, int to, Consumer<StoredFrame> visitor) {
    long position = positions.end();
    Segment open = positions.open();
    for (int at = from; at < to; at += StoredFrame.at(frames, at).length()) {
      StoredFrame frame = StoredFrame.at(frames, at);
      open.growingIndex().add(open.at(position + at - from), frame);
      FrameKind kind = frame.kind();
      if (kind != null && kind.hasBatch()) {
        segments.count(frame.partition(), frame.flags(), frame.length());
        noteCopy(frame);
      }
      appender.lastEpoch(frame.epoch());
    }
    positions.end(position + to - from);
    positions.written(positions.end());
    for (int at = from; at < to; at += StoredFrame.at(frames, at).length()) {
      visitor.accept(StoredFrame.at(frames, at));
    }
  }
}
