package io.feige.broker.core.decide;

import io.feige.broker.core.group.Cursor;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.record.JournalRecord.SettleItem;
import io.feige.broker.core.state.GroupState;
import io.feige.protocol.command.LettersSettled;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.SettleLetters;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.LetterAction;
import io.feige.protocol.model.OffsetRange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request to deal with dead letters, as far as there is time for it. Used once, within one
 * decision.
 */
final class LetterTurn {
  private static final int BYTES_PER_ITEM = 32;

  private final ActiveState active;
  private final ActiveGroup account;
  private final SettleLetters settle;
  private final Now now;
  private final Sink sink;
  private final int partition;
  private final Replaying replaying;
  private final List<SettleItem> dropped = new ArrayList<>();
  private @Nullable Refusal refused;
  private int done;
  private int passed;
  private int left;
  private String why = "";
  private long next;

  /** Nothing is looked at yet. */
  LetterTurn(
      ActiveState active,
      Expiring expiring,
      ActiveGroup account,
      SettleLetters settle,
      Now now,
      Sink sink) {
    this.active = active;
    this.account = account;
    this.settle = settle;
    this.now = now;
    this.sink = sink;
    this.partition = account.partition().state().id();
    this.replaying = new Replaying(active, expiring, account, settle, now, sink);
  }

  /** Deals with the letters. */
  void run() {
    forgetWhatIsGone();
    refused = refuseGaps();
    if (refused != null) {
      next = settle.letters().getFirst().first();
      return;
    }
    for (OffsetRange range : settle.letters()) {
      long at = range.first();
      while (at <= range.last()) {
        OffsetRange open = openWithin(at, range.last());
        long from = open == null ? range.last() + 1 : open.first();
        passed += (int) (from - at);
        at = open == null ? from : deal(open);
        if (at < 0) {
          next = from;
          writeDropped();
          return;
        }
      }
    }
    writeDropped();
  }

  /** So that the account ends where nothing is held any more. */
  private void forgetWhatIsGone() {
    long floor = account.state().cursor().floor();
    long oldest = active.log().firstOffset(partition);
    long end = oldest < 0 ? account.partition().visibleEnd() : oldest;
    if (floor < end && sink.hasRoomFor(ActiveState.ROOM_FOR_RECORD)) {
      write(List.of(SettleItem.dropped(floor, end - 1)));
    }
  }

  private @Nullable Refusal refuseGaps() {
    int most = active.limits().dispatch().maxSettledRanges();
    if (account.state().cursor().settled().rangeCount() < most) {
      return null;
    }
    String sentence = most + " ranges of letters were dealt with behind letter ";
    return Refusal.of(
        ErrorCode.BUSY,
        sentence
            + account.state().cursor().floor()
            + ", which is open: deal with the oldest first");
  }

  /** Why it ended before the last letter; null: there was no time for more, or it did not. */
  @Nullable Refusal refused() {
    return refused;
  }

  LettersSettled result() {
    return new LettersSettled(done, passed, left, why, next);
  }

  /** The first run of letters that can be seen and are not dealt with; null: there is none. */
  private @Nullable OffsetRange openWithin(long first, long last) {
    Cursor cursor = account.state().cursor();
    long oldest = active.log().firstOffset(partition);
    long end = oldest < 0 ? 0 : account.partition().visibleEnd();
    long from = cursor.firstOpenFrom(Math.max(first, oldest));
    long until = Math.min(Math.min(last + 1, end), cursor.settled().firstPresentFrom(from));
    return from < until ? new OffsetRange(from, until - 1) : null;
  }

  /** Returns the letter to go on with; -1: it does not go on. */
  private long deal(OffsetRange open) {
    if (settle.action() == LetterAction.DROP) {
      dropped.add(SettleItem.dropped(open.first(), open.last()));
      return open.last() + 1;
    }
    Replaying.Step step = replaying.run(open);
    refused = step.refused();
    switch (step.went()) {
      case STORED -> deliveriesEnd(open.first(), step.last());
      case GONE -> passed += (int) (step.last() - open.first() + 1);
      case LEFT -> {
        left += (int) (step.last() - open.first() + 1);
        why = why.isEmpty() ? step.why() : why;
      }
      case NOT_NOW -> {
        return -1;
      }
    }
    return step.last() + 1;
  }

  private void writeDropped() {
    if (dropped.isEmpty()) {
      return;
    }
    if (!sink.hasRoomFor(ActiveState.ROOM_FOR_RECORD + (long) BYTES_PER_ITEM * dropped.size())) {
      refused = active.diskFull("the disk has no room for the record");
      next = dropped.getFirst().first();
      return;
    }
    write(dropped);
    dropped.forEach(item -> deliveriesEnd(item.first(), item.last()));
  }

  private void write(List<SettleItem> items) {
    GroupState group = account.state();
    int generation = group.cursor().generation();
    JournalRecord record = new JournalRecord.Settle(partition, group.id(), generation, "", items);
    active.scribe().write(record, null, now, sink);
    items.forEach(item -> account.dispatcher().settled(item.first(), item.last()));
  }

  /** What a consumer of the account has of the letters is its own no more. */
  private void deliveriesEnd(long first, long last) {
    account.dispatcher().settled(first, last);
    active.countSettled(first, last);
    done += (int) (last - first + 1);
  }
}
