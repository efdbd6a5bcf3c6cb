package io.feige.broker.core.decide;

import io.feige.broker.core.group.Cursor;
import io.feige.broker.core.group.Lease;
import io.feige.broker.core.group.RangeMap;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.MessageTrace;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.TraceMessage;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.frame.LetterOrigin;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.LetterRule;
import io.feige.protocol.model.MessageInGroup;
import io.feige.protocol.model.MessageStage;
import java.util.HashMap;
import java.util.Map;

/** Says where the groups of a topic stand with one message. Changes nothing. */
final class Tracing {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Frames of letters that are looked at, a millisecond of work. */
  private static final int MOST_LETTERS = 1_000;

  private final ActiveState active;

  Tracing(ActiveState active) {
    this.active = active;
  }

  void trace(Ticket ticket, TraceMessage trace, Now now, Sink sink) {
    ActivePartition partition = active.topic(trace.topic());
    if (partition == null) {
      sink.answer(ticket, active.noTopic(trace.topic()));
      return;
    }
    long end = partition.visibleEnd();
    if (trace.offset() >= end) {
      String words = "offset " + trace.offset() + " is not there yet: the next one is " + end;
      sink.answer(ticket, Refusal.of(ErrorCode.OFFSET_OUT_OF_RANGE, words));
      return;
    }
    Map<Integer, MessageInGroup> letters = letters(partition, trace.offset());
    Page<MessageInGroup> page = new Page<>();
    String last = trace.afterGroup();
    for (ActiveGroup group : partition.groupsAfter(last)) {
      MessageInGroup letter = letters.get(group.state().id());
      MessageInGroup entry =
          letter != null && group.state().cursor().isSettled(trace.offset())
              ? letter
              : at(group, trace.offset(), now);
      page.add(entry, entry.group().length() + entry.consumer().length());
      last = entry.group();
      if (page.isFull()) {
        sink.answer(ticket, new MessageTrace(page.entries(), last));
        return;
      }
    }
    sink.answer(ticket, new MessageTrace(page.entries(), ""));
  }

  /** The dead letters that a message has become, by group; as far as they are soon found. */
  private Map<Integer, MessageInGroup> letters(ActivePartition partition, long offset) {
    ActivePartition letters = active.topic(LetterRule.lettersOf(partition.state().topic()));
    if (letters == null) {
      return Map.of();
    }
    int id = letters.state().id();
    long stored = active.log().timeOf(partition.state().id(), offset);
    long next = active.log().offsetAtTime(id, stored);
    Map<Integer, MessageInGroup> found = new HashMap<>();
    for (int i = 0; i < MOST_LETTERS && next >= 0 && next < letters.visibleEnd(); i++) {
      StoredFrame frame = active.log().find(id, next);
      if (frame == null) {
        return found;
      }
      LetterOrigin origin = LetterOrigin.of(frame);
      long index = origin == null ? -1 : offset - origin.offset();
      if (origin != null
          && origin.partition() == partition.state().id()
          && index >= 0
          && index < frame.recordCount()) {
        found.put(origin.group(), letter(origin, frame, frame.baseOffset() + index));
      }
      next = frame.baseOffset() + frame.recordCount();
    }
    return found;
  }

  private static MessageInGroup letter(LetterOrigin origin, StoredFrame frame, long letter) {
    return new MessageInGroup(
        origin.groupName(),
        MessageStage.GIVEN_UP,
        origin.attempts(),
        origin.consumer(),
        frame.timeMillis(),
        0,
        0,
        letter);
  }

  private static MessageInGroup at(ActiveGroup group, long offset, Now now) {
    String name = group.state().name();
    Cursor cursor = group.state().cursor();
    if (cursor.isSettled(offset)) {
      return new MessageInGroup(name, MessageStage.SETTLED, 0, "", 0, 0, 0, 0);
    }
    long before = cursor.openWithin(0, offset - 1);
    Lease lease = group.dispatcher().leaseOf(offset);
    if (lease != null) {
      return new MessageInGroup(
          name,
          lease.stage() == LeaseStage.UNSTARTED ? MessageStage.FETCHED : MessageStage.HANDED_OUT,
          lease.attempt(),
          lease.holder().name(),
          now.millis() - Math.max(0, now.nanos() - lease.sinceNanos()) / NANOS_PER_MILLI,
          now.millis() + Math.max(0, lease.endNanos() - now.nanos()) / NANOS_PER_MILLI,
          before,
          0);
    }
    RangeMap.Entry<Cursor.Retry> retry = cursor.retries().at(offset);
    int attempts = group.dispatcher().attemptOf(offset) - 1;
    if (retry == null) {
      return new MessageInGroup(name, MessageStage.WAITING, attempts, "", 0, 0, before, 0);
    }
    long left = Math.max(0, retry.value().dueMillis() - now.waitMillis());
    return new MessageInGroup(
        name, MessageStage.RETRY, attempts, "", 0, now.millis() + left, before, 0);
  }
}
