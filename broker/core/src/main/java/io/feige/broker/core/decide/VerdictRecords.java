package io.feige.broker.core.decide;

import io.feige.broker.core.group.Cursor;
import io.feige.broker.core.group.Dispatcher;
import io.feige.broker.core.group.Lease;
import io.feige.broker.core.group.OffsetRanges;
import io.feige.broker.core.group.RangeMap;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.record.JournalRecord.SettleItem;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.LetterReason;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import io.feige.protocol.model.VerdictKind;
import java.util.ArrayList;
import java.util.List;

/**
 * Verdicts on deliveries of one group, being turned into records. Used once, within one decision.
 *
 * <p>A lease ends only when the record of what became of it is written. So when the disk has no
 * room, nothing is lost: the verdict is refused, or given again when the lease ends.
 */
final class VerdictRecords {
  private static final int BYTES_PER_ITEM = 32;
  private static final int ROOM_FOR_BOOKKEEPING = 4_096;
  private static final int NOT_NOW_RETRY_MILLIS = 1_000;
  private static final int MAX_CONSUMER_CHARS = 200;

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Items of one record; as many as fit the shortest limit of a frame that a journal has. */
  private static final int MAX_ITEMS = 16_384;

  /** Beyond so many, what is known is written before the next verdict is looked at. */
  private static final int ENOUGH_ITEMS = 8_192;

  /**
   * Who gives verdicts.
   *
   * @param consumer its name; empty where nobody does
   * @param holder its number; 0: it has none, and speaks of whatever is held
   */
  record By(String consumer, long holder) {
    static final By NOBODY = new By("", 0);
  }

  private final ActiveState active;
  private final ActiveGroup group;
  private final Dispatcher dispatcher;
  private final DeadLetters deadLetters;
  private final String consumer;
  private final long holder;
  private final Now now;
  private final Sink sink;
  private final OffsetRanges stale;
  private List<SettleItem> items = new ArrayList<>();

  /**
   * Verdicts of which none is looked at yet.
   *
   * @param by who gives the verdicts
   * @param stale gets the offsets whose verdict comes too late
   */
  VerdictRecords(
      ActiveState active, ActiveGroup group, By by, OffsetRanges stale, Now now, Sink sink) {
    this.active = active;
    this.group = group;
    this.dispatcher = group.dispatcher();
    this.deadLetters = new DeadLetters(active, group, now, sink);
    this.consumer =
        by.consumer().length() > MAX_CONSUMER_CHARS
            ? by.consumer().substring(0, MAX_CONSUMER_CHARS)
            : by.consumer();
    this.holder = by.holder();
    this.stale = stale;
    this.now = now;
    this.sink = sink;
  }

  /** Returns false when the disk has no room for the record; what it says is not done then. */
  boolean judge(Verdict verdict) {
    if (verdict.kind() == VerdictKind.ACK) {
      ack(verdict);
    } else {
      judgeHeld(verdict);
    }
    return items.size() < ENOUGH_ITEMS || write();
  }

  /** Verdicts that are good only as long as the lease is held. */
  private void judgeHeld(Verdict verdict) {
    List<RangeMap.Entry<Lease>> held =
        dispatcher.held(verdict.first(), verdict.last(), verdict.attempt(), holder);
    addMissing(verdict, held);
    held.forEach(each -> judgeHeld(verdict, each));
  }

  private void judgeHeld(Verdict verdict, RangeMap.Entry<Lease> held) {
    switch (verdict.kind()) {
      case NACK -> giveUpOrRetry(held, delayMillis(verdict, held.value()), verdict.reason());
      case REJECT -> giveUp(held, verdict.reason());
      case EXTEND -> dispatcher.extend(held, now.nanos() + verdict.delayMillis() * NANOS_PER_MILLI);
      case RELEASE -> dispatcher.giveBack(held.first(), held.last());
      case CLAIM -> dispatcher.begin(held, LeaseStage.CLAIMED, now);
      case START -> dispatcher.begin(held, LeaseStage.STARTED, now);
      case ACK -> throw new IllegalStateException("an ack needs no lease");
    }
  }

  private void ack(Verdict verdict) {
    Cursor cursor = group.state().cursor();
    // What was never handed out cannot be settled, so that settled ranges stay as few as
    // deliveries.
    long end = Math.min(group.partition().visibleEnd(), cursor.handedUpTo());
    if (verdict.last() >= end) {
      stale.add(Math.max(verdict.first(), end), verdict.last());
    }
    long until = Math.min(verdict.last(), end - 1);
    long from = Math.max(verdict.first(), cursor.floor());
    // Each offset once, whatever is acked again: the records tell when and by whom it was settled.
    for (OffsetRange news : cursor.settled().missing(from, until)) {
      items.add(SettleItem.acked(news.first(), news.last(), verdict.attempt()));
    }
  }

  private void addMissing(Verdict verdict, List<RangeMap.Entry<Lease>> held) {
    long next = verdict.first();
    for (RangeMap.Entry<Lease> range : held) {
      if (range.first() > next) {
        stale.add(next, range.first() - 1);
      }
      next = range.last() + 1;
    }
    if (next <= verdict.last()) {
      stale.add(next, verdict.last());
    }
  }

  private long delayMillis(Verdict verdict, Lease lease) {
    return verdict.delayMillis() == Verdict.TOPIC_BACK_OFF
        ? backOffMillis(group.partition().state().spec(), lease.triesWithThis())
        : verdict.delayMillis();
  }

  /** Doubles with each try, up to the topic's longest. */
  static long backOffMillis(TopicSpec spec, int tries) {
    int doublings = Math.min(tries - 1, 30);
    return Math.min((long) spec.retryDelayMillis() << doublings, spec.retryDelayMaxMillis());
  }

  /**
   * A lease ended without a verdict. What was not started reached nobody; of what was claimed
   * nobody knows; and what was started is a try.
   */
  void expire(RangeMap.Entry<Lease> ended) {
    Lease lease = ended.value();
    switch (lease.stage()) {
      case UNSTARTED -> dispatcher.giveBack(ended.first(), ended.last());
      case CLAIMED -> retry(ended.first(), ended.last(), lease, lease.tries(), 0);
      case STARTED -> giveUpOrRetry(ended, 0, LetterReason.LEASE_ENDED);
    }
  }

  private void giveUpOrRetry(RangeMap.Entry<Lease> held, long delayMillis, String why) {
    TopicSpec spec = group.partition().state().spec();
    int tries = held.value().triesWithThis();
    if (tries >= spec.maxAttempts() && DeadLetters.isPossibleFor(spec.name())) {
      giveUp(held, LetterReason.notSettled(tries, why));
    } else {
      retry(held.first(), held.last(), held.value(), tries, delayMillis);
    }
  }

  private void retry(long first, long last, Lease lease, int tries, long delayMillis) {
    int attempts = Math.min(lease.attempt(), Verdict.MAX_ATTEMPT - 1);
    int counted = Math.min(tries, Verdict.MAX_ATTEMPT - 1);
    items.add(SettleItem.retry(first, last, attempts, counted, now.stampMillis() + delayMillis));
  }

  private void giveUp(RangeMap.Entry<Lease> held, String reason) {
    if (!DeadLetters.isPossibleFor(group.partition().state().topic())) {
      drop(held.first(), held.last());
      return;
    }
    Lease lease = held.value();
    long next = held.first();
    while (next <= held.last()) {
      DeadLetters.Move move =
          deadLetters.moveRun(
              new OffsetRange(next, held.last()),
              new DeadLetters.Why(lease.attempt(), consumer, reason));
      switch (move.moved()) {
        case MOVED -> settled(next, move.last());
        case GONE -> drop(next, move.last());
        case NOT_NOW ->
            retry(next, move.last(), lease, lease.triesWithThis(), NOT_NOW_RETRY_MILLIS);
      }
      next = move.last() + 1;
    }
  }

  private void settled(long first, long last) {
    dispatcher.settled(first, last);
    active.countSettled(first, last);
  }

  /** Settles messages that nobody can have any more. */
  void drop(long first, long last) {
    items.add(SettleItem.dropped(first, last));
  }

  /**
   * Writes what was decided so far, and lets go of what it settles.
   *
   * @return false when the disk has no room; what was not written is as if it had not been said
   */
  boolean write() {
    List<SettleItem> decided = items;
    items = new ArrayList<>();
    for (int from = 0; from < decided.size(); from += MAX_ITEMS) {
      List<SettleItem> part = decided.subList(from, Math.min(decided.size(), from + MAX_ITEMS));
      if (!sink.hasRoomFor(ROOM_FOR_BOOKKEEPING + (long) BYTES_PER_ITEM * part.size())) {
        return false;
      }
      writePart(part);
    }
    return true;
  }

  private void writePart(List<SettleItem> part) {
    int partition = group.partition().state().id();
    int generation = group.state().cursor().generation();
    JournalRecord settle =
        new JournalRecord.Settle(partition, group.state().id(), generation, consumer, part);
    active.scribe().write(settle, null, now, sink);
    for (SettleItem item : part) {
      switch (item.kind()) {
        case ACKED, DROPPED -> settled(item.first(), item.last());
        case RETRY -> {
          long wait = item.dueMillis() - now.stampMillis();
          dispatcher.retried(item.first(), item.last(), now.waitMillis() + wait);
        }
      }
    }
  }
}
