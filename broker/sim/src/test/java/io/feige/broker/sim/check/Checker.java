package io.feige.broker.sim.check;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.decide.MachineLimits;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.record.RecordDraft;
import io.feige.broker.core.state.GroupState;
import io.feige.broker.core.state.PartitionState;
import io.feige.broker.core.state.ReplicaState;
import io.feige.broker.journal.Journal;
import io.feige.broker.sim.disk.SimDisk;
import io.feige.broker.sim.world.Timeline;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.CancelDelayed;
import io.feige.protocol.command.DelayedCancelled;
import io.feige.protocol.command.DeleteGroup;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.ResetGroup;
import io.feige.protocol.command.Settle;
import io.feige.protocol.command.Settled;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.model.LetterRule;
import io.feige.protocol.model.ReadFrom;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Stands beside the node and sees everything that comes in and goes out. Throws a {@link Violation}
 * as soon as something does not hold.
 */
public final class Checker {
  private static final int SEGMENT_HEADER_BYTES = 64;

  private record GroupBegun(int group, int generation) {}

  /** What a settle is about, as of when it was decided. */
  private record Settling(int group, int generation, Settle settle, List<Deliveries.Asked> asked) {}

  private final JournalModel journal = new JournalModel();
  private final Deliveries deliveries;
  private final StateAudit audit;
  private final LongSupplier nanos;
  private final Map<Ticket, Event> asked = new HashMap<>();
  private final Map<Ticket, Settling> settling = new HashMap<>();
  private long safe;
  private long committed;
  private long judged;

  /** When the present process appended what, which is how old it can be at least. */
  private final Map<Long, Long> appendedNanos = new HashMap<>();

  /** What was gone already when a generation of a group began is not missed by it. */
  private final Map<GroupBegun, Long> goneWhenBegun = new HashMap<>();

  /**
   * @param nanos what time it is
   */
  public Checker(MachineLimits limits, LongSupplier nanos) {
    this.nanos = nanos;
    this.deliveries = new Deliveries(journal, nanos);
    this.audit = new StateAudit(limits);
  }

  public JournalModel journal() {
    return journal;
  }

  public StateAudit audit() {
    return audit;
  }

  /** A request reaches the node. */
  public void asked(Ticket ticket, Event event, ReplicaState state) {
    Event twice = asked.put(ticket, event);
    Violation.unless(twice == null, "%s is asked twice", ticket);
    if (event instanceof Event.Ask ask) {
      asked(ticket, ask.request(), state);
    }
  }

  private void asked(Ticket ticket, Request request, ReplicaState state) {
    if (request instanceof Settle settle) {
      PartitionState partition = state.topic(settle.topic());
      GroupState group = partition == null ? null : partition.group(settle.group());
      if (partition != null && group != null) {
        int generation = group.cursor().generation();
        List<Deliveries.Asked> about = deliveries.asked(group.id(), generation, settle);
        settling.put(ticket, new Settling(group.id(), generation, settle, about));
      }
    } else if (request instanceof DeleteTopic delete) {
      deliveries.mayVanish(delete.topic(), "");
    } else if (request instanceof DeleteGroup delete) {
      deliveries.mayVanish(delete.topic(), delete.group());
    } else if (request instanceof ResetGroup reset) {
      deliveries.mayVanish(reset.topic(), reset.group());
    }
  }

  /** A record was appended. */
  public void appended(RecordDraft draft, long epoch, long timeMillis, long position) {
    journal.appended(draft, epoch, timeMillis, position);
    appendedNanos.put(position, nanos.getAsLong());
    if (draft.kind() == FrameKind.GROUP) {
      ByteBuffer extension = draft.extension().duplicate().position(1);
      goneWhenBegun.put(new GroupBegun(extension.getInt(), extension.getInt()), judged);
    }
  }

  /** What an answer that leaves the node says is true; its topic may be gone since. */
  public void says(Ticket ticket, Answer answer, ReplicaState state) {
    if (answer instanceof Published published
        && asked.get(ticket) instanceof Event.Publish publish) {
      says(publish, published, state);
    }
    if (asked.get(ticket) instanceof Event.Ask(Ticket _, CancelDelayed cancel)) {
      says(cancel, answer, state);
    }
    Settling about = settling.get(ticket);
    if (about != null && answer instanceof Settled settled) {
      Deliveries.judged(about.settle(), about.asked(), settled.stale());
    } else if (about != null && answer instanceof Refusal refusal) {
      Deliveries.refused(about.asked(), refusal.code() == ErrorCode.DISK_FULL);
    }
  }

  /** Who is told that a message does not come, or that it is not there, is told the truth. */
  private void says(CancelDelayed cancel, Answer answer, ReplicaState state) {
    boolean isGone =
        answer instanceof DelayedCancelled
            || (answer instanceof Refusal refusal && refusal.code() == ErrorCode.DELAYED_NOT_FOUND);
    PartitionState partition = state.topic(cancel.topic());
    if (isGone && partition != null) {
      Violation.unless(
          !journal.partition(partition.id()).waits(cancel.id(), cancel.index()),
          "%s is answered with %s, and the message waits",
          cancel,
          answer);
    }
  }

  private void says(Event.Publish publish, Published published, ReplicaState state) {
    PartitionState partition = state.topic(publish.topic());
    if (partition == null) {
      Violation.unless(
          deliveries.mayVanish(publish.topic()),
          "a receipt for topic %s, which is not there",
          publish.topic());
      return;
    }
    BatchHead head = BatchHead.at(publish.batch(), publish.batch().position());
    Fact fact =
        published.duplicate()
            ? journal.partition(partition.id()).of(head.producerId(), head.sequence())
            : journal.at(published.position());
    boolean hasNone = published.offset() == Published.OFFSET_UNKNOWN;
    if (fact == null) {
      // A topic that was made anew goes on with sequences of the old one.
      Violation.unless(
          published.duplicate() && deliveries.mayVanish(publish.topic()),
          "a receipt for a batch that is not stored: %s",
          published);
      return;
    }
    boolean isIt =
        fact.head().producerId() == head.producerId() && fact.head().sequence() == head.sequence();
    boolean hasOffset = fact.isMessages() && published.offset() == fact.baseOffset();
    Violation.unless(
        isIt && (hasOffset || (hasNone && (published.duplicate() || !fact.isMessages()))),
        "the receipt %s is not that of %s",
        published,
        fact);
  }

  /**
   * An answer leaves the node.
   *
   * @param position what it depends on; 0: nothing
   */
  public void answered(Ticket ticket, Answer answer, long position) {
    Event event = requireAsked(ticket);
    Settling about = settling.remove(ticket);
    journal.promise(position);
    if (answer instanceof DelayedCancelled
        && event instanceof Event.Ask(Ticket _, CancelDelayed cancel)) {
      journal.promiseNever(cancel.id(), cancel.index());
    }
    if (answer instanceof Settled settled && about != null) {
      deliveries.settled(about.group(), about.generation(), about.settle(), settled.stale());
    }
  }

  /** Whether somebody still waits for an answer. */
  public boolean awaits(Ticket ticket) {
    return asked.containsKey(ticket);
  }

  private Event requireAsked(Ticket ticket) {
    Event event = asked.remove(ticket);
    if (event == null) {
      throw new Violation("an answer to " + ticket + ", which was not asked or is answered");
    }
    return event;
  }

  /** Messages leave the node. */
  public void handed(Ticket ticket, Handed handed, ReplicaState state, long start) {
    deliveries.storedFrom(Math.max(start, state.startsAt()));
    Event event = requireAsked(ticket);
    if (!(event instanceof Event.Ask(Ticket _, Request request))) {
      throw new Violation("messages for " + event);
    }
    switch (handed) {
      case Handed.ToConsumer pulled -> {
        if (request instanceof Pull pull && !pulled.handouts().isEmpty()) {
          handed(pull, pulled, state);
        }
      }
      case Handed.ToOwner _ -> {
        // Nobody has a mailbox here; owners are clients of pairs.
      }
      case Handed.ToReader read -> {
        PartitionState partition = request instanceof Read r ? state.topic(r.topic()) : null;
        if (request instanceof Read asking && partition != null) {
          deliveries.read(
              partition.id(),
              fromOf(partition.id(), asking, Math.max(start, state.startsAt())),
              read,
              committed);
        }
      }
    }
  }

  /** Where a reader must begin; -1: wherever the messages begin. */
  private long fromOf(int partition, Read read, long start) {
    boolean isOffset = read.from().type() == ReadFrom.Type.OFFSET;
    PartitionModel model = journal.partition(partition);
    Fact fact = isOffset ? model.at(read.from().value()) : null;
    return fact == null || !model.isStored(fact, start) ? -1 : read.from().value();
  }

  private void handed(Pull pull, Handed.ToConsumer pulled, ReplicaState state) {
    PartitionState partition = state.topic(pull.topic());
    GroupState group = partition == null ? null : partition.group(pull.group());
    if (partition == null || group == null) {
      throw new Violation("messages for " + pull + ", which is of no group");
    }
    long count = 0;
    for (var handout : pulled.handouts()) {
      count += handout.selections().stream().mapToLong(selection -> selection.count()).sum();
    }
    Violation.unless(count <= pull.maxMessages(), "%d messages for %s", count, pull);
    deliveries.handed(group, pull, pulled, state, committed);
  }

  /** The node was told that the journal is safe up to there. */
  public void committed(long position) {
    Violation.unless(position >= committed, "commit goes back to %d", position);
    committed = position;
  }

  /** A client went away; what it asked needs no answer. */
  public void closed(long session) {
    asked.keySet().removeIf(ticket -> ticket.session() == session);
    settling.keySet().removeIf(ticket -> ticket.session() == session);
  }

  /**
   * The node's process is gone.
   *
   * @param survives up to where its journal must be found
   */
  public void died(long survives) {
    safe = survives;
    asked.clear();
    appendedNanos.clear();
    settling.clear();
  }

  /** The power went after the process: only what was durable must be found. */
  public void lostPower(long durable) {
    safe = Math.min(safe, durable);
  }

  /** A node restarted and replayed; it does not serve yet. */
  public void recovered(Journal opened, PartitionMachine machine, SimDisk disk) {
    journal.recovered(opened, safe);
    audit.forgetAbove(opened.end());
    audit.check(opened, machine.snapshot());
    deliveries.recovered(machine.state());
    long start = Math.max(opened.start(), machine.state().startsAt());
    judged = 0;
    removed(start, machine.state());
    requireCleanTail(opened, disk);
    safe = opened.end();
    committed = opened.end();
    deliveries.activated();
  }

  /**
   * What follows the journal's end is zero. On the disk it may be something else, if an fsync
   * failed before; recovery has to know that for old.
   */
  private static void requireCleanTail(Journal opened, SimDisk disk) {
    List<String> segments =
        disk.names().stream().filter(name -> name.endsWith(".seg")).sorted().toList();
    String last = segments.getLast();
    long first = Long.parseLong(last.substring(0, last.indexOf('.')));
    MemorySegment contents = disk.contents(last);
    long from = SEGMENT_HEADER_BYTES + opened.end() - first;
    for (long at = from; at < contents.byteSize(); at++) {
      Violation.unless(
          contents.get(ValueLayout.JAVA_BYTE, at) == 0,
          "byte %d of %s, behind the end of the journal, is not zero",
          at,
          last);
    }
  }

  /** What is not found any more is not needed any more, at the moment when it goes. */
  public void removed(long start, ReplicaState state) {
    Violation.unless(
        state.delayed().lowestPosition() >= start,
        "the batch delayed at %d was removed, the journal starts at %d",
        state.delayed().lowestPosition(),
        start);
    for (PartitionState partition : state.partitions()) {
      PartitionModel model = journal.partition(partition.id());
      for (Fact fact : model.messages()) {
        if (fact.position() >= start) {
          break;
        }
        if (model.isStored(fact, judged) && !model.isStored(fact, start)) {
          requireNotNeeded(model, fact, partition);
        }
      }
    }
    judged = Math.max(judged, start);
  }

  private void requireNotNeeded(PartitionModel model, Fact fact, PartitionState partition) {
    boolean hasLimit = partition.spec().retentionMillis() + partition.spec().retentionBytes() > 0;
    long last = fact.baseOffset() + fact.recordCount() - 1;
    boolean isAwaited =
        partition.spec().keepForGroups()
            && partition.groups().stream()
                .filter(group -> !group.name().equals(LetterRule.DEALT_WITH))
                .filter(group -> model.isStored(fact, goneWhenBegun(group)))
                .anyMatch(group -> group.cursor().firstOpenFrom(fact.baseOffset()) <= last);
    Violation.unless(
        hasLimit && !isAwaited,
        "%s was removed; topic %s has %s limit, the lowest group is at %d",
        fact,
        partition.topic(),
        hasLimit ? "a" : "no",
        partition.lowestFloor());
    requireOld(fact, partition);
  }

  /** Ages grow at most at double speed, whatever the wall clock does. */
  private void requireOld(Fact fact, PartitionState partition) {
    Long appended = appendedNanos.get(fact.position());
    long limit = partition.spec().retentionMillis();
    if (appended != null && limit > 0 && partition.spec().retentionBytes() == 0) {
      long age = (nanos.getAsLong() - appended) / Timeline.MILLI;
      Violation.unless(
          2 * age >= limit,
          "%s was removed after %d ms, topic %s keeps it for %d",
          fact,
          age,
          partition.topic(),
          limit);
    }
  }

  private long goneWhenBegun(GroupState group) {
    GroupBegun begun = new GroupBegun(group.id(), group.cursor().generation());
    return goneWhenBegun.getOrDefault(begun, 0L);
  }

  /** Everything has come to rest: nothing may be left undone. */
  public void drained(Journal opened, PartitionMachine machine) {
    journal.compare(opened);
    audit.check(opened, machine.snapshot());
    Violation.unless(
        machine.state().delayed().size() == 0,
        "%d batches still wait for their time",
        machine.state().delayed().size());
    for (PartitionState partition : machine.state().partitions()) {
      Violation.unless(
          journal.partition(partition.id()).waiting().isEmpty(),
          "batches of %s were neither released nor cancelled: %s",
          partition.topic(),
          journal.partition(partition.id()).waiting());
      long start = Math.max(opened.start(), machine.state().startsAt());
      LongPredicate isExcused = offset -> isExcused(partition.id(), offset, start);
      for (GroupState group : partition.groups()) {
        // Nobody pulls for the one that keeps account of letters.
        if (!group.name().equals(LetterRule.DEALT_WITH)) {
          PartitionModel model = journal.partition(partition.id());
          deliveries.drained(
              partition,
              group,
              offset -> isExcused.test(offset) || model.isPassed(group.id(), offset));
        }
      }
    }
  }

  private boolean isExcused(int partition, long offset, long start) {
    PartitionModel model = journal.partition(partition);
    @Nullable Fact fact = model.at(offset);
    if (fact == null || !model.isStored(fact, start)) {
      return true;
    }
    BatchHead head = fact.head();
    int record = fact.recordFirst() + (int) (offset - fact.baseOffset());
    return head.hasColumn(BatchHead.EXPIRIES) && head.expiryMillis(record) != 0;
  }

  /** How many frames were appended and are not lost. */
  public int frames() {
    return journal.size();
  }
}
