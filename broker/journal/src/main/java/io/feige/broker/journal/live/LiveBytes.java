package io.feige.broker.journal.live;

import io.feige.broker.journal.index.SegmentIndex;
import io.feige.broker.journal.segment.JournalReader;
import io.feige.broker.journal.segment.Segment;
import io.feige.broker.journal.segment.SegmentList;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How many bytes of each segment are still needed, and by whom. Known from the indexes alone, and
 * looked at a few partitions at a time, from the youngest segment to the oldest and then all over
 * again: within a segment the messages of a partition are taken to be of the same length. What was
 * not looked at yet counts as needed. Each time that it has been through, who needs how much is put
 * in order, a little at a time as well. Loop thread only.
 */
public final class LiveBytes {
  private final SegmentList segments;
  private final JournalReader reader;
  private final TreeMap<Long, Long> bySegment = new TreeMap<>();
  private Holdings holdings = new Holdings();
  private @Nullable Ranking ranking;
  private Map<Long, Long> dates = Map.of();
  private HoldingTable table = HoldingTable.NONE;
  private boolean isUnderWay;
  private long below;
  private int slot;
  private long live;
  private long sum;
  private long delayed;

  public LiveBytes(SegmentList segments, JournalReader reader) {
    this.segments = segments;
    this.reader = reader;
  }

  /** Looks at some more. */
  public void look(NeededSpace needed, int maxSlots) {
    delayed = needed.delayedBytes();
    while (!bySegment.isEmpty() && bySegment.firstKey() < segments.start()) {
      Long gone = bySegment.remove(bySegment.firstKey());
      sum -= gone == null ? 0 : gone;
    }
    if (!isUnderWay) {
      begin();
    }
    int left = maxSlots;
    while (left > 0) {
      if (ranking == null && below > segments.start()) {
        left -= lookAt(segments.holding(below - 1), needed, left);
      } else {
        left -= putInOrder(needed, left);
        if (ranking != null && ranking.isDone()) {
          dates = ranking.dates();
          table = ranking.table(table.number() + 1);
          isUnderWay = false;
          return;
        }
      }
    }
  }

  private int putInOrder(NeededSpace needed, int maxSteps) {
    Ranking begun = ranking;
    if (begun != null) {
      return begun.step(reader, maxSteps);
    }
    if (holdings.addDelayed(needed, maxSteps)) {
      return maxSteps;
    }
    ranking = new Ranking(holdings.all(), needed.isCarried(), dates);
    return 1;
  }

  /** Who needs how much, as of the last time that it has been through. */
  public HoldingTable table() {
    return table;
  }

  private void begin() {
    isUnderWay = true;
    // One that is begun meanwhile is for the next time.
    below = segments.get(segments.size() - 1).first() + 1;
    slot = 0;
    live = 0;
    holdings = new Holdings();
    ranking = null;
  }

  private int lookAt(Segment segment, NeededSpace needed, int maxSlots) {
    SegmentIndex index = segment.index();
    int until = (int) Math.min(index.slots(), (long) slot + maxSlots);
    int looked = 1;
    while (slot < until && looked <= maxSlots) {
      live += liveOf(segment, slot, needed);
      slot++;
      looked += 1 + holdings.looked();
    }
    if (slot == index.slots()) {
      Long before = bySegment.put(segment.first(), live);
      sum += live - (before == null ? 0 : before);
      below = segment.first();
      slot = 0;
      live = 0;
    }
    return looked;
  }

  private long liveOf(Segment segment, int of, NeededSpace needed) {
    SegmentIndex index = segment.index();
    int partition = index.partition(of);
    Tally topic = holdings.topic(partition);
    long behind = topic.behind();
    topic.pass(index.bytes(of));
    long time = Math.min(index.lastTime(of), segment.sealedBeforeMillis());
    long bytes = 0;
    if (index.entries(of) > 0) {
      long first = index.firstOffset(of);
      long last = index.nextOffset(of) - 1;
      NeededSpace.Claims claims = holdings.messages(segment, of, time);
      double part =
          (double) needed.count(partition, first, last, time, behind, claims) / (last - first + 1);
      bytes += (long) Math.ceil(part * index.bytes(of));
    }
    long copied = index.copiedNext(of);
    long next = copied > 0 ? needed.next(partition, 0, time, behind) : Long.MAX_VALUE;
    if (next < copied) {
      var _ = needed.count(partition, next, next, time, behind, holdings.copies(segment, of, time));
      bytes += index.copiedBytes(of);
    }
    return bytes;
  }

  /** Of one segment. */
  public long of(Segment segment) {
    Long known = bySegment.get(segment.first());
    return known == null ? segment.capacity() : known;
  }

  /** Of all, with the batches that wait for their time. */
  public long all() {
    long unknown = 0;
    for (int i = 0; i < segments.size(); i++) {
      unknown += bySegment.containsKey(segments.get(i).first()) ? 0 : segments.get(i).capacity();
    }
    return sum + unknown + delayed;
  }
}
