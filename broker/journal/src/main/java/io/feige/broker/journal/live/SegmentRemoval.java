package io.feige.broker.journal.live;

import io.feige.broker.journal.append.JournalParts;
import io.feige.broker.journal.index.SegmentIndex;
import io.feige.broker.journal.segment.Segment;
import java.io.IOException;

/**
 * Takes away what nobody needs: whole sealed segments, the oldest first. Loop thread only. Their
 * files go with the upkeep, because removing one waits for the disk.
 */
public final class SegmentRemoval {
  /** To see that nobody needs a segment costs time for each of its partitions. */
  private static final int MOST_AT_ONCE = 4;

  private final JournalParts parts;

  public SegmentRemoval(JournalParts parts) {
    this.parts = parts;
  }

  public int remove(Retention retention) {
    parts.positions().check();
    int removed = 0;
    try {
      while (removed < MOST_AT_ONCE && mayRemove(retention) && claim(parts.segments().oldest())) {
        parts.upkeep().remove(parts.segments().removeOldest());
        removed++;
      }
    } catch (IOException e) {
      throw parts.positions().fail("removing a segment", e);
    }
    return removed;
  }

  /** Whether the oldest segment could go. */
  public boolean mayRemove(Retention retention) {
    return parts.segments().size() > 1 && isNotNeeded(parts.segments().oldest(), retention);
  }

  private boolean isNotNeeded(Segment segment, Retention retention) {
    // The older snapshot must stay usable in case the newer turns out to be damaged.
    long keptFrom = Math.min(retention.keepFromPosition(), parts.snapshots().older());
    return segment.end() <= keptFrom
        && (segment.end() <= retention.startsAt() || nobodyNeeds(segment, retention));
  }

  private boolean nobodyNeeds(Segment segment, Retention retention) {
    SegmentIndex index = segment.index();
    for (int slot = 0; slot < index.slots(); slot++) {
      int partition = index.partition(slot);
      long after = parts.segments().originalBytes(partition) - index.bytes(slot);
      long lastTime = Math.min(index.lastTime(slot), segment.sealedBeforeMillis());
      if (retention.needs(partition, index.lastOffset(slot), lastTime, after)) {
        return false;
      }
    }
    return true;
  }

  /** Makes sure that no other thread is busy with the segment; if one is, it stays this time. */
  private boolean claim(Segment segment) throws IOException {
    if (segment.move(Segment.Step.STORED, Segment.Step.REMOVED)) {
      return true;
    }
    if (!segment.move(Segment.Step.SEALED, Segment.Step.REMOVED)) {
      return false;
    }
    if (parts.flusher().tryClose(segment)) {
      return true;
    }
    segment.move(Segment.Step.REMOVED, Segment.Step.SEALED);
    return false;
  }
}
