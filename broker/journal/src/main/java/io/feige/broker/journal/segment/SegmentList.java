package io.feige.broker.journal.segment;

import io.feige.broker.journal.index.SegmentIndex;
import io.feige.protocol.frame.FrameKind;
import io.netty.util.collection.IntObjectHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * All segments in order, the open one last, how many bytes of each partition they hold, and where
 * copies stand. Loop thread only, except for {@link #start}.
 */
public final class SegmentList {
  private final List<Segment> segments = new ArrayList<>();

  /** Of each partition: bytes of its frames that are no copies, and of its copies. */
  private final IntObjectHashMap<long[]> partitionBytes = new IntObjectHashMap<>();

  private final Copies copies = new Copies();
  private volatile long start;
  private long sealedBeforeMillis = Long.MAX_VALUE;
  private long carriedBytes;

  public SegmentList(List<Segment> recovered) {
    recovered.forEach(this::add);
    start = segments.getFirst().first();
    for (Segment segment : segments) {
      countAll(segment, 1);
      copies.addAll(segment);
    }
  }

  /** Position of the oldest frame; for any thread. */
  public long start() {
    return start;
  }

  public int size() {
    return segments.size();
  }

  public Segment get(int index) {
    return segments.get(index);
  }

  public Segment oldest() {
    return segments.getFirst();
  }

  /** A segment that is sealed from now on is sealed before a time. */
  public void sealedBefore(long millis) {
    sealedBeforeMillis = millis;
  }

  public long sealedBeforeMillis() {
    return sealedBeforeMillis;
  }

  public void add(Segment segment) {
    segments.add(segment);
  }

  /** The segment that holds a position at or above the start. */
  public Segment holding(long position) {
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
  public Segment removeOldest() {
    Segment oldest = segments.removeFirst();
    countAll(oldest, -1);
    start = segments.getFirst().first();
    copies.forgetBelow(start);
    return oldest;
  }

  /** Where copies stand; only written ones. */
  public Copies copies() {
    return copies;
  }

  private void countAll(Segment segment, int sign) {
    SegmentIndex index = segment.index();
    for (int slot = 0; slot < index.slots(); slot++) {
      count(index.partition(slot), sign * index.bytes(slot), sign * index.copiedBytes(slot));
    }
  }

  /** Takes note of a frame with a batch. */
  public void count(int partition, int flags, long bytes) {
    boolean isCopy = (flags & FrameKind.FLAG_CARRIED) != 0;
    count(partition, isCopy ? 0 : bytes, isCopy ? bytes : 0);
    carriedBytes += isCopy ? bytes : 0;
  }

  private void count(int partition, long bytes, long copiedBytes) {
    long[] sum = partitionBytes.get(partition);
    if (sum == null) {
      sum = new long[2];
      partitionBytes.put(partition, sum);
    }
    sum[0] += bytes;
    sum[1] += copiedBytes;
    if (sum[0] == 0 && sum[1] == 0) {
      partitionBytes.remove(partition);
    }
  }

  /** Bytes of a partition's frames, copies included. */
  public long partitionBytes(int partition) {
    long[] sum = partitionBytes.get(partition);
    return sum == null ? 0 : sum[0] + sum[1];
  }

  /** Bytes of a partition's frames that are no copies. */
  public long originalBytes(int partition) {
    long[] sum = partitionBytes.get(partition);
    return sum == null ? 0 : sum[0];
  }

  /** Bytes of all copies that were appended since the journal was opened. */
  public long carriedBytes() {
    return carriedBytes;
  }

  public void unmapAll() {
    segments.forEach(Segment::unmap);
    segments.clear();
  }
}
