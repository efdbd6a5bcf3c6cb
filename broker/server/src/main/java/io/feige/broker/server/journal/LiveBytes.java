package io.feige.broker.server.journal;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many bytes of each segment are still needed. Known from the indexes alone, and looked at a
 * few partitions at a time, from the youngest segment to the oldest and then all over again: within
 * a segment the messages of a partition are taken to be of the same length. What was not looked at
 * yet counts as needed. Loop thread only.
 */
final class LiveBytes {
  private final SegmentList segments;
  private final TreeMap<Long, Long> bySegment = new TreeMap<>();
  private final Map<Integer, Long> bytesBehind = new HashMap<>();
  private long below;
  private int slot;
  private long live;
  private long sum;
  private long delayed;

  LiveBytes(SegmentList segments) {
    this.segments = segments;
    beginAnew();
  }

  /** Looks at some more. */
  void look(NeededSpace needed, int maxSlots) {
    delayed = needed.delayedBytes();
    while (!bySegment.isEmpty() && bySegment.firstKey() < segments.start()) {
      Long gone = bySegment.remove(bySegment.firstKey());
      sum -= gone == null ? 0 : gone;
    }
    int left = maxSlots;
    while (left > 0) {
      if (below <= segments.start()) {
        beginAnew();
        return;
      }
      left -= lookAt(segments.holding(below - 1), needed, left);
    }
  }

  private void beginAnew() {
    // One that is begun meanwhile is for the next time.
    below = segments.get(segments.size() - 1).first() + 1;
    slot = 0;
    live = 0;
    bytesBehind.clear();
  }

  private int lookAt(Segment segment, NeededSpace needed, int maxSlots) {
    SegmentIndex index = segment.index();
    int until = (int) Math.min(index.slots(), (long) slot + maxSlots);
    int looked = 1 + until - slot;
    while (slot < until) {
      live += liveOf(segment, slot, needed);
      slot++;
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
    long behind = bytesBehind.getOrDefault(partition, 0L);
    bytesBehind.put(partition, behind + index.bytes(of));
    long time = Math.min(index.lastTime(of), segment.sealedBeforeMillis());
    long bytes = 0;
    if (index.entries(of) > 0) {
      long first = index.firstOffset(of);
      long last = index.nextOffset(of) - 1;
      double part =
          (double) needed.count(partition, first, last, time, behind) / (last - first + 1);
      bytes += (long) Math.ceil(part * index.bytes(of));
    }
    boolean hasNeededCopy =
        index.copiedNext(of) > 0 && needed.next(partition, 0, time, behind) < index.copiedNext(of);
    return bytes + (hasNeededCopy ? index.copiedBytes(of) : 0);
  }

  /** Of one segment. */
  long of(Segment segment) {
    Long known = bySegment.get(segment.first());
    return known == null ? segment.capacity() : known;
  }

  /** Of all, with the batches that wait for their time. */
  long all() {
    long unknown = 0;
    for (int i = 0; i < segments.size(); i++) {
      unknown += bySegment.containsKey(segments.get(i).first()) ? 0 : segments.get(i).capacity();
    }
    return sum + unknown + delayed;
  }
}
