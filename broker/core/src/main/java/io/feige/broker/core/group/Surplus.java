package io.feige.broker.core.group;

import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.OffsetRange;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a consumer has fetched ahead and another, who has nothing to do, may have instead: of the
 * one who has most, up to half, the highest offsets. Not what was handed out just now, because a
 * claim may be on its way; and of messages that go in order, only all that is under way of a key.
 */
final class Surplus {
  /**
   * How long a message stays with who got it, started or not. Each time it was taken away it stays
   * twice as long with the next, so that it gets ahead of claims that travel slowly.
   */
  static final long UNTOUCHED_NANOS = 500_000_000;

  private static final int MAX_DOUBLINGS = 6;

  /** How many consumers are looked at, and how many messages or ranges of each. */
  private static final int MAX_HOLDERS = 4;

  private static final int MAX_LOOKS = 1_000;

  /**
   * Messages that are taken away.
   *
   * @param moves how often one of them has been, this time included
   */
  record Taken(List<OffsetRange> ranges, int moves) {}

  private final LeaseTable leases;
  private final KeyLocks locks;
  private final long nowNanos;
  private final OffsetRanges taken = new OffsetRanges();
  private int moves;
  private int looks;

  Surplus(LeaseTable leases, KeyLocks locks, long nowNanos) {
    this.leases = leases;
    this.locks = locks;
    this.nowNanos = nowNanos;
  }

  /** What there is for who asks for at most so many messages; null: nothing. */
  @Nullable Taken take(Holders holders, long most) {
    for (Holder holder : holders.withMostUnstarted(MAX_HOLDERS)) {
      looks = 0;
      takeOf(holder, Math.min(most, Math.ceilDiv(holder.unstarted().count(), 2)));
      if (!taken.isEmpty()) {
        return new Taken(taken.ranges(), moves + 1);
      }
    }
    return null;
  }

  private void takeOf(Holder holder, long most) {
    OffsetRanges unstarted = holder.unstarted();
    for (int i = unstarted.rangeCount() - 1; i >= 0 && hasRoom(most); i--) {
      OffsetRange range = unstarted.range(i);
      if (locks.isEmpty()) {
        takeRange(range, most);
      } else {
        takeByKey(range, holder, most);
      }
    }
  }

  private boolean hasRoom(long most) {
    return taken.count() < most && looks < MAX_LOOKS;
  }

  private void takeRange(OffsetRange range, long most) {
    for (RangeMap.Entry<Lease> entry : leases.within(range.first(), range.last()).reversed()) {
      if (!hasRoom(most)) {
        return;
      }
      looks++;
      if (isOld(entry.value())) {
        long first = Math.max(entry.first(), entry.last() - (most - taken.count()) + 1);
        add(first, entry.last(), entry.value());
      }
    }
  }

  private void takeByKey(OffsetRange range, Holder holder, long most) {
    Set<Long> seen = new HashSet<>();
    for (long offset = range.last(); offset >= range.first() && hasRoom(most); offset--) {
      looks++;
      if (!taken.contains(offset) && seen.add(offset)) {
        List<Long> together = locks.underWayWith(offset);
        seen.addAll(together);
        boolean fits = taken.isEmpty() || taken.count() + together.size() <= most;
        if (fits && together.stream().allMatch(each -> mayBeTaken(each, holder))) {
          together.forEach(this::add);
        }
      }
    }
  }

  private boolean mayBeTaken(long offset, Holder holder) {
    Lease lease = leases.at(offset);
    return lease != null
        && lease.holder() == holder
        && lease.stage() == LeaseStage.UNSTARTED
        && isOld(lease);
  }

  private void add(long offset) {
    Lease lease = leases.at(offset);
    if (lease != null) {
      add(offset, offset, lease);
    }
  }

  private void add(long first, long last, Lease lease) {
    taken.add(first, last);
    moves = Math.max(moves, lease.grant().moves());
  }

  private boolean isOld(Lease lease) {
    long stays = UNTOUCHED_NANOS << Math.min(lease.grant().moves(), MAX_DOUBLINGS);
    return nowNanos - lease.sinceNanos() >= stays;
  }
}
