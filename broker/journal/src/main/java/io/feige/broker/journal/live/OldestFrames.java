package io.feige.broker.journal.live;

import io.feige.broker.journal.index.SegmentIndex;
import io.feige.broker.journal.segment.JournalReader;
import io.feige.broker.journal.segment.Segment;
import io.feige.broker.journal.segment.SegmentList;
import io.feige.protocol.frame.StoredFrame;
import org.jspecify.annotations.Nullable;

/**
 * The messages of the oldest segment, one frame after the other, as far as they are needed and no
 * copy of them stands in a younger segment. Frames of which nothing is needed are not looked at.
 * Loop thread only; of no use once the segment is removed.
 */
public final class OldestFrames {
  /** So many partitions and frames are passed over in one call. */
  private static final int MAX_STEPS = 4_096;

  private final SegmentList segments;
  private final JournalReader reader;
  private final Segment segment;
  private final SegmentIndex index;
  private int slot;
  private long from = -1;
  private int copy;
  private @Nullable StoredFrame found;

  public OldestFrames(SegmentList segments, JournalReader reader) {
    this.segments = segments;
    this.reader = reader;
    this.segment = segments.oldest();
    this.index = segment.index();
  }

  /** Where the segment ends. */
  public long end() {
    return segment.end();
  }

  /** The frame that has not been passed yet; null: a bounded search has found none. */
  public @Nullable StoredFrame look(StillNeeded needed) {
    for (int steps = 0; steps < MAX_STEPS && found == null && !isDone(); steps++) {
      found = slot < index.slots() ? lookInSlot(needed) : lookAtCopy(needed);
    }
    return found;
  }

  /** Goes on behind the frame that was found. */
  public void pass() {
    StoredFrame passed = found;
    found = null;
    if (passed == null) {
      throw new IllegalStateException("no frame was found that could be passed");
    }
    if (slot < index.slots()) {
      from = passed.baseOffset() + passed.recordCount();
    } else {
      copy++;
    }
  }

  /** Whether everything has been looked at. */
  public boolean isDone() {
    return slot == index.slots() && copy == index.copies() && found == null;
  }

  /** Looks at everything once more. */
  public void restart() {
    slot = 0;
    from = -1;
    copy = 0;
    found = null;
  }

  private @Nullable StoredFrame lookInSlot(StillNeeded needed) {
    if (index.entries(slot) == 0) {
      return endSlot();
    }
    int partition = index.partition(slot);
    long first = Math.max(from, index.firstOffset(slot));
    long next = needed.next(partition, first, lastTime(slot), bytesAfter(slot));
    if (next >= index.nextOffset(slot)) {
      return endSlot();
    }
    int at = reader.scanForOffset(segment, slot, next);
    if (at < 0) {
      return endSlot();
    }
    StoredFrame frame = reader.frameAt(segment.positionOf(at));
    if (hasYoungerCopy(partition, frame.baseOffset(), frame.position())) {
      from = frame.baseOffset() + frame.recordCount();
      return null;
    }
    return frame;
  }

  private @Nullable StoredFrame endSlot() {
    slot++;
    from = -1;
    return null;
  }

  private @Nullable StoredFrame lookAtCopy(StillNeeded needed) {
    SegmentIndex.Copy of = index.copy(copy);
    long position = segment.positionOf(of.at());
    int itsSlot = index.slotOf(of.partition());
    long next = needed.next(of.partition(), of.offset(), lastTime(itsSlot), bytesAfter(itsSlot));
    boolean isNeeded =
        next < of.offset() + of.records() && !hasYoungerCopy(of.partition(), of.offset(), position);
    if (isNeeded) {
      return reader.frameAt(position);
    }
    copy++;
    return null;
  }

  private boolean hasYoungerCopy(int partition, long offset, long position) {
    return segments.copies().positionOf(partition, offset) > position;
  }

  private long lastTime(int ofSlot) {
    return Math.min(index.lastTime(ofSlot), segment.sealedBeforeMillis());
  }

  private long bytesAfter(int ofSlot) {
    return segments.originalBytes(index.partition(ofSlot)) - index.bytes(ofSlot);
  }
}
