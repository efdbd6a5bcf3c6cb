package io.feige.broker.core.group;

import io.feige.protocol.model.OffsetRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A set of offsets, kept as sorted, disjoint ranges that never touch. Neighbours are merged at
 * once, so a group that acknowledges in order costs one range whatever its backlog.
 *
 * <p>Owned by one thread. A range costs 16 bytes.
 */
public final class OffsetRanges {
  private static final long[] NONE = {};

  private long[] firsts = NONE;
  private long[] lasts = NONE;
  private int size;
  private long count;

  public int rangeCount() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public OffsetRange range(int index) {
    return new OffsetRange(firsts[index], lasts[index]);
  }

  /** All of them, ascending. */
  public List<OffsetRange> ranges() {
    List<OffsetRange> ranges = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      ranges.add(range(i));
    }
    return ranges;
  }

  public boolean contains(long offset) {
    int at = indexAtOrAfter(offset);
    return at < size && firsts[at] <= offset;
  }

  /** The first offset at or after {@code offset} that is not in the set. */
  public long firstMissingFrom(long offset) {
    int at = indexAtOrAfter(offset);
    return at < size && firsts[at] <= offset ? lasts[at] + 1 : offset;
  }

  /**
   * The first offset at or after {@code offset} that is in the set; {@code Long.MAX_VALUE} when
   * there is none.
   */
  public long firstPresentFrom(long offset) {
    int at = indexAtOrAfter(offset);
    return at == size ? Long.MAX_VALUE : Math.max(firsts[at], offset);
  }

  /** How many offsets are in the set. */
  public long count() {
    return count;
  }

  /** How many offsets of {@code first..last} are in the set. */
  public long countWithin(long first, long last) {
    long within = 0;
    for (int at = indexAtOrAfter(first); at < size && firsts[at] <= last; at++) {
      within += Math.min(lasts[at], last) - Math.max(firsts[at], first) + 1;
    }
    return within;
  }

  /** The parts of {@code first..last} that are not in the set, ascending. */
  public List<OffsetRange> missing(long first, long last) {
    List<OffsetRange> missing = new ArrayList<>(1);
    long next = first;
    for (int at = indexAtOrAfter(first); at < size && firsts[at] <= last; at++) {
      if (firsts[at] > next) {
        missing.add(new OffsetRange(next, firsts[at] - 1));
      }
      next = lasts[at] + 1;
    }
    if (next <= last) {
      missing.add(new OffsetRange(next, last));
    }
    return missing;
  }

  public void add(long first, long last) {
    int from = indexAtOrAfter(first == 0 ? 0 : first - 1);
    int to = from;
    long before = 0;
    long mergedFirst = first;
    long mergedLast = last;
    while (to < size && firsts[to] <= last + 1) {
      mergedFirst = Math.min(mergedFirst, firsts[to]);
      mergedLast = Math.max(mergedLast, lasts[to]);
      before += lasts[to] - firsts[to] + 1;
      to++;
    }
    count += mergedLast - mergedFirst + 1 - before;
    replace(from, to, 1);
    firsts[from] = mergedFirst;
    lasts[from] = mergedLast;
  }

  /** Takes out {@code first..last}; nothing when that is empty. */
  public void remove(long first, long last) {
    int from = indexAtOrAfter(first);
    int to = from;
    while (to < size && firsts[to] <= last && first <= last) {
      count -= Math.min(lasts[to], last) - Math.max(firsts[to], first) + 1;
      to++;
    }
    if (from == to) {
      return;
    }
    long head = firsts[from];
    long tail = lasts[to - 1];
    int kept = (head < first ? 1 : 0) + (tail > last ? 1 : 0);
    replace(from, to, kept);
    int at = from;
    if (head < first) {
      firsts[at] = head;
      lasts[at++] = first - 1;
    }
    if (tail > last) {
      firsts[at] = last + 1;
      lasts[at] = tail;
    }
  }

  /** Index of the first range that ends at or after {@code offset}. */
  private int indexAtOrAfter(long offset) {
    int low = 0;
    int high = size;
    while (low < high) {
      int mid = (low + high) >>> 1;
      if (lasts[mid] < offset) {
        low = mid + 1;
      } else {
        high = mid;
      }
    }
    return low;
  }

  /**
   * Makes room for {@code count} ranges in the place of those from {@code from} to before {@code
   * to}.
   */
  private void replace(int from, int to, int count) {
    int newSize = size - (to - from) + count;
    if (newSize > firsts.length) {
      int capacity = Math.max(newSize, firsts.length * 2);
      firsts = Arrays.copyOf(firsts, capacity);
      lasts = Arrays.copyOf(lasts, capacity);
    }
    System.arraycopy(firsts, to, firsts, from + count, size - to);
    System.arraycopy(lasts, to, lasts, from + count, size - to);
    size = newSize;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < size; i++) {
      text.append(i == 0 ? "" : ", ").append(firsts[i]).append("..").append(lasts[i]);
    }
    return text.append(']').toString();
  }
}
