package io.feige.broker.core.decide;

import io.feige.broker.core.group.Dispatcher;
import io.feige.broker.core.group.Holder;
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
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.StartAt;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides on pulls: answers at once, or parks until something arrives. */
public final class Pulling {
  /**
   * So many groups each topic may have, as long as the node may have more. Beyond that, as many as
   * other topics could still get, as in {@link io.feige.broker.core.group.SharedRoom}: whoever may
   * consume from one topic does not take the groups of all.
   */
  private static final int LEAST_GROUPS_OF_A_TOPIC = 16;

  private static final long NANOS_PER_MILLI = 1_000_000;

  /**
   * How long a pull that does not wait is kept for what messages that are there need first: the
   * record that they may be handed out, or their way from the history.
   */
  private static final int READY_WAIT_MILLIS = 1_000;

  /** Groups that are looked at again when others have settled something, in one turn. */
  private static final int MOST_WOKEN = 16;

  private final ActiveState active;
  private final Settling settling;
  private final Expiring expiring;
  private final HandingOut handingOut;
  private final Alarms<ActiveGroup> alarms;

  /** Groups whose pulls wait for others to settle, the one that waits longest first. */
  private final LinkedHashSet<ActiveGroup> starved = new LinkedHashSet<>();

  private long outstandingBefore;

  Pulling(ActiveState active, Settling settling, Expiring expiring, Alarms<ActiveGroup> alarms) {
    this.active = active;
    this.settling = settling;
    this.expiring = expiring;
    this.handingOut = new HandingOut(active, settling);
    this.alarms = alarms;
  }

  void decide(Ticket ticket, Pull pull, Now now, Sink sink) {
    ActivePartition partition = active.topicToRead(pull.topic(), now, sink);
    if (partition == null) {
      sink.answer(ticket, active.noTopic(pull.topic()));
      return;
    }
    ActiveGroup group = partition.group(pull.group());
    Refusal refusal = group == null ? refuseNewGroup(partition, pull.group(), sink) : null;
    if (partition.workPlace() != null) {
      refusal = ActiveState.noMessages(pull.topic());
    }
    if (active.parked().groupOf(ticket) != null) {
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
      group = create(partition, pull.group(), pull.start(), now, sink);
    }
    Holder holder = group.holders().pulls(pull.holder(), pull.consumer(), ticket.session());
    answerOrPark(group, new ParkedPull(ticket, pull, holder), now, sink);
    group.holders().forgetIfAbsent(holder);
    follow(group, now, sink);
  }

  private void answerOrPark(ActiveGroup group, ParkedPull asked, Now now, Sink sink) {
    serveParked(group, now, sink);
    if (group.parked().isEmpty() && handingOut.answer(group, asked, now, sink)) {
      return;
    }
    if (handingOut.answerFromOthers(group, asked, now, sink)) {
      return;
    }
    int waitMillis = asked.pull().waitMillis();
    if (waitMillis == 0 && getsReady(group)) {
      waitMillis = READY_WAIT_MILLIS;
    }
    if (waitMillis == 0) {
      handingOut.answerEmpty(group, asked, sink);
    } else {
      Refusal refusal = active.parked().refuse(asked.ticket());
      if (refusal == null) {
        active.parked().addPull(asked.ticket(), group);
        group.parked().add(asked.kept(group), now.nanos() + waitMillis * NANOS_PER_MILLI);
        group.holders().waits(asked.holder(), asked.ticket());
      } else {
        sink.answer(asked.ticket(), refusal);
      }
    }
  }

  private static boolean getsReady(ActiveGroup group) {
    return group.awaitsFetch() || group.dispatcher().awaitsWindow(group.partition().visibleEnd());
  }

  /** Why a topic gets no other group; null: it does. */
  @Nullable Refusal refuseNewGroup(ActivePartition partition, String name, Sink sink) {
    String problem = NameRule.problem(name);
    if (problem != null) {
      return Refusal.of(ErrorCode.NAME_INVALID, "group '" + name + "': " + problem);
    }
    int most = active.limits().maxGroups();
    int free = most - active.state().groupCount();
    int own = partition.state().groups().size();
    if (free <= 0) {
      return Refusal.of(
          ErrorCode.TOO_MANY_GROUPS, "this node has " + most + " groups of its topics already");
    }
    if (own >= Math.max(LEAST_GROUPS_OF_A_TOPIC, free)) {
      return Refusal.of(
          ErrorCode.TOO_MANY_GROUPS,
          "topic '%s' has %d of the %d groups that this node may have; the other %d are for others"
              .formatted(partition.state().topic(), own, most, free));
    }
    return sink.hasRoomFor(ActiveState.ROOM_FOR_RECORD)
        ? null
        : active.diskFull("the disk has no room for a new group's record");
  }

  /** Begins a group that is not refused. */
  ActiveGroup create(ActivePartition partition, String name, StartAt begin, Now now, Sink sink) {
    long start = begin == StartAt.LATEST ? partition.state().endOffset() : earliest(partition);
    int id = active.state().nextGroup();
    int generation = active.state().nextGeneration();
    GroupCreated created = new GroupCreated(partition.state().id(), id, generation, start, name);
    active.scribe().write(created, null, now, sink);
    GroupState state = partition.state().group(name);
    if (state == null) {
      throw new IllegalStateException("group " + name + " was not created");
    }
    ActiveGroup group = new ActiveGroup(partition, state, active);
    partition.add(group);
    if (state.cursor().floor() < partition.state().endOffset()) {
      expiring.published(partition, now);
    }
    return group;
  }

  private long earliest(ActivePartition partition) {
    long first = active.log().firstOffset(partition.state().id());
    return first < 0 ? partition.visibleEnd() : Math.min(first, partition.visibleEnd());
  }

  /** For which group a pull of whoever asks waits; null when it does not. */
  @Nullable ActiveGroup waitingWith(Ticket ticket, int pull) {
    return active.parked().groupOf(new Ticket(ticket.session(), pull, CommandType.PULL));
  }

  void cancel(Ticket ticket, int pull, Now now, Sink sink) {
    Ticket cancelled = new Ticket(ticket.session(), pull, CommandType.PULL);
    ActiveGroup group = active.parked().groupOf(cancelled);
    ParkedPull parked = group == null ? null : group.parked().find(cancelled);
    if (group != null && parked != null) {
      handingOut.answerEmpty(group, parked, sink);
      unpark(group, parked);
      setAlarm(group, now);
    }
    sink.answer(ticket, new PullCancelled());
  }

  private void unpark(ActiveGroup group, ParkedPull parked) {
    group.parked().remove(parked.ticket());
    active.parked().removePull(parked.ticket());
    group.holders().waitsNoMore(parked.holder(), parked.ticket());
  }

  /** Answers waiting pulls as long as there is something for them. */
  void serve(ActiveGroup group, Now now, Sink sink) {
    serveParked(group, now, sink);
    follow(group, now, sink);
  }

  /** Whoever is left is served in the next turn, see {@link #isLeftOver}. */
  private void serveParked(ActiveGroup group, Now now, Sink sink) {
    for (int served = 0; served < Parking.MOST_PER_TURN; served++) {
      ParkedPull first = group.parked().first();
      if (first == null || !handingOut.answer(group, first, now, sink)) {
        return;
      }
      unpark(group, first);
    }
  }

  /** Serves the group in the next turn. */
  void serveSoon(ActiveGroup group, Now now) {
    alarms.setBy(group, now.nanos() + 1);
  }

  /** Those that wait and have nothing get of what others fetched ahead. */
  private void share(ActiveGroup group, Now now, Sink sink) {
    if (HandingOut.sharesNow(group, now)) {
      for (ParkedPull parked : group.parked().all()) {
        if (parked.holder().isIdle() && handingOut.answerFromOthers(group, parked, now, sink)) {
          unpark(group, parked);
        }
      }
    }
  }

  /** Writes ahead how far messages may be handed out, before the group arrives there. */
  private void openWindow(ActiveGroup group, Now now, Sink sink) {
    Dispatcher dispatcher = group.dispatcher();
    if (!dispatcher.handed().isDue(dispatcher.nextFresh())) {
      return;
    }
    if (!sink.hasRoomFor(ActiveState.ROOM_FOR_RECORD)) {
      group.pauseUntil(now.nanos() + HandingOut.NO_ROOM_RETRY_NANOS);
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

  /**
   * The record that lets messages up to {@code upTo} be handed out is committed.
   *
   * @return the group, which can go on; null: it is no more, or was moved since
   */
  @Nullable ActiveGroup windowOpened(Scribe.HandedOpen opened) {
    ActivePartition partition = active.partition(opened.partition());
    ActiveGroup group = partition == null ? null : partition.group(opened.group());
    if (group == null || group.state().cursor().generation() != opened.generation()) {
      return null;
    }
    group.dispatcher().handed().opened(opened.upTo());
    return group;
  }

  /** Messages that the group may need can be found now: it may be served. */
  boolean fetched(ActiveGroup group, Now now) {
    boolean mayBeServed = group.awaitsFetch();
    if (mayBeServed) {
      group.awaitFetch(false);
      group.pauseUntil(now.nanos());
    }
    return mayBeServed;
  }

  /**
   * Settles the expired messages at the front of the backlog of a group that nobody pulls for.
   *
   * @return how many, at most as many as asked
   */
  int dropExpired(ActiveGroup group, int most, Now now, Sink sink) {
    if (!group.parked().isEmpty() || !sink.hasRoomFor(HandingOut.ROOM_FOR_GONE)) {
      return 0;
    }
    long end = group.partition().visibleEnd();
    List<OffsetRange> gone = group.dispatcher().expired(end, most, active.log(), now);
    settling.drop(group, gone, now, sink);
    group.dispatcher().passSettled();
    follow(group, now, sink);
    return gone.stream().mapToInt(range -> (int) (range.last() - range.first() + 1)).sum();
  }

  /** Something of the group may be due: leases, retries, or pulls that waited long enough. */
  void timePassed(ActiveGroup group, Now now, Sink sink) {
    if (!settling.endLeases(group, now, sink)) {
      group.pauseUntil(now.nanos() + HandingOut.NO_ROOM_RETRY_NANOS);
    }
    group.holders().takeLost(now.nanos()).forEach(group.dispatcher()::giveBackUnstarted);
    serveParked(group, now, sink);
    share(group, now, sink);
    for (ParkedPull overdue : group.parked().overdue(now.nanos())) {
      handingOut.answerEmpty(group, overdue, sink);
      unpark(group, overdue);
    }
    follow(group, now, sink);
  }

  /**
   * A connection is gone: nobody waits for its pulls, and who is not heard of on another one soon
   * loses what it has not started.
   */
  void forget(long session, Now now) {
    for (Holder holder : active.holders().take(session)) {
      ActivePartition partition = active.partition(holder.partition());
      ActiveGroup group = partition == null ? null : partition.group(holder.group());
      if (group == null) {
        throw new IllegalStateException("a consumer of a group that is gone");
      }
      for (Ticket ticket : holder.pullsOf(session)) {
        ParkedPull parked = group.parked().find(ticket);
        if (parked != null) {
          unpark(group, parked);
        }
      }
      group.holders().closed(holder, session, now.nanos());
      setAlarm(group, now);
    }
  }

  /** A group is no more: its waiting pulls end, and what consumers have is nobody's. */
  void end(ActiveGroup group, Refusal refusal, Sink sink) {
    for (ParkedPull parked : group.parked().all()) {
      unpark(group, parked);
      sink.answer(parked.ticket(), refusal);
    }
    group.dispatcher().end();
    forget(group);
  }

  private void forget(ActiveGroup group) {
    alarms.set(group, Long.MAX_VALUE);
    starved.remove(group);
  }

  /** Tells those who wait that there is nothing, so that they ask again. */
  void letGo(ActiveGroup group, WatchedSink sink) {
    for (ParkedPull parked : group.parked().all()) {
      unpark(group, parked);
      if (!sink.isAnswered(parked.ticket())) {
        handingOut.answerEmpty(group, parked, sink);
      }
    }
    group.holders().abandon();
    forget(group);
  }

  /** Wakes groups whose pulls wait for room, if something was settled since it was asked last. */
  void shareRoom(Now now) {
    long outstanding = active.room().taken();
    boolean isFreed = outstanding < outstandingBefore;
    for (int woken = 0; isFreed && !starved.isEmpty() && woken < MOST_WOKEN; woken++) {
      alarms.set(starved.removeFirst(), now.nanos() + 1);
    }
    outstandingBefore = outstanding;
  }

  private void follow(ActiveGroup group, Now now, Sink sink) {
    openWindow(group, now, sink);
    setAlarm(group, now);
  }

  /**
   * A group has to be looked at again when a lease, a wait or a consumer's absence ends, and, while
   * somebody waits, when a retry is due or work was left for another turn. Never before time has
   * passed, so that a turn ends.
   */
  private void setAlarm(ActiveGroup group, Now now) {
    Dispatcher dispatcher = group.dispatcher();
    boolean isStarved =
        !group.parked().isEmpty() && dispatcher.awaitsSharedRoom(group.partition().visibleEnd());
    if (isStarved) {
      starved.add(group);
    } else {
      starved.remove(group);
    }
    long next = Math.min(dispatcher.nextLeaseEndNanos(), group.parked().nextNanos());
    next = Math.min(next, group.holders().nextGraceEndNanos());
    if (HandingOut.mayShare(group)) {
      next = Math.min(next, group.shareNotBeforeNanos());
    }
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
