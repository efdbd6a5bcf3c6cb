package io.feige.broker.server.journal;

import io.netty.util.collection.IntObjectHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * All segments in order, the open one last, and how many bytes of each partition they hold. Loop
 * thread only, except for {@link #start}.
 */
final class SegmentList {
  private final List<Segment> segments = new ArrayList<>();
  private final IntObjectHashMap<long[]> partitionBytes = new IntObjectHashMap<>();
  private volatile long start;
  private long sealedBeforeMillis = Long.MAX_VALUE;

  SegmentList(List<Segment> recovered) {
    recovered.forEach(this::add);
    start = segments.getFirst().first();
    for (Segment segment : segments) {
      countAll(segment, 1);
    }
  }

  /** Position of the oldest frame; for any thread. */
  long start() {
    return start;
  }

  int size() {
    return segments.size();
  }

  Segment get(int index) {
    return segments.get(index);
  }

  Segment oldest() {
    return segments.getFirst();
  }

  /** A segment that is sealed from now on is sealed before a time. */
  void sealedBefore(long millis) {
    sealedBeforeMillis = millis;
  }

  long sealedBeforeMillis() {
    return sealedBeforeMillis;
  }

  void add(Segment segment) {
    segments.add(segment);
  }

  /** The segment that holds a position at or above the start. */
  Segment holding(long position) {
    int low = 0;
    int high = segments.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (segments.get(middle).first() <= position) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return segments.get(low);
  }

  /** Forgets the oldest segment, which cannot be the only one. */
  void removeOldest() {
    countAll(segments.removeFirst(), -1);
    start = segments.getFirst().first();
  }

  private void countAll(Segment segment, int sign) {
    SegmentIndex index = segment.index();
    for (int slot = 0; slot < index.slots(); slot++) {
      count(index.partition(slot), sign * index.bytes(slot));
    }
  }

  /** Takes note that a partition has more bytes, or fewer. */
  void count(int partition, long bytes) {
    long[] sum = partitionBytes.get(partition);
    if (sum == null) {
      sum = new long[1];
      partitionBytes.put(partition, sum);
    }
    sum[0] += bytes;
    if (sum[0] == 0) {
      partitionBytes.remove(partition);
    }
  }

  long partitionBytes(int partition) {
    long[] sum = partitionBytes.get(partition);
    return sum == null ? 0 : sum[0];
  }

  void unmapAll() {
    segments.forEach(Segment::unmap);
    segments.clear();
  }
}
