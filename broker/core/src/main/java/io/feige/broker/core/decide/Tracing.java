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
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.MessageInGroup;
import io.feige.protocol.model.MessageStage;

/** Says where the groups of a topic stand with one message. Changes nothing. */
final class Tracing {
  private static final long NANOS_PER_MILLI = 1_000_000;

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
    Page<MessageInGroup> page = new Page<>();
    String last = trace.afterGroup();
    for (ActiveGroup group : partition.groupsAfter(last)) {
      MessageInGroup entry = at(group, trace.offset(), now);
      page.add(entry, entry.group().length() + entry.consumer().length());
      last = entry.group();
      if (page.isFull()) {
        sink.answer(ticket, new MessageTrace(page.entries(), last));
        return;
      }
    }
    sink.answer(ticket, new MessageTrace(page.entries(), ""));
  }

  private static MessageInGroup at(ActiveGroup group, long offset, Now now) {
    String name = group.state().name();
    Cursor cursor = group.state().cursor();
    if (cursor.isSettled(offset)) {
      return new MessageInGroup(name, MessageStage.SETTLED, 0, "", 0, 0, 0);
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
          before);
    }
    RangeMap.Entry<Cursor.Retry> retry = cursor.retries().at(offset);
    int attempts = group.dispatcher().attemptOf(offset) - 1;
    if (retry == null) {
      return new MessageInGroup(name, MessageStage.WAITING, attempts, "", 0, 0, before);
    }
    long left = Math.max(0, retry.value().dueMillis() - now.waitMillis());
    return new MessageInGroup(
        name, MessageStage.RETRY, attempts, "", 0, now.millis() + left, before);
  }
}
