package io.feige.broker.core.decide;

import io.feige.broker.core.group.SharedRoom;
import io.feige.broker.core.port.BatchLog;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.GroupLags;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.state.DelayedTable;
import io.feige.broker.core.state.GroupState;
import io.feige.broker.core.state.PartitionState;
import io.feige.broker.core.state.ReplicaState;
import io.feige.protocol.command.AckMail;
import io.feige.protocol.command.AlterTopic;
import io.feige.protocol.command.AskWork;
import io.feige.protocol.command.CancelDelayed;
import io.feige.protocol.command.CancelPull;
import io.feige.protocol.command.CancelWork;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.DeleteGroup;
import io.feige.protocol.command.DeleteMailbox;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.FinishWork;
import io.feige.protocol.command.ListDelayed;
import io.feige.protocol.command.ListGroups;
import io.feige.protocol.command.ListLetters;
import io.feige.protocol.command.ListMailboxes;
import io.feige.protocol.command.ListSubscribers;
import io.feige.protocol.command.ListTopics;
import io.feige.protocol.command.OfEpoch;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.ReadMailbox;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.ResetGroup;
import io.feige.protocol.command.Settle;
import io.feige.protocol.command.SettleLetters;
import io.feige.protocol.command.SubscribeMail;
import io.feige.protocol.command.TakeWork;
import io.feige.protocol.command.TraceMessage;
import io.feige.protocol.model.LetterRule;
import io.feige.protocol.model.WorkFigures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A replica while it serves: hands each event to the decider of its kind. Owned by one thread. */
public final class Deciders {
  /** How much one turn does, see {@link WatchedSink#units}; the next turn does the rest. */
  private static final long UNITS_PER_TURN = 1_000;

  /** What looking at a group or a topic counts, besides what it gives rise to. */
  private static final long UNITS_OF_A_PIECE = 50;

  private final ActiveState active;
  private final Alarms<ActiveGroup> groupAlarms = new Alarms<>();
  private final Alarms<ActivePartition> readAlarms = new Alarms<>();
  private final Alarms<ActivePartition> mailAlarms = new Alarms<>();
  private final Alarms<ActivePartition> workAlarms = new Alarms<>();
  private final Publishing publishing;
  private final Settling settling;
  private final Pulling pulling;
  private final Expiring expiring;
  private final Reading reading;
  private final Mailing mailing;
  private final Working working;
  private final Spreading spreading;
  private final Subscribing subscribing;
  private final Topics topics;
  private final Groups groups;
  private final Tracing tracing;
  private final Delays delays;
  private final DelayedMessages delayedMessages;
  private final Letters letters;
  private final FaultBarrier barrier;
  private final ActiveClock clock;
  private final CarryForward carryForward;
  private long committed;

  private Deciders(
      ReplicaState state, MachineLimits limits, BatchLog log, ActiveClock clock, long committed) {
    this.active = new ActiveState(state, limits, log, new Scribe(state), committed);
    this.clock = clock;
    this.committed = committed;
    spreading = new Spreading(active);
    settling = new Settling(active);
    expiring = new Expiring(active);
    pulling = new Pulling(active, settling, expiring, groupAlarms);
    publishing = new Publishing(active, spreading, expiring);
    reading = new Reading(active, readAlarms);
    mailing = new Mailing(active, mailAlarms);
    working = new Working(active, workAlarms);
    subscribing = new Subscribing(active, spreading);
    topics = new Topics(active, pulling, reading, mailing, working);
    groups = new Groups(active, pulling, reading, expiring);
    tracing = new Tracing(active);
    delays = new Delays(active, expiring);
    delayedMessages = new DelayedMessages(active);
    letters = new Letters(active, pulling, expiring);
    barrier = new FaultBarrier(active, pulling, reading, mailing, working);
    carryForward = new CarryForward(active);
  }

  /** Everything in the journal is committed when a replica begins to serve. */
  public static Deciders begin(
      Event.Activated activated,
      ReplicaState state,
      MachineLimits limits,
      BatchLog log,
      Now now,
      Sink sink) {
    if (activated.epoch() <= state.epoch()) {
      throw new IllegalStateException(
          "activation as epoch " + activated.epoch() + " after epoch " + state.epoch());
    }
    ActiveClock clock = new ActiveClock(state.lastStampMillis(), now);
    Deciders replica = new Deciders(state, limits, log, clock, sink.end());
    JournalRecord.Epoch epoch =
        new JournalRecord.Epoch(activated.epoch(), activated.nodeId(), activated.bootId());
    Now told = clock.tell(now);
    replica.active.scribe().write(epoch, null, told, sink);
    replica.expiring.begin(told);
    replica.working.begin();
    return replica;
  }

  /**
   * Decides.
   *
   * @throws RuntimeException after which the replica cannot go on; what one request meets before
   *     anything was appended does not come out here, see {@link FaultBarrier}
   */
  public void decide(Event event, Now measured, Sink to) {
    Now now = clock.tell(measured);
    WatchedSink sink = new WatchedSink(to);
    switch (event) {
      case Event.Publish publish ->
          barrier.tried(publish.ticket(), null, sink, () -> publishing.decide(publish, now, sink));
      case Event.Ask(Ticket ticket, Request request) ->
          barrier.tried(
              ticket, touchedBy(ticket, request), sink, () -> ask(ticket, request, now, sink));
      case Event.Committed commit -> commit(commit.position(), now, sink);
      case Event.SessionClosed closed -> {
        pulling.forget(closed.session(), now);
        reading.forget(closed.session());
        mailing.forget(closed.session());
        working.forget(closed.session(), now, sink);
      }
      case Event.TimePassed _ -> timePassed(now, sink);
      case Event.Fetched fetched -> fetched(fetched.partition(), now, sink);
      case Event.Carry carry -> carryForward.decide(carry, committed, now, sink);
      case Event.DiskRoom room -> active.roomIs(room.hasRoom(), room.reason());
      case Event.Activated _ -> throw new IllegalStateException("an active replica is activated");
    }
    pulling.shareRoom(now);
  }

  private @Nullable ActivePartition touchedBy(Ticket ticket, Request request) {
    if (request instanceof CancelPull cancel) {
      ActiveGroup group = pulling.waitingWith(ticket, cancel.pull());
      return group == null ? null : group.partition();
    }
    String topic =
        switch (request) {
          case Pull pull -> pull.topic();
          case Settle settle -> settle.topic();
          case Read read -> read.topic();
          case ReadMailbox read -> read.topic();
          case AckMail ack -> ack.topic();
          case DeleteMailbox delete -> delete.topic();
          case SubscribeMail subscribe -> subscribe.topic();
          case AlterTopic alter -> alter.spec().name();
          case DeleteTopic delete -> delete.topic();
          case ResetGroup reset -> reset.topic();
          case DeleteGroup delete -> delete.topic();
          case SettleLetters settle -> LetterRule.lettersOf(settle.topic());
          case AskWork ask -> ask.topic();
          case TakeWork take -> take.topic();
          case FinishWork finish -> finish.topic();
          case CancelWork cancel -> cancel.topic();
          default -> "";
        };
    return active.topic(topic);
  }

  private void ask(Ticket ticket, Request request, Now now, Sink sink) {
    Refusal refusal = active.refuseEpoch(request instanceof OfEpoch of ? of.epoch() : 0);
    if (refusal != null) {
      sink.answer(ticket, refusal);
    } else if (request instanceof Pull pull) {
      pulling.decide(ticket, pull, now, sink);
    } else if (request instanceof Settle settle) {
      settle(ticket, settle, now, sink);
    } else if (request instanceof CancelPull cancel) {
      pulling.cancel(ticket, cancel.pull(), now, sink);
    } else if (request instanceof Read read) {
      reading.decide(ticket, read, now, sink);
    } else if (request instanceof ReadMailbox read) {
      mailing.read(ticket, read, now, sink);
    } else if (request instanceof AckMail ack) {
      mailing.ack(ticket, ack, now, sink);
    } else if (request instanceof SubscribeMail subscribe) {
      subscribing.subscribe(ticket, subscribe, now, sink);
    } else if (request instanceof ListSubscribers list) {
      subscribing.list(ticket, list, sink);
    } else if (request instanceof ListMailboxes list) {
      mailing.list(ticket, list, sink);
    } else if (request instanceof DeleteMailbox delete) {
      mailing.delete(ticket, delete, now, sink);
    } else if (request instanceof CreateTopic create) {
      topics.create(ticket, create, now, sink);
    } else if (request instanceof AlterTopic alter) {
      topics.alter(ticket, alter, now, sink);
    } else if (request instanceof DeleteTopic delete) {
      topics.delete(ticket, delete.topic(), now, sink);
    } else if (request instanceof ListTopics list) {
      topics.list(ticket, list, now, sink);
    } else if (request instanceof ListGroups list) {
      groups.list(ticket, list, now, sink);
    } else if (request instanceof ResetGroup reset) {
      groups.reset(ticket, reset, now, sink);
    } else if (request instanceof DeleteGroup delete) {
      groups.delete(ticket, delete.topic(), delete.group(), now, sink);
    } else if (request instanceof TraceMessage trace) {
      tracing.trace(ticket, trace, now, sink);
    } else if (request instanceof ListDelayed list) {
      delayedMessages.list(ticket, list, committed, sink);
    } else if (request instanceof CancelDelayed cancel) {
      delayedMessages.cancel(ticket, cancel, now, sink);
    } else if (request instanceof ListLetters list) {
      letters.list(ticket, list, sink);
    } else if (request instanceof SettleLetters settle) {
      letters.settle(ticket, settle, now, sink);
    } else if (request instanceof AskWork ask) {
      working.ask(ticket, ask, now, sink);
    } else if (request instanceof TakeWork take) {
      working.take(ticket, take, now, sink);
    } else if (request instanceof FinishWork finish) {
      working.finish(ticket, finish, now, sink);
    } else if (request instanceof CancelWork cancel) {
      working.cancel(ticket, cancel, now, sink);
    } else {
      throw new IllegalArgumentException("not for a replica: " + request.type());
    }
  }

  private void settle(Ticket ticket, Settle settle, Now now, Sink sink) {
    goOn(new Settling.Unfinished(ticket, settle), now, sink);
  }

  private void goOn(Settling.Unfinished verdicts, Now now, Sink sink) {
    ActiveGroup group = settling.decide(verdicts, now, sink);
    if (group != null) {
      pulling.serve(group, now, sink);
    }
  }

  private void commit(long position, Now now, WatchedSink sink) {
    if (position < committed) {
      throw new IllegalStateException("commit goes back from " + committed + " to " + position);
    }
    committed = position;
    Set<ActivePartition> shown = new LinkedHashSet<>();
    List<ActiveGroup> opened = new ArrayList<>(0);
    Map<ActivePartition, Set<String>> mail = new LinkedHashMap<>(0);
    for (Scribe.Effect effect : active.scribe().takeCommitted(position)) {
      switch (effect) {
        case Scribe.Visible visible -> {
          ActivePartition partition = active.partition(visible.partition());
          if (partition != null) {
            partition.showUpTo(visible.endOffset());
            shown.add(partition);
          }
        }
        case Scribe.MailCame came -> {
          ActivePartition partition = active.partition(came.partition());
          if (partition != null) {
            partition.mailroom().shown(came.owners());
            Set<String> owners = mail.computeIfAbsent(partition, _ -> new LinkedHashSet<>());
            came.owners().stream()
                .filter(owner -> partition.mailroom().awaitedBy(owner) > 0)
                .forEach(owners::add);
          }
        }
        case Scribe.HandedOpen window -> {
          ActiveGroup group = pulling.windowOpened(window);
          if (group != null) {
            opened.add(group);
          }
        }
      }
    }
    // Only now, so that no fault of one of them keeps another from what it may have.
    opened.forEach(group -> serve(group, now, sink));
    mail.forEach((partition, recipients) -> serveMail(partition, recipients, now, sink));
    for (ActivePartition partition : shown) {
      for (ActiveGroup group : partition.groups()) {
        if (!group.parked().isEmpty()) {
          serve(group, now, sink);
        }
      }
      serveReads(partition, now, sink);
    }
    // Behind them, because what comes next makes room in mailboxes for itself.
    spreading.committed(position);
    spreading.goOn(now, sink);
  }

  private void serve(ActiveGroup group, Now now, WatchedSink sink) {
    ActivePartition partition = group.partition();
    if (!active.has(partition)) {
      return;
    }
    if (sink.units() < UNITS_PER_TURN) {
      barrier.tried(null, partition, sink, () -> pulling.serve(group, now, sink));
    } else {
      pulling.serveSoon(group, now);
    }
  }

  private void serveMail(
      ActivePartition partition, Set<String> recipients, Now now, WatchedSink sink) {
    if (!active.has(partition)) {
      return;
    }
    if (sink.units() < UNITS_PER_TURN) {
      barrier.tried(null, partition, sink, () -> mailing.serve(partition, recipients, now, sink));
    } else {
      mailing.serveSoon(partition, recipients, now);
    }
  }

  private void serveReads(ActivePartition partition, Now now, WatchedSink sink) {
    if (!active.has(partition)) {
      return;
    }
    if (sink.units() < UNITS_PER_TURN) {
      barrier.tried(null, partition, sink, () -> reading.serve(partition, now, sink));
    } else {
      reading.serveSoon(partition, now);
    }
  }

  private void fetched(int id, Now now, WatchedSink sink) {
    ActivePartition partition = active.partition(id);
    if (partition != null) {
      for (ActiveGroup group : partition.groups()) {
        if (pulling.fetched(group, now)) {
          serve(group, now, sink);
        }
      }
      if (active.has(partition)) {
        barrier.tried(null, partition, sink, () -> reading.fetched(partition, now, sink));
      }
      if (active.has(partition)) {
        barrier.tried(null, partition, sink, () -> mailing.fetched(partition, now, sink));
      }
    }
  }

  private void timePassed(Now now, WatchedSink sink) {
    Settling.Unfinished verdicts = settling.takeUnfinished();
    if (verdicts != null) {
      ActivePartition touched = active.topic(verdicts.settle().topic());
      barrier.tried(verdicts.ticket(), touched, sink, () -> goOn(verdicts, now, sink));
    }
    releaseDelayed(now, sink);
    spreading.goOn(now, sink);
    barrier.tried(null, null, sink, () -> expiring.goOn(pulling, now, sink));
    eachDue(
        groupAlarms,
        now,
        sink,
        due ->
            barrier.tried(null, due.partition(), sink, () -> pulling.timePassed(due, now, sink)));
    eachDue(
        readAlarms,
        now,
        sink,
        due -> barrier.tried(null, due, sink, () -> reading.timePassed(due, now, sink)));
    eachDue(
        mailAlarms,
        now,
        sink,
        due -> barrier.tried(null, due, sink, () -> mailing.timePassed(due, now, sink)));
    eachDue(
        workAlarms,
        now,
        sink,
        due -> barrier.tried(null, due, sink, () -> working.timePassed(due, now, sink)));
  }

  /** Does what is due, as much as fits one turn; the rest stays due. */
  private static <T> void eachDue(Alarms<T> alarms, Now now, WatchedSink sink, Consumer<T> piece) {
    long most = sink.units() + UNITS_PER_TURN;
    for (int pieces = 0; sink.units() + pieces * UNITS_OF_A_PIECE < most; pieces++) {
      T due = alarms.takeDue(now.nanos());
      if (due == null) {
        return;
      }
      piece.accept(due);
    }
  }

  private void releaseDelayed(Now now, WatchedSink sink) {
    delays.beginTurn();
    for (int left = Delays.PER_TURN; left > 0; left--) {
      DelayedTable.Waiting due = delays.due(committed, now);
      if (due == null) {
        return;
      }
      if (!barrier.tried(null, null, sink, () -> delays.release(due, now, sink))) {
        delays.pause(now);
      }
    }
  }

  public long nextWakeNanos(Now now) {
    if (settling.hasUnfinished()) {
      return now.nanos() + 1;
    }
    return Math.min(
        Math.min(Math.min(groupAlarms.nextNanos(), readAlarms.nextNanos()), workAlarms.nextNanos()),
        Math.min(
            Math.min(
                Math.min(mailAlarms.nextNanos(), expiring.nextNanos()), spreading.nextNanos(now)),
            delays.nextNanos(committed, now)));
  }

  /** Everybody who waits for messages. */
  public List<Ticket> waiting() {
    List<Ticket> waiting = active.parked().all();
    waiting.addAll(settling.waiting());
    return waiting;
  }

  /** Messages that were handed to a group, since this began, as ones that it may have seen. */
  public long redelivered() {
    return active.redelivered();
  }

  /** See {@link ActiveState#settled}. */
  public long settled() {
    return active.settled();
  }

  public int parkedPulls() {
    return active.parkedPulls();
  }

  /** For messages that are handed out and not settled, of all groups. */
  public SharedRoom room() {
    return active.room();
  }

  /** Says how it goes at stages of topics of work, at most so many. */
  public void tellWork(int most, Now now, BiConsumer<String, WorkFigures> to) {
    int left = most;
    for (ActivePartition partition : active.ofWork()) {
      for (WorkFigures figures : WorkPlace.figures(partition, now)) {
        if (left-- == 0) {
          return;
        }
        to.accept(partition.state().topic(), figures);
      }
    }
  }

  /** Says how far the oldest groups are behind, at most so many. */
  public void tellLags(int most, GroupLags to) {
    int left = most;
    for (GroupState group : active.state().groups()) {
      if (left-- == 0) {
        return;
      }
      PartitionState of = active.state().partitionOfGroup(group.id());
      ActivePartition partition = of == null ? null : active.partition(of.id());
      ActiveGroup served = partition == null ? null : partition.group(group.id());
      if (served != null) {
        to.group(
            served.partition().state().topic(),
            group.name(),
            Groups.lag(served),
            served.dispatcher().leased());
      }
    }
  }
}
