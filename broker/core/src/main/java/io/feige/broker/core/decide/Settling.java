package io.feige.broker.core.decide;

import io.feige.broker.core.group.Lease;
import io.feige.broker.core.group.OffsetRanges;
import io.feige.broker.core.group.RangeMap;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Settle;
import io.feige.protocol.command.Settled;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.Verdict;
import io.feige.protocol.model.VerdictKind;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides on verdicts, and on leases that ended without one. */
final class Settling {
  /** A list on the wire holds no more. */
  private static final int MAX_STALE = 65_535;

  /** What leases are about needs no record: nobody has to know of them after a restart. */
  private static final Set<VerdictKind> UNRECORDED =
      EnumSet.of(VerdictKind.EXTEND, VerdictKind.RELEASE, VerdictKind.CLAIM, VerdictKind.START);

  /** Leases that are ended in one turn, and messages that a handler had; the others follow. */
  private static final int EXPIRED_PER_TURN = 1_024;

  /**
   * Deliveries that the verdicts of one request may be compared with. Who says something of each
   * message once stays far below.
   */
  private static final long MAX_STEPS = 1_000_000;

  /**
   * So long verdicts may gather where no message waits for them. That is a few of the pair's round
   * trips, and what a client that ends without a word has settled in vain.
   */
  private static final int REST_MILLIS = 5;

  /**
   * What is looked at in one turn, some milliseconds of it; the rest follows in the next ones, with
   * other requests between.
   */
  private static final int STEPS_PER_TURN = 1_024;

  /** Verdicts of all requests that wait for their next turn; 48 bytes each. */
  private static final int MOST_UNFINISHED = 1 << 17;

  /** What a request takes besides its verdicts, in such. */
  private static final int AROUND_VERDICTS = 16;

  private static final int RETRY_MILLIS = 200;

  /** A request some of whose verdicts are still to be looked at. */
  static final class Unfinished {
    private final Ticket ticket;
    private final Settle settle;
    private final OffsetRanges stale = new OffsetRanges();
    private int next;
    private long nextOffset;
    private boolean isLong;

    Unfinished(Ticket ticket, Settle settle) {
      this.ticket = ticket;
      this.settle = settle;
    }

    Ticket ticket() {
      return ticket;
    }

    Settle settle() {
      return settle;
    }

    private boolean isBegun() {
      return next > 0 || nextOffset > 0;
    }

    private int left() {
      return settle.verdicts().size() - next;
    }

    /** What it takes of {@link #MOST_UNFINISHED}. */
    private int weight() {
      return left() + AROUND_VERDICTS;
    }

    /** The next verdict, or the next piece of it. */
    private Verdict take(ActiveGroup group) {
      Verdict whole = settle.verdicts().get(next);
      long first = Math.max(whole.first(), nextOffset);
      boolean isInPieces =
          isLong && (takesTimeForEach(whole) || group.dispatcher().ranges() > STEPS_PER_TURN);
      long last = isInPieces ? lastOfPiece(first, whole.last(), group) : whole.last();
      if (last == whole.last()) {
        next++;
        nextOffset = 0;
      } else {
        nextOffset = last + 1;
      }
      return whole.within(first, last);
    }

    private static long lastOfPiece(long first, long last, ActiveGroup group) {
      long floor = group.state().cursor().floor();
      long end = group.dispatcher().nextFresh();
      if (first < floor || first >= end) {
        return first < floor ? Math.min(last, floor - 1) : last;
      }
      return Math.min(last, Math.min(end, first + STEPS_PER_TURN) - 1);
    }
  }

  private final ActiveState active;
  private final ArrayDeque<Unfinished> unfinished = new ArrayDeque<>();
  private int unfinishedVerdicts;

  Settling(ActiveState active) {
    this.active = active;
  }

  boolean hasUnfinished() {
    return !unfinished.isEmpty();
  }

  /** The one that waits longest for its next turn. */
  @Nullable Unfinished takeUnfinished() {
    Unfinished first = unfinished.poll();
    unfinishedVerdicts -= first == null ? 0 : first.weight();
    return first;
  }

  /** Whose verdicts are not all looked at. */
  List<Ticket> waiting() {
    return unfinished.stream().map(Unfinished::ticket).toList();
  }

  /**
   * Decides on as many verdicts as one turn has time for, and answers when there are no more;
   * returns the group, which may now have work for its waiting pulls.
   */
  @Nullable ActiveGroup decide(Unfinished request, Now now, Sink sink) {
    Ticket ticket = request.ticket();
    Settle settle = request.settle();
    ActivePartition partition = active.topic(settle.topic());
    if (partition == null) {
      sink.answer(ticket, active.noTopic(settle.topic()));
      return null;
    }
    ActiveGroup group = partition.group(settle.group());
    if (group == null) {
      sink.answer(ticket, active.noGroup(settle.topic(), settle.group()));
      return null;
    }
    Refusal refusal = refuse(request, group);
    if (refusal != null) {
      sink.answer(ticket, refusal);
      return null;
    }
    if (settle.holder() != 0) {
      group.holders().settles(settle.holder(), ticket.session());
    }
    int restMillis = partition.state().spec().order() == OrderMode.NONE ? REST_MILLIS : 0;
    judge(request, group, restMillis, now, sink);
    return group;
  }

  private @Nullable Refusal refuse(Unfinished request, ActiveGroup group) {
    int generation = group.state().cursor().generation();
    if (request.settle().generation() != generation) {
      return wasMoved(generation, request.settle().generation());
    }
    if (request.isBegun()) {
      return null;
    }
    long steps = steps(request.settle(), group);
    if (steps > MAX_STEPS) {
      return tooMuch(steps);
    }
    request.isLong = steps > STEPS_PER_TURN;
    return request.isLong && unfinishedVerdicts + request.weight() > MOST_UNFINISHED
        ? new Refusal(
            ErrorCode.BUSY,
            unfinishedVerdicts + " verdicts of others wait here; nothing was done about yours",
            "",
            RETRY_MILLIS)
        : null;
  }

  /** How much there is to look at, at most. */
  private static long steps(Settle settle, ActiveGroup group) {
    long most = 1 + group.dispatcher().outstanding() + group.dispatcher().ranges();
    long steps = 0;
    for (Verdict verdict : settle.verdicts()) {
      steps += Math.min(verdict.count(), most);
    }
    return steps;
  }

  private static Refusal tooMuch(long steps) {
    return Refusal.of(
        ErrorCode.INVALID_ARGUMENT,
        "the verdicts speak of the same messages again and again: "
            + steps
            + " in all; the most is "
            + MAX_STEPS);
  }

  private static Refusal wasMoved(int generation, int asked) {
    return Refusal.of(
        ErrorCode.STALE_GENERATION,
        "the group was moved: it is in generation "
            + generation
            + ", the verdicts are of "
            + asked);
  }

  private void judge(Unfinished request, ActiveGroup group, int restMillis, Now now, Sink sink) {
    Settle settle = request.settle();
    VerdictRecords.By by = new VerdictRecords.By(settle.consumer(), settle.holder());
    VerdictRecords judging = new VerdictRecords(active, group, by, request.stale, now, sink);
    long most = 1L + group.dispatcher().ranges();
    boolean isWritten = true;
    long steps = 0;
    while (isWritten && request.left() > 0 && (!request.isLong || steps < STEPS_PER_TURN)) {
      Verdict next = request.take(group);
      steps += takesTimeForEach(next) ? next.count() : Math.min(next.count(), most);
      isWritten = judging.judge(next);
    }
    if (!isWritten || !judging.write()) {
      sink.answer(
          request.ticket(), active.diskFull("the disk has no room for the record of the verdicts"));
    } else if (request.left() > 0) {
      unfinished.add(request);
      unfinishedVerdicts += request.weight();
    } else {
      answer(request, restMillis, sink);
    }
  }

  /** Whether each message may have to go to the dead-letter topic. */
  private static boolean takesTimeForEach(Verdict verdict) {
    return verdict.kind() == VerdictKind.REJECT || verdict.kind() == VerdictKind.NACK;
  }

  private static void answer(Unfinished request, int restMillis, Sink sink) {
    // The rest of so long a list would be no news: who has so many late verdicts learns it anyway.
    List<OffsetRange> stale = request.stale.ranges();
    Settled settled = new Settled(stale.subList(0, Math.min(stale.size(), MAX_STALE)), restMillis);
    List<Verdict> verdicts = request.settle().verdicts();
    if (verdicts.stream().allMatch(verdict -> UNRECORDED.contains(verdict.kind()))) {
      sink.answer(request.ticket(), settled);
    } else {
      sink.answerWhenCommitted(request.ticket(), settled);
    }
  }

  /** Settles messages that expired or are not stored any more. */
  void drop(ActiveGroup group, List<OffsetRange> gone, Now now, Sink sink) {
    if (!gone.isEmpty()) {
      VerdictRecords judging = ofNobody(group, now, sink);
      gone.forEach(range -> judging.drop(range.first(), range.last()));
      if (!judging.write()) {
        throw new IllegalStateException("the room that was asked for is gone");
      }
    }
  }

  /**
   * Lets messages come again whose leases ended, or gives them up.
   *
   * @return false when the disk has no room for that now
   */
  boolean endLeases(ActiveGroup group, Now now, Sink sink) {
    List<RangeMap.Entry<Lease>> expired = group.dispatcher().expired(now.nanos(), EXPIRED_PER_TURN);
    VerdictRecords judging = ofNobody(group, now, sink);
    long left = EXPIRED_PER_TURN;
    for (RangeMap.Entry<Lease> each : expired) {
      if (left > 0) {
        boolean wasStarted = each.value().stage() == LeaseStage.STARTED;
        RangeMap.Entry<Lease> piece = wasStarted ? each.first(left) : each;
        judging.expire(piece);
        left -= wasStarted ? piece.count() : 1;
      }
    }
    return judging.write();
  }

  private VerdictRecords ofNobody(ActiveGroup group, Now now, Sink sink) {
    return new VerdictRecords(
        active, group, VerdictRecords.By.NOBODY, new OffsetRanges(), now, sink);
  }
}
