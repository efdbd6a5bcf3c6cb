package io.feige.broker.sim.check;

import io.feige.broker.core.group.Cursor;
import io.feige.broker.core.group.OffsetRanges;
import io.feige.broker.core.group.RangeMap;
import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Handout;
import io.feige.broker.core.state.GroupState;
import io.feige.broker.core.state.PartitionState;
import io.feige.broker.core.state.ReplicaState;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Settle;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.Selection;
import io.feige.protocol.model.Verdict;
import io.feige.protocol.model.VerdictKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;

/** What was handed to consumers, and what they were told about their verdicts. */
public final class Deliveries {
  /** A cursor's life: a group that is moved begins another. */
  private record Generation(int group, int generation) {}

  /** A verdict on one message, as it was when it reached the node. */
  record Asked(long offset, Verdict verdict, Hand hand, int about, long nanos) {}

  private final JournalModel journal;
  private final LongSupplier nanos;
  private final Map<Generation, GroupModel> groups = new HashMap<>();
  private final Set<String> mayVanish = new HashSet<>();
  private int activation;
  private long storedFrom;

  /**
   * @param nanos what time it is
   */
  public Deliveries(JournalModel journal, LongSupplier nanos) {
    this.journal = journal;
    this.nanos = nanos;
  }

  /** The journal begins there now. */
  void storedFrom(long position) {
    storedFrom = position;
  }

  /** The node begins to serve once more. */
  public void activated() {
    activation++;
  }

  /** Somebody asked for the topic's, or the group's, end or move; it may happen from now on. */
  public void mayVanish(String topic, String group) {
    mayVanish.add(topic + "/" + group);
  }

  /** Whether somebody asked for the topic's end. */
  boolean mayVanish(String topic) {
    return mayVanish.contains(topic + "/");
  }

  private GroupModel model(PartitionState partition, GroupState group) {
    return groups.computeIfAbsent(
        new Generation(group.id(), group.cursor().generation()),
        _ -> new GroupModel(partition.topic(), group.name()));
  }

  private GroupModel model(int group, int generation, Settle settle) {
    return groups.computeIfAbsent(
        new Generation(group, generation), _ -> new GroupModel(settle.topic(), settle.group()));
  }

  /** Messages leave the node for a consumer. */
  public void handed(
      GroupState group, Pull pull, Handed.ToConsumer pulled, ReplicaState state, long committed) {
    PartitionState partition = Objects.requireNonNull(state.topic(pull.topic()));
    Violation.unless(
        pulled.generation() == group.cursor().generation(),
        "group %s hands out as generation %d",
        group.name(),
        pulled.generation());
    Set<Long> together = new HashSet<>();
    for (Handout handout : pulled.handouts()) {
      Fact fact = visible(handout, committed);
      for (Selection selection : handout.selections()) {
        for (int i = 0; i < selection.count(); i++) {
          long offset = offsetOf(fact, selection.first() + i);
          check(partition, group, offset);
          checkOrder(partition, group, fact, selection.first() + i, together);
          together.add(offset);
          give(partition, group, pull, offset, selection.attempt());
        }
      }
    }
  }

  /** Messages leave the node for a reader. */
  public void read(int partition, long from, Handed.ToReader read, long committed) {
    long next = from;
    for (Handout handout : read.handouts()) {
      Fact fact = visible(handout, committed);
      Violation.unless(
          fact.partition() == partition && handout.selections().size() == 1,
          "a reader of partition %d gets %s",
          partition,
          fact);
      Selection selection = handout.selections().getFirst();
      long first = offsetOf(fact, selection.first());
      Violation.unless(
          next < 0 || first == next || isGap(partition, next, first),
          "a reader gets offset %d, not %d",
          first,
          next);
      next = first + selection.count();
    }
    Violation.unless(
        read.handouts().isEmpty()
            || read.nextOffset() == next
            || isGap(partition, next, read.nextOffset()),
        "a reader is sent on to %d, not %d",
        read.nextOffset(),
        next);
  }

  /** Whether nothing of a range is there any more: between copies there may be gaps. */
  private boolean isGap(int partition, long from, long to) {
    PartitionModel model = journal.partition(partition);
    for (long offset = from; offset < to; offset++) {
      Fact fact = model.at(offset);
      if (fact != null && model.isStored(fact, storedFrom)) {
        return false;
      }
    }
    return from < to;
  }

  private Fact visible(Handout handout, long committed) {
    Fact fact = journal.at(handout.position());
    if (fact == null) {
      throw new Violation("handed out is a frame at " + handout.position() + ", there is none");
    }
    Violation.unless(fact.end() <= committed, "%s is handed out before its commit", fact);
    Violation.unless(
        fact.length() == handout.frameBytes(), "%s is handed out with another length", fact);
    journal.promise(fact.end());
    return fact;
  }

  private static long offsetOf(Fact fact, int record) {
    int index = record - fact.recordFirst();
    Violation.unless(
        index >= 0 && index < fact.recordCount(), "record %d of %s has no offset", record, fact);
    return fact.baseOffset() + index;
  }

  private void check(PartitionState partition, GroupState group, long offset) {
    GroupModel model = model(partition, group);
    Violation.unless(
        !model.acked().contains(offset),
        "%s/%s: offset %d comes again after its ack was confirmed",
        partition.topic(),
        group.name(),
        offset);
    Violation.unless(
        !group.cursor().isSettled(offset),
        "%s/%s: offset %d is handed out and settled",
        partition.topic(),
        group.name(),
        offset);
  }

  private void give(
      PartitionState partition, GroupState group, Pull pull, long offset, int attempt) {
    RangeMap.Entry<Cursor.Retry> retry = group.cursor().retries().at(offset);
    int tries = retry == null ? 0 : retry.value().tries();
    Hand.Given now = new Hand.Given(activation, attempt, tries, nanos.getAsLong());
    GroupModel model = model(partition, group);
    Hand known = model.given(offset);
    if (known == null) {
      Violation.unless(tries == 0, "offset %d counts %d tries and was never given", offset, tries);
    } else {
      known.check(now, partition.topic() + "/" + group.name() + ": offset " + offset);
    }
    model.give(offset).give(now, pull, partition.spec().leaseMillis());
  }

  private void checkOrder(
      PartitionState partition, GroupState group, Fact fact, int record, Set<Long> together) {
    OrderMode order = partition.spec().order();
    BatchHead head = fact.head();
    long offset = offsetOf(fact, record);
    Cursor cursor = group.cursor();
    if (order == OrderMode.PARTITION) {
      for (long before = offset - 1; before >= cursor.floor(); before--) {
        requireInOrder(partition, group, before, offset, together);
      }
    } else if (order == OrderMode.BY_KEY
        && head.hasColumn(BatchHead.KEY_HASHES)
        && head.keyHash(record) != 0) {
      List<Long> sameKey = journal.partition(partition.id()).ofKey(head.keyHash(record));
      for (Long before : sameKey.reversed()) {
        if (before < cursor.floor()) {
          break;
        }
        if (before < offset) {
          requireInOrder(partition, group, before, offset, together);
        }
      }
    }
  }

  /** What retention has removed holds nothing back. */
  private boolean isGone(PartitionState partition, long offset) {
    Fact fact = journal.partition(partition.id()).at(offset);
    return fact == null || !journal.partition(partition.id()).isStored(fact, storedFrom);
  }

  private void requireInOrder(
      PartitionState partition, GroupState group, long before, long offset, Set<Long> together) {
    Violation.unless(
        together.contains(before) || group.cursor().isSettled(before) || isGone(partition, before),
        "%s/%s (%s, generation %d from %d): offset %d is handed out while offset %d of the same key"
            + " is not settled; floor %d, handed below %d, its retry %s",
        partition.topic(),
        group.name(),
        partition.spec().order(),
        group.cursor().generation(),
        group.cursor().floor(),
        offset,
        before,
        group.cursor().floor(),
        group.cursor().handedUpTo(),
        group.cursor().retries().at(before));
  }

  /** Verdicts reach the node; the deliveries are returned that each may be about. */
  List<Asked> asked(int group, int generation, Settle settle) {
    GroupModel model = model(group, generation, settle);
    List<Asked> asked = new ArrayList<>();
    for (Verdict verdict : settle.verdicts()) {
      long last = Math.min(verdict.last(), model.highestGiven());
      for (long offset = verdict.first(); offset <= last; offset++) {
        Hand hand = verdict.kind() == VerdictKind.ACK ? null : model.given(offset);
        if (hand != null) {
          asked.add(new Asked(offset, verdict, hand, hand.isAsked(verdict), nanos.getAsLong()));
        }
      }
    }
    return asked;
  }

  /** The node says which verdicts came too late; the others it has taken. */
  static void judged(Settle settle, List<Asked> asked, List<OffsetRange> stale) {
    for (Asked each : asked) {
      long offset = each.offset();
      if (stale.stream().anyMatch(range -> range.first() <= offset && offset <= range.last())) {
        each.hand().tookNot(each.about());
      } else {
        String what = settle.topic() + "/" + settle.group() + ": offset " + offset;
        each.hand().took(each.verdict(), settle, each.about(), each.nanos(), what);
      }
    }
  }

  /**
   * The node refused verdicts.
   *
   * @param perhaps whether some of it may be done nevertheless
   */
  static void refused(List<Asked> asked, boolean perhaps) {
    for (Asked each : asked) {
      each.hand().tookNot(each.about());
      if (perhaps) {
        each.hand().mayHaveTaken();
      }
    }
  }

  /** A consumer is told that its verdicts are safe. */
  public void settled(int group, int generation, Settle settle, List<OffsetRange> stale) {
    GroupModel model = model(group, generation, settle);
    for (Verdict verdict : settle.verdicts()) {
      if (verdict.kind() == VerdictKind.ACK) {
        OffsetRanges taken = new OffsetRanges();
        taken.add(verdict.first(), verdict.last());
        stale.forEach(range -> taken.remove(range.first(), range.last()));
        for (int i = 0; i < taken.rangeCount(); i++) {
          model.acked().add(taken.range(i).first(), taken.range(i).last());
        }
      }
    }
  }

  /** What consumers know must be in the state of a node that restarted. */
  public void recovered(ReplicaState state) {
    Map<Integer, GroupState> present = new HashMap<>();
    for (PartitionState partition : state.partitions()) {
      partition.groups().forEach(group -> present.put(group.id(), group));
    }
    groups.forEach((key, model) -> {
      GroupState group = present.get(key.group());
      if (group != null && group.cursor().generation() == key.generation()) {
        recovered(group, model);
      } else if (model.highestGiven() >= 0) {
        requireExplained(model);
      }
    });
  }

  private static void recovered(GroupState group, GroupModel model) {
    Cursor cursor = group.cursor();
    for (int i = 0; i < model.acked().rangeCount(); i++) {
      OffsetRange range = model.acked().range(i);
      long from = Math.max(range.first(), cursor.floor());
      Violation.unless(
          from > range.last() || cursor.settled().missing(from, range.last()).isEmpty(),
          "group %s forgot that the acks of %d to %d were confirmed",
          group.name(),
          range.first(),
          range.last());
    }
    Violation.unless(
        cursor.handedUpTo() > model.highestGiven(),
        "group %s forgot that offset %d was handed out",
        group.name(),
        model.highestGiven());
  }

  private void requireExplained(GroupModel model) {
    Violation.unless(
        mayVanish.contains(model.topic() + "/" + model.group())
            || mayVanish.contains(model.topic() + "/"),
        "group %s of %s, or its generation, is gone and nobody asked for that",
        model.group(),
        model.topic());
  }

  /** Every message that a cursor has passed was in somebody's hands, or could not be. */
  public void drained(PartitionState partition, GroupState group, LongPredicate isExcused) {
    GroupModel model = model(partition, group);
    Violation.unless(
        group.cursor().floor() == partition.endOffset(),
        "%s/%s: settled up to %d only, the partition ends at %d",
        partition.topic(),
        group.name(),
        group.cursor().floor(),
        partition.endOffset());
    long start = journal.startOf(group.id(), group.cursor().generation());
    for (long offset = start; offset < partition.endOffset(); offset++) {
      Violation.unless(
          model.given(offset) != null || model.acked().contains(offset) || isExcused.test(offset),
          "%s/%s: offset %d was never handed out",
          partition.topic(),
          group.name(),
          offset);
    }
  }
}
