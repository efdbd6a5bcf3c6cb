package io.feige.broker.core.group;

import io.feige.broker.core.port.BatchLog;
import io.feige.broker.core.port.Now;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.OrderMode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who holds what: the deliveries of one group that are under way. Begins afresh with each
 * activation and each cursor generation, from the cursor alone; nothing in it is replicated.
 *
 * <p>A message above the cursor's floor is in exactly one of these places: settled (cursor),
 * leased, waiting for its retry (due table), given back, held back by its key, or fresh, that is at
 * or above {@code nextFresh}. Owned by one thread.
 */
public final class Dispatcher {
  static final int UNLOCKED = 0;
  private static final int WHOLE_PARTITION = 1;

  private final int partition;
  private final OrderMode order;
  private final Cursor cursor;
  private final DispatchLimits limits;
  private final SharedRoom shared;
  private final LeaseTable leases = new LeaseTable();
  private final DueTable due = new DueTable();
  private final OffsetRanges givenBack = new OffsetRanges();
  private final KeyLocks locks = new KeyLocks();
  private final HandedWindow handed;
  private long redeliverBelow;
  private final ArrayDeque<RangeMap.Entry<Cursor.Retry>> unlocked = new ArrayDeque<>();
  private long nextFresh;
  private long pulls;
  private long counted;

  /**
   * Deliveries of a group that begin.
   *
   * @param shared of all groups; what this one has outstanding is counted there until {@link #end}
   */
  public Dispatcher(
      int partition,
      OrderMode order,
      Cursor cursor,
      DispatchLimits limits,
      SharedRoom shared,
      BatchLog log) {
    this.partition = partition;
    this.order = order;
    this.cursor = cursor;
    this.limits = limits;
    this.shared = shared;
    this.redeliverBelow = cursor.handedUpTo();
    this.nextFresh = cursor.floor();
    this.handed = new HandedWindow(cursor.handedUpTo());
    for (RangeMap.Entry<Cursor.Retry> retry : cursor.retries().entries()) {
      due.add(retry.first(), retry.last(), retry.value().dueMillis());
      if (isOrdered()) {
        unlocked.add(retry);
      }
    }
    var _ = restoreLocks(log);
    count();
  }

  /**
   * The topic ends there now: what comes later was handed out to nobody, however far the group's
   * window reaches.
   */
  public void beginsAt(long topicEnd) {
    redeliverBelow = Math.min(redeliverBelow, topicEnd);
  }

  /** Tells what is outstanding by now. To be called after whatever may change that. */
  private void count() {
    long now = outstanding();
    shared.changed(now - counted);
    counted = now;
  }

  /**
   * Takes account of what comes before the retries and of the retries themselves, because they must
   * neither go before an earlier message of their key nor be overtaken by a later one.
   *
   * @return the offset of a message that has to be fetched before it can go on; -1: all is done
   */
  private long restoreLocks(BatchLog log) {
    while (!unlocked.isEmpty()) {
      RangeMap.Entry<Cursor.Retry> retry = unlocked.peek();
      long from = Math.max(nextFresh, cursor.floor());
      for (OffsetRange open : cursor.settled().missing(from, retry.last())) {
        for (long offset = open.first(); offset <= open.last(); offset++) {
          StoredFrame frame = log.find(partition, offset);
          boolean isStored = frame != null && frame.baseOffset() <= offset;
          if (!isStored && log.knownUntil(partition, offset) <= offset) {
            nextFresh = offset;
            return offset;
          }
          int lock = frame == null || !isStored ? UNLOCKED : lockOf(frame, frame.batch(), offset);
          restoreLock(offset, lock, offset >= retry.first());
        }
      }
      nextFresh = Math.max(from, retry.last() + 1);
      unlocked.remove();
    }
    return -1;
  }

  private void restoreLock(long offset, int lock, boolean waits) {
    if (lock == UNLOCKED && !waits) {
      givenBack.add(offset, offset);
    } else if (lock != UNLOCKED && waits) {
      locks.addWaiting(lock, offset);
    } else if (lock != UNLOCKED) {
      locks.addHeldBack(lock, offset);
    }
  }

  public HandedWindow handed() {
    return handed;
  }

  public Cursor cursor() {
    return cursor;
  }

  /** Takes what is due, was given back, or is fresh below {@code visibleEnd}, and leases it. */
  public Picked pick(PickLimit limit, long visibleEnd, BatchLog log, Now now) {
    long missing = restoreLocks(log);
    if (missing >= 0) {
      return new Picked(List.of(), List.of(), 0, missing);
    }
    Pick pick = new Pick(this, limit, log, now, ++pulls);
    takeRetries(pick);
    takeGivenBack(pick);
    takeReady(pick);
    takeFresh(pick, Math.min(visibleEnd, handed.open()));
    count();
    return pick.result();
  }

  private void takeRetries(Pick pick) {
    while (pick.hasRoom()) {
      OffsetRange range = due.takeDue(pick.now().waitMillis());
      if (range == null) {
        return;
      }
      long next = pick.take(range.first(), range.last());
      if (next <= range.last()) {
        due.add(next, range.last(), pick.now().waitMillis());
      }
    }
  }

  private void takeGivenBack(Pick pick) {
    while (pick.hasRoom() && !givenBack.isEmpty()) {
      OffsetRange range = givenBack.range(0);
      long next = pick.take(range.first(), range.last());
      givenBack.remove(range.first(), next - 1);
    }
  }

  private void takeReady(Pick pick) {
    while (pick.hasRoom()) {
      Long offset = locks.takeReady(pick.serial());
      if (offset == null) {
        return;
      }
      pick.takeLocked(offset);
    }
  }

  private void takeFresh(Pick pick, long end) {
    while (pick.hasRoom() && nextFresh < end && !isFull()) {
      long unsettled = cursor.settled().firstMissingFrom(Math.max(nextFresh, cursor.floor()));
      RangeMap.Entry<Cursor.Retry> retried = cursor.retries().at(unsettled);
      nextFresh = retried == null ? unsettled : retried.last() + 1;
      if (retried == null && nextFresh < end) {
        if (order == OrderMode.PARTITION && !locks.mayTakeNext(WHOLE_PARTITION, pick.serial())) {
          return;
        }
        nextFresh = pick.take(nextFresh, freshRunEnd(end) - 1);
      }
    }
  }

  /**
   * Where the run of offsets at {@code nextFresh} ends that are neither settled nor to be retried.
   */
  private long freshRunEnd(long end) {
    long settled = cursor.settled().firstPresentFrom(nextFresh);
    RangeMap.Entry<Cursor.Retry> retry = cursor.retries().from(nextFresh);
    return Math.min(
        Math.min(Math.min(end, nextFresh + room()), settled), retry == null ? end : retry.first());
  }

  /** The expired messages at the front of the backlog that nobody holds. */
  public List<OffsetRange> expired(long visibleEnd, int most, BatchLog log, Now now) {
    OffsetRanges gone = new OffsetRanges();
    long next = cursor.settled().firstMissingFrom(cursor.floor());
    StoredFrame frame = null;
    for (int i = 0; i < most && next < visibleEnd && leases.at(next) == null; i++) {
      if (frame == null || next >= frame.baseOffset() + frame.recordCount()) {
        frame = log.find(partition, next);
      }
      boolean isGone =
          frame != null
              && frame.baseOffset() <= next
              && Pick.isExpired(frame, frame.batch(), next, now);
      if (!isGone) {
        break;
      }
      gone.add(next, next);
      next = cursor.settled().firstMissingFrom(next + 1);
    }
    return gone.ranges();
  }

  /** Whether a message of a frame is not to be delivered any more. */
  public static boolean isExpired(StoredFrame frame, long offset, Now now) {
    return Pick.isExpired(frame, frame.batch(), offset, now);
  }

  /** What is settled need not be looked at before it is handed out. */
  public void passSettled() {
    nextFresh = cursor.settled().firstMissingFrom(Math.max(nextFresh, cursor.floor()));
  }

  /** How many more messages may be outstanding. */
  private long room() {
    long own = outstanding();
    return Math.min(limits.maxOutstanding() - own, shared.roomFor(own, counted));
  }

  /** Whether nothing fresh may be handed out until something is settled. */
  public boolean isFull() {
    return room() <= 0 || hasTooManyGaps();
  }

  /**
   * Whether nothing fresh may be handed out because of what all groups have outstanding, though the
   * group's own limit permits it.
   */
  public boolean lacksSharedRoom() {
    return outstanding() < limits.maxOutstanding() && room() <= 0;
  }

  /** Whether there are messages that wait only for others to settle theirs. */
  public boolean awaitsSharedRoom(long visibleEnd) {
    return nextFresh < visibleEnd && lacksSharedRoom();
  }

  /** What lies before the last settled range is always handed out, because it closes the gaps. */
  private boolean hasTooManyGaps() {
    OffsetRanges settled = cursor.settled();
    return settled.rangeCount() >= limits.maxSettledRanges()
        && settled.firstPresentFrom(nextFresh) == Long.MAX_VALUE;
  }

  /** How many messages are leased, to be retried, given back, or held back. */
  public long outstanding() {
    return leases.offsetCount() + due.offsetCount() + givenBack.count() + locks.heldBackCount();
  }

  /** In how many ranges deliveries, retries and what is settled are kept, at most. */
  public int ranges() {
    return leases.rangeCount() + cursor.retries().rangeCount() + cursor.settled().rangeCount();
  }

  /** Whether a pull would now find something without a new message coming. */
  public boolean mayHaveWork(long visibleEnd, Now now) {
    return due.nextDueMillis() <= now.waitMillis()
        || !givenBack.isEmpty()
        || locks.hasReady()
        || (nextFresh < Math.min(visibleEnd, handed.open()) && mayTakeFresh());
  }

  /** Whether messages could be handed out, but for the record that has to be committed before. */
  public boolean awaitsWindow(long visibleEnd) {
    return nextFresh >= handed.open() && nextFresh < visibleEnd && mayTakeFresh();
  }

  private boolean mayTakeFresh() {
    return !isFull() && !(order == OrderMode.PARTITION && locks.isLocked(WHOLE_PARTITION));
  }

  /** The next offset that was not looked at by this activation. */
  public long nextFresh() {
    return nextFresh;
  }

  public long leased() {
    return leases.offsetCount();
  }

  /** When the next retry is due, as {@link Now#waitMillis}; the largest value when none waits. */
  public long nextRetryMillis() {
    return due.nextDueMillis();
  }

  /** Monotonic time at which the next lease ends; {@code Long.MAX_VALUE} when none is held. */
  public long nextLeaseEndNanos() {
    return leases.nextEndNanos();
  }

  /** The cursor has settled the range: whatever stood for it here goes. */
  public void settled(long first, long last) {
    leases.end(first, last);
    due.cut(first, last);
    givenBack.remove(first, last);
    if (isOrdered()) {
      locks.release(first, last);
    }
    count();
  }

  /**
   * The cursor lets the range come again, apart from what is settled.
   *
   * @param dueMillis when, as {@link Now#waitMillis}
   */
  public void retried(long first, long last, long dueMillis) {
    for (OffsetRange open : cursor.settled().missing(Math.max(first, cursor.floor()), last)) {
      leases.end(open.first(), open.last());
      givenBack.remove(open.first(), open.last());
      due.add(open.first(), open.last(), dueMillis);
      if (isOrdered()) {
        locks.letWait(open.first(), open.last());
      }
    }
    count();
  }

  /** What is leased of the range in that attempt, by that holder; 0 is any. */
  public List<RangeMap.Entry<Lease>> held(long first, long last, int attempt, long holder) {
    List<RangeMap.Entry<Lease>> held = new ArrayList<>(1);
    for (RangeMap.Entry<Lease> entry : leases.within(first, last)) {
      Lease lease = entry.value();
      if (lease.attempt() == attempt && (holder == 0 || lease.holder().id() == holder)) {
        held.add(entry);
      }
    }
    return held;
  }

  /** Who has a message; null: nobody. */
  public @Nullable Lease leaseOf(long offset) {
    return leases.at(offset);
  }

  /** Ends leases, so that the messages come again at once, in the same attempt. */
  public void giveBack(long first, long last) {
    leases.end(first, last);
    if (isOrdered()) {
      for (long offset = first; offset <= last; offset++) {
        giveBackInOrder(offset);
      }
    } else {
      givenBack.add(first, last);
    }
    count();
  }

  /** Takes from a consumer what it has not started. */
  public void giveBackUnstarted(Holder holder) {
    holder.unstarted().ranges().forEach(range -> giveBack(range.first(), range.last()));
  }

  /**
   * Takes from the consumers that have most what they have not started, for one that has nothing.
   *
   * @return how often one of these messages was taken from somebody by now; 0: there was nothing
   */
  public int giveBackSurplus(Holders holders, long most, Now now) {
    Surplus.Taken taken = new Surplus(leases, locks, now.nanos()).take(holders, most);
    if (taken == null) {
      return 0;
    }
    taken.ranges().forEach(range -> giveBack(range.first(), range.last()));
    return taken.moves();
  }

  /** Ends all leases and counts nothing as outstanding. */
  public void end() {
    leases.end(0, Long.MAX_VALUE);
    leave();
  }

  /** Nothing is counted as outstanding any more; nothing else is done. */
  public void leave() {
    shared.changed(-counted);
    counted = 0;
  }

  private void giveBackInOrder(long offset) {
    if (locks.knows(offset)) {
      locks.giveBack(offset);
    } else {
      givenBack.add(offset, offset);
    }
  }

  /** Lets a lease end later, or sooner. */
  public void extend(RangeMap.Entry<Lease> held, long endNanos) {
    leases.put(held.first(), held.last(), held.value().endingAt(endNanos));
  }

  /** A consumer is that far with what it holds; its lease begins anew. */
  public void begin(RangeMap.Entry<Lease> held, LeaseStage stage, Now now) {
    leases.put(held.first(), held.last(), held.value().begun(stage, now.nanos()));
  }

  /**
   * Leases that ended, at most about so many ranges of them. They stay until they are given back,
   * settled or retried.
   */
  public List<RangeMap.Entry<Lease>> expired(long nowNanos, int maxRanges) {
    return leases.expired(nowNanos, maxRanges);
  }

  /** All that is leased, ascending. */
  public List<RangeMap.Entry<Lease>> leases() {
    return leases.within(0, Long.MAX_VALUE);
  }

  int partition() {
    return partition;
  }

  boolean isOrdered() {
    return order != OrderMode.NONE;
  }

  KeyLocks locks() {
    return locks;
  }

  /** Leases offsets that have the same attempt. */
  void lease(long first, long last, Grant grant, long nowNanos) {
    RangeMap.Entry<Cursor.Retry> retry = cursor.retries().at(first);
    int tries = retry == null ? 0 : retry.value().tries();
    long since = LeaseTable.rounded(nowNanos);
    long end = nowNanos + grant.leaseNanos();
    int attempt = attemptOf(first);
    leases.put(first, last, new Lease(grant, stageOf(attempt, grant), attempt, tries, since, end));
  }

  /** What may have ended its consumer before is not kept from others for the company it is in. */
  private static LeaseStage stageOf(int attempt, Grant grant) {
    boolean isAgain = attempt > 1 && grant.stage() == LeaseStage.CLAIMED;
    return isAgain ? LeaseStage.UNSTARTED : grant.stage();
  }

  /** The attempt that a delivery of the offset is now. */
  public int attemptOf(long offset) {
    RangeMap.Entry<Cursor.Retry> retry = cursor.retries().at(offset);
    if (retry != null) {
      return retry.value().attempts() + 1;
    }
    return offset < redeliverBelow ? 2 : 1;
  }

  /** The last offset up to {@code last} that has the same attempt as {@code first}. */
  long sameAttemptUntil(long first, long last) {
    RangeMap.Entry<Cursor.Retry> retry = cursor.retries().at(first);
    if (retry != null) {
      return Math.min(last, retry.last());
    }
    RangeMap.Entry<Cursor.Retry> next = cursor.retries().from(first);
    long until = next == null ? last : Math.min(last, next.first() - 1);
    return first < redeliverBelow ? Math.min(until, redeliverBelow - 1) : until;
  }

  /** The key that locks the message, or {@link #UNLOCKED}. */
  int lockOf(StoredFrame frame, BatchHead batch, long offset) {
    if (order == OrderMode.PARTITION) {
      return WHOLE_PARTITION;
    }
    boolean byKey = order == OrderMode.BY_KEY && batch.hasColumn(BatchHead.KEY_HASHES);
    return byKey ? batch.keyHash(Pick.recordIndex(frame, offset)) : UNLOCKED;
  }
}
