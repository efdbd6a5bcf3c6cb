package io.feige.broker.core.group;

import io.feige.protocol.model.OffsetRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The offsets that wait for their retry, and when each is due, in milliseconds that pass evenly.
 * Owned by one thread.
 */
final class DueTable {
  private final RangeMap<Long> dueOf = new RangeMap<>(Long::longValue);

  /** Lets offsets wait; those that waited already wait until the new time. */
  void add(long first, long last, long dueMillis) {
    dueOf.put(first, last, dueMillis);
  }

  /** Takes out whatever waits in the range. */
  void cut(long first, long last) {
    dueOf.cut(first, last);
  }

  /** Takes out the first range that is due. */
  @Nullable OffsetRange takeDue(long nowMillis) {
    List<RangeMap.Entry<Long>> head = dueOf.until(nowMillis, 1);
    if (head.isEmpty()) {
      return null;
    }
    OffsetRange range = new OffsetRange(head.getFirst().first(), head.getFirst().last());
    cut(range.first(), range.last());
    return range;
  }

  long offsetCount() {
    return dueOf.offsetCount();
  }

  long nextDueMillis() {
    return dueOf.earliest();
  }
}
