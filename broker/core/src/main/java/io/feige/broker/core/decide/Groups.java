package io.feige.broker.core.decide;

import io.feige.broker.core.group.Cursor;
import io.feige.broker.core.group.Dispatcher;
import io.feige.broker.core.group.Lease;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.record.JournalRecord;
import io.feige.protocol.command.GroupDeleted;
import io.feige.protocol.command.GroupList;
import io.feige.protocol.command.GroupReset;
import io.feige.protocol.command.ListGroups;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.ResetGroup;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.GroupDescription;
import io.feige.protocol.model.GroupHolder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides on groups: list, reset, delete; and says why one does not move. */
final class Groups {
  /** So long a consumer may have a message before it is worth a word. */
  private static final long MOMENT_NANOS = 5_000_000_000L;

  private static final long MINUTE_NANOS = 60_000_000_000L;

  private final ActiveState active;
  private final Pulling pulling;
  private final Reading reading;
  private final Expiring expiring;

  Groups(ActiveState active, Pulling pulling, Reading reading, Expiring expiring) {
    this.active = active;
    this.pulling = pulling;
    this.reading = reading;
    this.expiring = expiring;
  }

  /** The group, if it is there and a record about it can be written; else it is answered. */
  private @Nullable ActiveGroup findToChange(Ticket ticket, String topic, String name, Sink sink) {
    ActivePartition partition = active.topic(topic);
    if (partition == null) {
      sink.answer(ticket, active.noTopic(topic));
      return null;
    }
    ActiveGroup group = partition.group(name);
    if (group == null) {
      sink.answer(ticket, active.noGroup(topic, name));
      return null;
    }
    if (!sink.hasRoomFor(ActiveState.ROOM_FOR_RECORD)) {
      sink.answer(ticket, active.diskFull("the disk has no room for the record"));
      return null;
    }
    return group;
  }

  /** Moves a group; messages it holds are nobody's any more, and verdicts on them come too late. */
  void reset(Ticket ticket, ResetGroup reset, Now now, Sink sink) {
    ActiveGroup group = findToChange(ticket, reset.topic(), reset.group(), sink);
    if (group == null) {
      return;
    }
    Refusal refused = Reading.refuse(group.partition(), reset.partition(), reset.to());
    if (refused != null) {
      sink.answer(ticket, refused);
      return;
    }
    long end = group.partition().state().endOffset();
    long start = Math.min(reading.resolve(group.partition(), reset.to()), end);
    int generation = active.state().nextGeneration();
    int partition = group.partition().state().id();
    active
        .scribe()
        .write(
            new JournalRecord.GroupReset(partition, group.state().id(), generation, start),
            null,
            now,
            sink);
    group.restart(active);
    expiring.published(group.partition(), now);
    sink.answerWhenCommitted(ticket, new GroupReset(describe(group, now)));
    pulling.serve(group, now, sink);
  }

  void delete(Ticket ticket, String topic, String name, Now now, Sink sink) {
    ActiveGroup group = findToChange(ticket, topic, name, sink);
    if (group == null) {
      return;
    }
    pulling.end(group, active.noGroup(topic, name), sink);
    int partition = group.partition().state().id();
    active
        .scribe()
        .write(new JournalRecord.GroupDeleted(partition, group.state().id()), null, now, sink);
    group.partition().remove(group);
    sink.answerWhenCommitted(ticket, new GroupDeleted());
  }

  void list(Ticket ticket, ListGroups list, Now now, Sink sink) {
    if (!list.topic().isEmpty() && active.topic(list.topic()) == null) {
      sink.answer(ticket, active.noTopic(list.topic()));
      return;
    }
    ActiveGroup one = list.topic().isEmpty() ? null : find(list.topic(), list.group());
    GroupList page = one == null ? page(list, now) : new GroupList(List.of(named(one, now)));
    boolean isMissing = page.groups().isEmpty() && page.nextTopic().isEmpty();
    sink.answer(
        ticket,
        isMissing && !list.group().isEmpty() && list.afterTopic().isEmpty()
            ? Refusal.of(ErrorCode.GROUP_NOT_FOUND, "there is no group '" + list.group() + "' here")
            : page);
  }

  private @Nullable ActiveGroup find(String topic, String group) {
    ActivePartition partition = active.topic(topic);
    return partition == null ? null : partition.group(group);
  }

  private GroupList page(ListGroups list, Now now) {
    Page<GroupDescription> page = new Page<>();
    ActivePartition first = active.topic(list.topic().isEmpty() ? list.afterTopic() : list.topic());
    if (first != null) {
      String after = first.state().topic().equals(list.afterTopic()) ? list.afterGroup() : "";
      String last = fill(page, first, list.group(), after, now);
      if (page.isFull()) {
        return new GroupList(page.entries(), first.state().topic(), last);
      }
    }
    if (list.topic().isEmpty()) {
      for (ActivePartition partition : active.partitionsAfter(list.afterTopic())) {
        String last = fill(page, partition, list.group(), "", now);
        if (page.isFull()) {
          return new GroupList(page.entries(), partition.state().topic(), last);
        }
      }
    }
    return new GroupList(page.entries());
  }

  /**
   * Fills a page with groups of a partition that come after one.
   *
   * @param named only the one of this name; empty: all
   * @return the name of the last one that was looked at
   */
  private String fill(
      Page<GroupDescription> page, ActivePartition partition, String named, String after, Now now) {
    if (!named.isEmpty()) {
      ActiveGroup group = partition.group(named);
      if (group == null || named.compareTo(after) <= 0) {
        page.passOver();
      } else {
        add(page, group, now);
      }
      return named;
    }
    String last = after;
    for (ActiveGroup group : partition.groupsAfter(after)) {
      add(page, group, now);
      last = group.state().name();
      if (page.isFull()) {
        return last;
      }
    }
    page.passOver();
    return last;
  }

  private void add(Page<GroupDescription> page, ActiveGroup group, Now now) {
    GroupDescription described = describe(group, now);
    page.add(
        described,
        described.topic().length()
            + described.group().length()
            + described.blockedBecause().length());
  }

  /** With its consumers, which only who asks for this one group is told. */
  private GroupDescription named(ActiveGroup group, Now now) {
    return describe(group, HolderList.of(group, now), now);
  }

  GroupDescription describe(ActiveGroup group, Now now) {
    return describe(group, List.of(), now);
  }

  private GroupDescription describe(ActiveGroup group, List<GroupHolder> holders, Now now) {
    Cursor cursor = group.state().cursor();
    Dispatcher dispatcher = group.dispatcher();
    ActivePartition partition = group.partition();
    long end = partition.visibleEnd();
    long ackedAbove = cursor.settled().count();
    return new GroupDescription(
        partition.state().topic(),
        group.state().name(),
        cursor.generation(),
        cursor.floor(),
        partition.state().endOffset(),
        (int) dispatcher.leased(),
        (int) Math.min(Integer.MAX_VALUE, ackedAbove),
        (int) cursor.retries().offsetCount(),
        group.parked().size(),
        oldestUnsettledMillis(partition, cursor),
        lag(group),
        blockedBecause(group, end, now),
        holders,
        group.holders().all().size() - holders.size());
  }

  /** Messages that can be seen and are not settled. */
  static long lag(ActiveGroup group) {
    Cursor cursor = group.state().cursor();
    long open = group.partition().visibleEnd() - cursor.floor() - cursor.settled().count();
    return Math.max(0, open);
  }

  private long oldestUnsettledMillis(ActivePartition partition, Cursor cursor) {
    if (cursor.floor() >= partition.visibleEnd()) {
      return 0;
    }
    return active.log().timeOf(partition.state().id(), cursor.floor());
  }

  private static String whyNobodyPulls(ActiveGroup group) {
    long held = group.dispatcher().leased();
    return held == 0
        ? "no consumer is pulling"
        : "no consumer asks for more: "
            + consumers(group)
            + (group.holders().all().size() == 1 ? " holds " : " hold ")
            + held
            + (held == 1 ? " message" : " messages");
  }

  private static String consumers(ActiveGroup group) {
    int consumers = group.holders().all().size();
    return consumers + (consumers == 1 ? " consumer" : " consumers");
  }

  /**
   * Whether somebody got the oldest message a moment ago, or has used up less than half of its
   * lease, a minute at most: then the group moves.
   */
  private static boolean isWorkedOn(ActiveGroup group, Now now) {
    Lease oldest = group.dispatcher().leaseOf(group.state().cursor().floor());
    if (oldest == null) {
      return false;
    }
    long half = (oldest.endNanos() - oldest.sinceNanos()) / 2;
    return now.nanos() - oldest.sinceNanos() < Math.clamp(half, MOMENT_NANOS, MINUTE_NANOS);
  }

  private String blockedBecause(ActiveGroup group, long end, Now now) {
    Dispatcher dispatcher = group.dispatcher();
    Cursor cursor = group.state().cursor();
    if (cursor.floor() >= end) {
      return "";
    }
    if (dispatcher.awaitsSharedRoom(end)) {
      return "all groups here have "
          + active.room().taken()
          + " messages outstanding of the "
          + active.room().most()
          + " that memory allows, this one "
          + dispatcher.outstanding()
          + ": it gets new ones when some are settled";
    }
    if (dispatcher.isFull() && !dispatcher.lacksSharedRoom()) {
      return dispatcher.outstanding()
          + " messages are held or to be retried, and "
          + cursor.settled().rangeCount()
          + " ranges are settled above offset "
          + cursor.floor()
          + ": nothing new is handed out before that one is settled";
    }
    if (group.awaitsFetch()) {
      return "the next message is on no disk any more and is being read back from the message store";
    }
    if (isWorkedOn(group, now)) {
      return "";
    }
    if (dispatcher.mayHaveWork(end, now)) {
      return group.parked().isEmpty() ? whyNobodyPulls(group) : "";
    }
    if (dispatcher.leased() > 0) {
      return "all messages are held by "
          + consumers(group)
          + "; offset "
          + cursor.floor()
          + " is the oldest";
    }
    long retryMillis = dispatcher.nextRetryMillis();
    return retryMillis == Long.MAX_VALUE
        ? ""
        : "the next retry is due in " + Math.max(0, retryMillis - now.waitMillis()) + " ms";
  }
}
