package io.feige.broker.core.group;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The deliveries that consumers hold, by offset and by the time at which each ends. In memory only:
 * after a restart nothing is leased.
 *
 * <p>Times are rounded up to {@link #GRANULARITY_NANOS}, so that however many leases there are,
 * only few distinct ends exist and looking for expired ones is rare. Owned by one thread.
 */
final class LeaseTable {
  static final long GRANULARITY_NANOS = 10_000_000;

  private final RangeMap<Lease> leases = new RangeMap<>(Lease::endNanos);

  static long rounded(long nanos) {
    return Math.ceilDiv(nanos, GRANULARITY_NANOS) * GRANULARITY_NANOS;
  }

  /** Hands out messages, or changes the lease of messages that are handed out. */
  void put(long first, long last, Lease lease) {
    Lease rounded = lease.endingAt(rounded(lease.endNanos()));
    List<RangeMap.Entry<Lease>> before = cut(first, last);
    leases.put(first, last, rounded);
    rounded.holder().gain(rounded.stage(), first, last);
    before.forEach(piece -> piece.value().holder().forgetIfAbsent());
  }

  /** The parts of leases that lie in the range. */
  List<RangeMap.Entry<Lease>> within(long first, long last) {
    return leases.within(first, last);
  }

  @Nullable Lease at(long offset) {
    RangeMap.Entry<Lease> entry = leases.at(offset);
    return entry == null ? null : entry.value();
  }

  /** Ends the leases of the range. */
  void end(long first, long last) {
    cut(first, last).forEach(piece -> piece.value().holder().forgetIfAbsent());
  }

  private List<RangeMap.Entry<Lease>> cut(long first, long last) {
    List<RangeMap.Entry<Lease>> pieces = leases.cut(first, last);
    for (RangeMap.Entry<Lease> piece : pieces) {
      Lease lease = piece.value();
      lease.holder().lose(lease.stage(), piece.first(), piece.last());
    }
    return pieces;
  }

  /** Leases that have ended, the earliest first, as many ranges as that at most; they stay. */
  List<RangeMap.Entry<Lease>> expired(long nowNanos, int maxRanges) {
    return leases.until(nowNanos, maxRanges);
  }

  /** When the next lease ends; {@code Long.MAX_VALUE} when none is held. */
  long nextEndNanos() {
    return leases.earliest();
  }

  int rangeCount() {
    return leases.rangeCount();
  }

  long offsetCount() {
    return leases.offsetCount();
  }
}
