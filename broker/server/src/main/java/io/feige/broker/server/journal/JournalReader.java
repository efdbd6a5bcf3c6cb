package io.feige.broker.server.journal;

import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Finds frames and looks at them where they lie. Loop thread only. Only written frames are seen;
 * whether they are committed is for the caller to know.
 */
final class JournalReader {
  private final SegmentList segments;
  private final Positions positions;

  JournalReader(SegmentList segments, Positions positions) {
    this.segments = segments;
    this.positions = positions;
  }

  StoredFrame frameAt(long position) {
    checkHeld(position);
    Segment segment = segments.holding(position);
    int at = segment.at(position);
    FrameFault fault = FrameCheck.fault(segment.bytes(), at, position, false);
    if (fault != null) {
      throw corrupt(segment, at, fault.words());
    }
    return StoredFrame.at(segment.bytes(), at);
  }

  private void checkHeld(long position) {
    if (position < segments.start() || position >= positions.written()) {
      throw new IllegalArgumentException(
          "no frame at "
              + position
              + "; the journal holds "
              + segments.start()
              + " to "
              + positions.written());
    }
  }

  ByteBuffer framesAt(long position, int maxBytes) {
    checkHeld(position);
    Segment segment = segments.holding(position);
    int from = segment.at(position);
    int limit = limitOf(segment);
    int to = from + hop(segment, from).length();
    while (to < limit) {
      int next = to + hop(segment, to).length();
      if (next - from > maxBytes) {
        break;
      }
      to = next;
    }
    return segment.bytes().slice(from, to - from);
  }

  long firstOffset(int partition) {
    for (int i = 0; i < segments.size(); i++) {
      SegmentIndex index = segments.get(i).index();
      int slot = index.slotOf(partition);
      if (slot >= 0 && index.entries(slot) > 0) {
        return isWritten(segments.get(i), index.entryAt(slot, 0)) ? index.firstOffset(slot) : -1;
      }
    }
    return -1;
  }

  long find(int partition, long offset) {
    int newest = lastStartingAtOrBelow(partition, offset);
    for (int i = Math.max(0, newest); i < segments.size(); i++) {
      Segment segment = segments.get(i);
      SegmentIndex index = segment.index();
      int slot = index.slotOf(partition);
      if (slot >= 0 && index.entries(slot) > 0 && index.nextOffset(slot) > offset) {
        int entry = Math.max(0, index.entryAtOrBelow(slot, offset));
        int at = scanForOffset(segment, index.entryAt(slot, entry), partition, offset);
        return at < 0 ? -1 : segment.positionOf(at);
      }
    }
    return -1;
  }

  /** The youngest segment whose first offset of the partition is not above; -1 if there is none. */
  private int lastStartingAtOrBelow(int partition, long offset) {
    int last = segments.size() - 1;
    if (startsAtOrBelow(segments.get(last), partition, offset)) {
      return last;
    }
    int low = 0;
    int high = last - 1;
    int found = -1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int holding = middle;
      while (holding >= low && !holdsMessages(segments.get(holding), partition)) {
        holding--;
      }
      if (holding < low) {
        low = middle + 1;
      } else if (startsAtOrBelow(segments.get(holding), partition, offset)) {
        found = holding;
        low = middle + 1;
      } else {
        high = holding - 1;
      }
    }
    return found;
  }

  private static boolean holdsMessages(Segment segment, int partition) {
    int slot = segment.index().slotOf(partition);
    return slot >= 0 && segment.index().entries(slot) > 0;
  }

  private static boolean startsAtOrBelow(Segment segment, int partition, long offset) {
    SegmentIndex index = segment.index();
    int slot = index.slotOf(partition);
    return slot >= 0 && index.entries(slot) > 0 && index.firstOffset(slot) <= offset;
  }

  long findTime(int partition, long millis) {
    for (int i = 0; i < segments.size(); i++) {
      Segment segment = segments.get(i);
      SegmentIndex index = segment.index();
      int slot = index.slotOf(partition);
      if (slot >= 0 && index.entries(slot) > 0 && index.lastTime(slot) >= millis) {
        int from = entryBefore(segment, index, slot, millis);
        int at = from < 0 ? -1 : scanForTime(segment, from, partition, millis);
        if (at >= 0) {
          return segment.positionOf(at);
        }
      }
    }
    return -1;
  }

  /**
   * Where to begin to scan: the last entry older than the time, or the first; -1 if not written.
   */
  private int entryBefore(Segment segment, SegmentIndex index, int slot, long millis) {
    int low = 0;
    int high = index.entries(slot) - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int at = index.entryAt(slot, middle);
      if (isWritten(segment, at) && hop(segment, at).timeMillis() < millis) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    int at = index.entryAt(slot, Math.max(0, high));
    return isWritten(segment, at) ? at : -1;
  }

  private boolean isWritten(Segment segment, int at) {
    return segment.positionOf(at) < positions.written();
  }

  private int scanForOffset(Segment segment, int from, int partition, long offset) {
    int limit = limitOf(segment);
    int at = from;
    while (at < limit) {
      StoredFrame frame = hop(segment, at);
      if (isMessages(frame, partition) && frame.baseOffset() + frame.recordCount() > offset) {
        return at;
      }
      at += frame.length();
    }
    return -1;
  }

  private int scanForTime(Segment segment, int from, int partition, long millis) {
    int limit = limitOf(segment);
    int at = from;
    while (at < limit) {
      StoredFrame frame = hop(segment, at);
      if (isMessages(frame, partition) && frame.timeMillis() >= millis) {
        return at;
      }
      at += frame.length();
    }
    return -1;
  }

  private static boolean isMessages(StoredFrame frame, int partition) {
    return frame.partition() == partition && frame.kind() == FrameKind.MESSAGES;
  }

  /** Where the written frames of a segment end in its file. */
  private int limitOf(Segment segment) {
    long end = segment.step() == Segment.Step.OPEN ? positions.written() : segment.end();
    return segment.at(Math.max(segment.first(), end));
  }

  private StoredFrame hop(Segment segment, int at) {
    ByteBuffer bytes = segment.bytes();
    StoredFrame frame = StoredFrame.at(bytes, at);
    boolean leadsOn =
        bytes.limit() - at >= StoredFrame.HEADER_BYTES
            && frame.length() >= StoredFrame.HEADER_BYTES
            && frame.length() <= bytes.limit() - at
            && frame.position() == segment.positionOf(at);
    if (!leadsOn) {
      FrameFault fault = FrameCheck.fault(bytes, at, segment.positionOf(at), false);
      throw corrupt(segment, at, wordsOf(fault));
    }
    return frame;
  }

  private static String wordsOf(@Nullable FrameFault fault) {
    return fault == null ? "the frame's length is impossible" : fault.words();
  }

  private JournalCorruptException corrupt(Segment segment, int at, String words) {
    return new JournalCorruptException(
        new Damage(segment.name(), segment.positionOf(at), at, words, positions.durable(), true));
  }
}
