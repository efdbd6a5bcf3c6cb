package io.feige.broker.core.group;

import io.feige.protocol.model.OffsetRange;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The offsets that wait for their retry, and when each is due, in milliseconds that pass evenly.
 * Owned by one thread.
 */
final class DueTable {
  private final RangeMap<Long> dueOf = new RangeMap<>();
  private final TreeMap<Long, OffsetRanges> byDue = new TreeMap<>();

  /** Lets offsets wait; those that waited already wait until the new time. */
  void add(long first, long last, long dueMillis) {
    cut(first, last);
    dueOf.put(first, last, dueMillis);
    byDue.computeIfAbsent(dueMillis, _ -> new OffsetRanges()).add(first, last);
  }

  /** Takes out whatever waits in the range. */
  void cut(long first, long last) {
    for (RangeMap.Entry<Long> piece : dueOf.cut(first, last)) {
      takeOut(piece.value(), piece.first(), piece.last());
    }
  }

  /** Takes out the first range that is due. */
  @Nullable OffsetRange takeDue(long nowMillis) {
    Map.Entry<Long, OffsetRanges> head = byDue.firstEntry();
    if (head == null || head.getKey() > nowMillis) {
      return null;
    }
    OffsetRange range = head.getValue().range(0);
    cut(range.first(), range.last());
    return range;
  }

  private void takeOut(long dueMillis, long first, long last) {
    OffsetRanges same = byDue.get(dueMillis);
    if (same == null) {
      throw new IllegalStateException("offsets " + first + " to " + last + " are due at no time");
    }
    same.remove(first, last);
    if (same.isEmpty()) {
      byDue.remove(dueMillis);
    }
  }

  long offsetCount() {
    return dueOf.offsetCount();
  }

  long nextDueMillis() {
    return byDue.isEmpty() ? Long.MAX_VALUE : byDue.firstKey();
  }
}
