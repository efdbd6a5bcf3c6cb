package io.feige.broker.core.group;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The deliveries that consumers hold, by offset, with the time at which each ends. In memory only:
 * after a restart nothing is leased.
 *
 * <p>Ends are rounded up to {@link #GRANULARITY_NANOS}, so that however many leases there are, only
 * few distinct ends exist and looking for expired ones is rare. Owned by one thread.
 */
final class LeaseTable {
  static final long GRANULARITY_NANOS = 10_000_000;

  /**
   * @param endNanos monotonic time at which it ends
   * @param attempt the delivery's attempt, from 1
   */
  record Lease(long endNanos, int attempt) {}

  private final RangeMap<Lease> leases = new RangeMap<>();
  private final TreeMap<Long, Long> offsetsByEnd = new TreeMap<>();

  void add(long first, long last, long endNanos, int attempt) {
    cut(first, last);
    long rounded = Math.ceilDiv(endNanos, GRANULARITY_NANOS) * GRANULARITY_NANOS;
    leases.put(first, last, new Lease(rounded, attempt));
    offsetsByEnd.merge(rounded, last - first + 1, Long::sum);
  }

  List<RangeMap.Entry<Lease>> within(long first, long last) {
    return leases.within(first, last);
  }

  void cut(long first, long last) {
    for (RangeMap.Entry<Lease> piece : leases.cut(first, last)) {
      offsetsByEnd.merge(piece.value().endNanos(), -piece.count(), LeaseTable::sumOrGone);
    }
  }

  private static @Nullable Long sumOrGone(Long before, Long change) {
    long sum = before + change;
    return sum == 0 ? null : sum;
  }

  /** The lowest leases that have ended, as many ranges as are asked for; they stay. */
  List<RangeMap.Entry<Lease>> expired(long nowNanos, int maxRanges) {
    if (nextEndNanos() > nowNanos) {
      return List.of();
    }
    List<RangeMap.Entry<Lease>> expired = new ArrayList<>();
    for (RangeMap.Entry<Lease> entry : leases.entries()) {
      if (expired.size() == maxRanges) {
        break;
      }
      if (entry.value().endNanos() <= nowNanos) {
        expired.add(entry);
      }
    }
    return expired;
  }

  /** When the next lease ends; {@code Long.MAX_VALUE} when none is held. */
  long nextEndNanos() {
    Map.Entry<Long, Long> first = offsetsByEnd.firstEntry();
    return first == null ? Long.MAX_VALUE : first.getKey();
  }

  long offsetCount() {
    return leases.offsetCount();
  }
}
