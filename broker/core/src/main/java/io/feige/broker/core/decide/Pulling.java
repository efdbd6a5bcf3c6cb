package io.feige.broker.core.decide;

import io.feige.broker.core.group.Dispatcher;
import io.feige.broker.core.group.PickLimit;
import io.feige.broker.core.group.Picked;
import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Handout;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.record.JournalRecord.GroupCreated;
import io.feige.broker.core.state.GroupState;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.PullCancelled;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.NameRule;
import io.feige.protocol.model.StartAt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides on pulls: answers at once, or parks until something arrives. */
public final class Pulling {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long NO_ROOM_RETRY_NANOS = 1_000_000_000;

  /** For the record of what a pick passes over. */
  private static final int ROOM_FOR_GONE = 65_536;

  /** Picks that find only what nobody can have any more, before other work gets its turn. */
  private static final int MAX_EMPTY_PICKS = 10;

  /**
   * How long a pull that does not wait is kept for what messages that are there need first: the
   * record that they may be handed out, or their way from the history.
   */
  private static final int READY_WAIT_MILLIS = 1_000;

  /** After so long, what has to be fetched is asked for again. */
  private static final long FETCH_RETRY_NANOS = 100_000_000;

  private final Active active;
  private final Settling settling;
  private final Alarms<ActiveGroup> alarms;

  Pulling(Active active, Settling settling, Alarms<ActiveGroup> alarms) {
    this.active = active;
    this.settling = settling;
    this.alarms = alarms;
  }

  void decide(Ticket ticket, Pull pull, Now now, Sink sink) {
    ActivePartition partition = active.topicOrAutoCreate(pull.topic(), now, sink);
    if (partition == null) {
      sink.answer(ticket, active.whyNoTopic(pull.topic()));
      return;
    }
    ActiveGroup group = partition.group(pull.group());
    Refusal refusal = group == null ? refuseNewGroup(pull, sink) : null;
    if (active.parked().containsKey(ticket)) {
      refusal =
          Refusal.of(
              ErrorCode.INVALID_ARGUMENT,
              "pull " + ticket.correlation() + " of this connection still waits");
    }
    if (refusal != null) {
      sink.answer(ticket, refusal);
      return;
    }
    if (group == null) {
      group = create(partition, pull, now, sink);
    }
    answerOrPark(group, new ParkedPull(ticket, pull), now, sink);
    follow(group, now, sink);
  }

  private void answerOrPark(ActiveGroup group, ParkedPull asked, Now now, Sink sink) {
    serveParked(group, now, sink);
    if (group.parked().isEmpty() && handOut(group, asked, now, sink)) {
      return;
    }
    int waitMillis = asked.pull().waitMillis();
    if (waitMillis == 0 && getsReady(group)) {
      waitMillis = READY_WAIT_MILLIS;
    }
    if (waitMillis == 0) {
      answer(group, asked, List.of(), sink);
    } else if (active.mayPark()) {
      active.parked().put(asked.ticket(), group);
      group.parked().add(asked, now.nanos() + waitMillis * NANOS_PER_MILLI);
    } else {
      sink.answer(asked.ticket(), active.tooManyParked());
    }
  }

  private static boolean getsReady(ActiveGroup group) {
    return group.awaitsFetch() || group.dispatcher().awaitsWindow(group.partition().visibleEnd());
  }

  private @Nullable Refusal refuseNewGroup(Pull pull, Sink sink) {
    String problem = NameRule.problem(pull.group());
    if (problem != null) {
      return Refusal.of(ErrorCode.NAME_INVALID, "group '" + pull.group() + "': " + problem);
    }
    if (active.state().groupCount() >= active.limits().maxGroups()) {
      return Refusal.of(
          ErrorCode.TOO_MANY_GROUPS,
          "there are " + active.limits().maxGroups() + " groups already");
    }
    return sink.hasRoomFor(Active.ROOM_FOR_RECORD)
        ? null
        : active.diskFull("the disk has no room for a new group's record");
  }

  private ActiveGroup create(ActivePartition partition, Pull pull, Now now, Sink sink) {
    long start =
        pull.start() == StartAt.LATEST ? partition.state().endOffset() : earliest(partition);
    int id = active.state().nextGroup();
    int generation = active.state().nextGeneration();
    GroupCreated created =
        new GroupCreated(partition.state().id(), id, generation, start, pull.group());
    active.scribe().write(created, null, now, sink);
    GroupState state = partition.state().group(pull.group());
    if (state == null) {
      throw new IllegalStateException("group " + pull.group() + " was not created");
    }
    ActiveGroup group = new ActiveGroup(partition, state, active.limits().dispatch(), active.log());
    partition.add(group);
    return group;
  }

  private long earliest(ActivePartition partition) {
    long first = active.log().firstOffset(partition.state().id());
    return first < 0 ? partition.visibleEnd() : Math.min(first, partition.visibleEnd());
  }

  void cancel(Ticket ticket, int pull, Now now, Sink sink) {
    Ticket cancelled = new Ticket(ticket.session(), pull, CommandType.PULL);
    ActiveGroup group = active.parked().get(cancelled);
    if (group != null) {
      unpark(group, cancelled);
      int generation = group.state().cursor().generation();
      sink.handOut(
          cancelled, new Handed.ToConsumer(active.state().epoch(), generation, 0, List.of()));
      setAlarm(group, now);
    }
    sink.answer(ticket, new PullCancelled());
  }

  private void unpark(ActiveGroup group, Ticket ticket) {
    group.parked().remove(ticket);
    active.parked().remove(ticket);
  }

  /** Answers waiting pulls as long as there is something for them. */
  void serve(ActiveGroup group, Now now, Sink sink) {
    serveParked(group, now, sink);
    follow(group, now, sink);
  }

  private void serveParked(ActiveGroup group, Now now, Sink sink) {
    ParkedPull first = group.parked().first();
    while (first != null && handOut(group, first, now, sink)) {
      unpark(group, first.ticket());
      first = group.parked().first();
    }
  }

  /** Answers a pull if there is something for it, or if whoever asked does not read answers. */
  private boolean handOut(ActiveGroup group, ParkedPull asked, Now now, Sink sink) {
    Dispatcher dispatcher = group.dispatcher();
    long visibleEnd = group.partition().visibleEnd();
    for (int picks = 0; picks < MAX_EMPTY_PICKS; picks++) {
      if (!dispatcher.mayHaveWork(visibleEnd, now)) {
        return false;
      }
      if (!sink.canTake(asked.ticket())) {
        answer(group, asked, List.of(), sink);
        return true;
      }
      if (!sink.hasRoomFor(ROOM_FOR_GONE)) {
        group.pauseUntil(now.nanos() + NO_ROOM_RETRY_NANOS);
        return false;
      }
      Picked picked = dispatcher.pick(limitOf(group, asked.pull()), visibleEnd, active.log(), now);
      settling.drop(group, picked.gone(), now, sink);
      group.awaitFetch(picked.isMissing());
      if (picked.isMissing()) {
        sink.fetch(group.partition().state().id(), picked.missing());
        group.pauseUntil(now.nanos() + FETCH_RETRY_NANOS);
      }
      if (picked.messages() > 0) {
        answer(group, asked, picked.handouts(), sink);
        return true;
      }
      if (picked.gone().isEmpty() || picked.isMissing()) {
        return false;
      }
    }
    return false;
  }

  private PickLimit limitOf(ActiveGroup group, Pull pull) {
    long bytes = Math.min(pull.maxBytes(), active.limits().maxPullBytes());
    return new PickLimit(pull.maxMessages(), bytes, leaseMillis(group, pull) * NANOS_PER_MILLI);
  }

  private static int leaseMillis(ActiveGroup group, Pull pull) {
    int asked = pull.leaseMillis();
    return asked > 0 ? asked : group.partition().state().spec().leaseMillis();
  }

  /** Writes ahead how far messages may be handed out, before the group arrives there. */
  private void openWindow(ActiveGroup group, Now now, Sink sink) {
    Dispatcher dispatcher = group.dispatcher();
    if (!dispatcher.handed().isDue(dispatcher.nextFresh())) {
      return;
    }
    if (!sink.hasRoomFor(Active.ROOM_FOR_RECORD)) {
      group.pauseUntil(now.nanos() + NO_ROOM_RETRY_NANOS);
      return;
    }
    long upTo = dispatcher.handed().request(dispatcher.nextFresh(), now.nanos());
    int partition = group.partition().state().id();
    int generation = group.state().cursor().generation();
    int id = group.state().id();
    JournalRecord handed = new JournalRecord.Handed(partition, id, generation, upTo);
    active.scribe().write(handed, null, now, sink);
    active.scribe().onceCommitted(sink, new Scribe.HandedOpen(partition, id, generation, upTo));
  }

  /** The record that lets messages up to {@code upTo} be handed out is committed. */
  void windowOpened(Scribe.HandedOpen opened, Now now, Sink sink) {
    ActivePartition partition = active.partition(opened.partition());
    ActiveGroup group = partition == null ? null : partition.group(opened.group());
    if (group != null && group.state().cursor().generation() == opened.generation()) {
      group.dispatcher().handed().opened(opened.upTo());
      serve(group, now, sink);
    }
  }

  /** Messages that the group may need can be found now. */
  void fetched(ActiveGroup group, Now now, Sink sink) {
    if (group.awaitsFetch()) {
      group.awaitFetch(false);
      group.pauseUntil(now.nanos());
      serve(group, now, sink);
    }
  }

  /** Something of the group may be due: leases, retries, or pulls that waited long enough. */
  void timePassed(ActiveGroup group, Now now, Sink sink) {
    if (!settling.endLeases(group, now, sink)) {
      group.pauseUntil(now.nanos() + NO_ROOM_RETRY_NANOS);
    }
    serveParked(group, now, sink);
    for (ParkedPull overdue : group.parked().takeOverdue(now.nanos())) {
      active.parked().remove(overdue.ticket());
      answer(group, overdue, List.of(), sink);
    }
    follow(group, now, sink);
  }

  private void answer(ActiveGroup group, ParkedPull asked, List<Handout> handouts, Sink sink) {
    int generation = group.state().cursor().generation();
    int leaseMillis = leaseMillis(group, asked.pull());
    active.countRedelivered(handouts);
    sink.handOut(
        asked.ticket(),
        new Handed.ToConsumer(active.state().epoch(), generation, leaseMillis, handouts));
  }

  /** Nobody waits for the session's pulls any more. */
  void forget(long session, Now now) {
    List<Map.Entry<Ticket, ActiveGroup>> gone = new ArrayList<>(0);
    for (Map.Entry<Ticket, ActiveGroup> parked : active.parked().entrySet()) {
      if (parked.getKey().session() == session) {
        gone.add(Map.entry(parked.getKey(), parked.getValue()));
      }
    }
    for (Map.Entry<Ticket, ActiveGroup> parked : gone) {
      unpark(parked.getValue(), parked.getKey());
      setAlarm(parked.getValue(), now);
    }
  }

  /** Ends the waiting pulls of a group that is no more. */
  void refuseParked(ActiveGroup group, Refusal refusal, Sink sink) {
    for (ParkedPull parked : group.parked().all()) {
      unpark(group, parked.ticket());
      sink.answer(parked.ticket(), refusal);
    }
    alarms.set(group, Long.MAX_VALUE);
  }

  private void follow(ActiveGroup group, Now now, Sink sink) {
    openWindow(group, now, sink);
    setAlarm(group, now);
  }

  /**
   * A group has to be looked at again when a lease or a wait ends, and, while somebody waits, when
   * a retry is due or work was left for another turn. Never before time has passed, so that a turn
   * ends.
   */
  private void setAlarm(ActiveGroup group, Now now) {
    Dispatcher dispatcher = group.dispatcher();
    long next = Math.min(dispatcher.nextLeaseEndNanos(), group.parked().nextDeadlineNanos());
    if (!group.parked().isEmpty()) {
      long retryMillis = dispatcher.nextRetryMillis();
      if (retryMillis != Long.MAX_VALUE) {
        long wait = Math.max(1, retryMillis - now.waitMillis());
        next = Math.min(next, now.nanos() + wait * NANOS_PER_MILLI);
      }
      if (isLeftOver(group, now)) {
        next = now.nanos();
      }
    }
    if (next != Long.MAX_VALUE) {
      next = Math.max(next, Math.max(now.nanos() + 1, group.pausedUntilNanos()));
    }
    alarms.set(group, next);
  }

  /** Whether there is work that could not be done in this turn, though nothing has to come. */
  private static boolean isLeftOver(ActiveGroup group, Now now) {
    Dispatcher dispatcher = group.dispatcher();
    long visibleEnd = group.partition().visibleEnd();
    return dispatcher.mayHaveWork(visibleEnd, now)
        || (dispatcher.awaitsWindow(visibleEnd)
            && dispatcher.handed().isDue(dispatcher.nextFresh()));
  }
}
