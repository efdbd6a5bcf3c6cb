package io.feige.broker.core.decide;

import io.feige.broker.core.group.Lease;
import io.feige.broker.core.group.RangeMap;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Settle;
import io.feige.protocol.command.Settled;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.Verdict;
import io.feige.protocol.model.VerdictKind;
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

  /** Leases that are ended in one turn; the others follow in the next. */
  private static final int EXPIRED_PER_TURN = 4_096;

  /**
   * Deliveries that the verdicts of one request may be compared with. Who says something of each
   * message once stays far below, and no request keeps everybody else waiting for long.
   */
  private static final long MAX_STEPS = 1_000_000;

  /**
   * So long verdicts may gather where no message waits for them. That is a few of the pair's round
   * trips, and what a client that ends without a word has settled in vain.
   */
  private static final int REST_MILLIS = 5;

  private final ActiveState active;

  Settling(ActiveState active) {
    this.active = active;
  }

  /** Decides and answers; returns the group, which may now have work for its waiting pulls. */
  @Nullable ActiveGroup decide(Ticket ticket, Settle settle, Now now, Sink sink) {
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
    int generation = group.state().cursor().generation();
    if (settle.generation() != generation) {
      sink.answer(ticket, wasMoved(generation, settle.generation()));
      return null;
    }
    long steps = steps(settle, group);
    if (steps > MAX_STEPS) {
      sink.answer(ticket, tooMuch(steps));
      return null;
    }
    if (settle.holder() != 0) {
      group.holders().settles(settle.holder(), ticket.session());
    }
    VerdictRecords.By by = new VerdictRecords.By(settle.consumer(), settle.holder());
    int restMillis = partition.state().spec().order() == OrderMode.NONE ? REST_MILLIS : 0;
    judge(ticket, settle, new VerdictRecords(active, group, by, now, sink), restMillis, sink);
    return group;
  }

  /** How much there is to look at, at most. */
  private static long steps(Settle settle, ActiveGroup group) {
    long most =
        1 + group.dispatcher().outstanding() + group.state().cursor().settled().rangeCount();
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

  private void judge(
      Ticket ticket, Settle settle, VerdictRecords judging, int restMillis, Sink sink) {
    boolean isWritten = true;
    for (Verdict verdict : settle.verdicts()) {
      isWritten = isWritten && judging.judge(verdict);
    }
    if (isWritten && judging.write()) {
      // The rest of so long a list would be no news: who has so many late verdicts learns it
      // anyway.
      List<OffsetRange> stale = judging.stale().ranges();
      Settled settled =
          new Settled(stale.subList(0, Math.min(stale.size(), MAX_STALE)), restMillis);
      if (settle.verdicts().stream().allMatch(verdict -> UNRECORDED.contains(verdict.kind()))) {
        sink.answer(ticket, settled);
      } else {
        sink.answerWhenCommitted(ticket, settled);
      }
    } else {
      sink.answer(ticket, active.diskFull("the disk has no room for the record of the verdicts"));
    }
  }

  /** Settles messages that expired or are not stored any more. */
  void drop(ActiveGroup group, List<OffsetRange> gone, Now now, Sink sink) {
    if (!gone.isEmpty()) {
      VerdictRecords judging =
          new VerdictRecords(active, group, VerdictRecords.By.NOBODY, now, sink);
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
    VerdictRecords judging = new VerdictRecords(active, group, VerdictRecords.By.NOBODY, now, sink);
    expired.forEach(judging::expire);
    return judging.write();
  }
}
