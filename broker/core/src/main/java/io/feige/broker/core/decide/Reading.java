package io.feige.broker.core.decide;

import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Handout;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.Selection;
import java.util.ArrayList;
import java.util.List;

/** Decides on reads: ordered replay without a group. */
final class Reading {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** A list on the wire holds no more. */
  private static final int MAX_FRAMES = 65_535;

  private final Active active;
  private final Alarms<ActivePartition> alarms;

  Reading(Active active, Alarms<ActivePartition> alarms) {
    this.active = active;
    this.alarms = alarms;
  }

  void decide(Ticket ticket, Read read, Now now, Sink sink) {
    ActivePartition partition = active.topic(read.topic());
    if (partition == null) {
      sink.answer(ticket, active.noTopic(read.topic()));
      return;
    }
    ParkedRead asked = new ParkedRead(ticket, read, resolve(partition, read.from()));
    if (asked.from() < partition.visibleEnd() || read.waitMillis() == 0) {
      answer(partition, asked, sink);
    } else if (partition.reads().holds(ticket)) {
      String sentence = "read " + ticket.correlation() + " of this connection still waits";
      sink.answer(ticket, Refusal.of(ErrorCode.INVALID_ARGUMENT, sentence));
    } else if (active.mayPark()) {
      active.countParkedReads(1);
      partition.reads().add(asked, now.nanos() + read.waitMillis() * NANOS_PER_MILLI);
      setAlarm(partition);
    } else {
      sink.answer(ticket, active.tooManyParked());
    }
  }

  /** The offset that a place names now. */
  long resolve(ActivePartition partition, ReadFrom from) {
    int id = partition.state().id();
    long end = partition.visibleEnd();
    long first = active.log().firstOffset(id);
    long earliest = first < 0 ? end : Math.min(first, end);
    return switch (from.type()) {
      case EARLIEST -> earliest;
      case LATEST -> end;
      case OFFSET -> Math.max(from.value(), earliest);
      case TIME_MILLIS -> {
        long offset = active.log().offsetAtTime(id, from.value());
        yield offset < 0 ? end : Math.min(offset, end);
      }
    };
  }

  /** New messages can be seen. */
  void serve(ActivePartition partition, Sink sink) {
    if (partition.reads().isEmpty()) {
      return;
    }
    for (ParkedRead parked : partition.reads().all()) {
      if (parked.from() < partition.visibleEnd()) {
        partition.reads().remove(parked.ticket());
        active.countParkedReads(-1);
        answer(partition, parked, sink);
      }
    }
    setAlarm(partition);
  }

  void endOverdue(ActivePartition partition, Now now, Sink sink) {
    for (ParkedRead overdue : partition.reads().takeOverdue(now.nanos())) {
      active.countParkedReads(-1);
      answer(partition, overdue, sink);
    }
    setAlarm(partition);
  }

  /** Nobody waits for the session's reads any more. */
  void forget(long session) {
    for (ActivePartition partition : active.partitions()) {
      if (!partition.reads().isEmpty()) {
        active.countParkedReads(-partition.reads().removeSession(session));
        setAlarm(partition);
      }
    }
  }

  /** Ends the waiting reads of a partition that is no more. */
  void refuseParked(ActivePartition partition, Refusal refusal, Sink sink) {
    for (ParkedRead parked : partition.reads().all()) {
      partition.reads().remove(parked.ticket());
      active.countParkedReads(-1);
      sink.answer(parked.ticket(), refusal);
    }
    setAlarm(partition);
  }

  private void setAlarm(ActivePartition partition) {
    alarms.set(partition, partition.reads().nextDeadlineNanos());
  }

  private void answer(ActivePartition partition, ParkedRead parked, Sink sink) {
    long end = partition.visibleEnd();
    long limit = Math.min(parked.read().maxBytes(), active.limits().maxPullBytes());
    int frames = sink.canTake(parked.ticket()) ? MAX_FRAMES : 0;
    List<Handout> handouts = new ArrayList<>();
    long bytes = 0;
    long next = parked.from();
    while (next < end && handouts.size() < frames) {
      StoredFrame frame = active.log().find(partition.state().id(), next);
      if (frame == null || frame.baseOffset() >= end) {
        next = end;
        break;
      }
      if (!handouts.isEmpty() && bytes + frame.length() > limit) {
        break;
      }
      handouts.add(rest(frame, next));
      bytes += frame.length();
      next = frame.baseOffset() + frame.recordCount();
    }
    sink.handOut(parked.ticket(), new Handed.ToReader(active.state().epoch(), next, end, handouts));
  }

  private static Handout rest(StoredFrame frame, long from) {
    int skip = (int) (Math.max(from, frame.baseOffset()) - frame.baseOffset());
    Selection rest = new Selection(frame.recordFirst() + skip, frame.recordCount() - skip, 1);
    return new Handout(frame.position(), frame.length(), List.of(rest));
  }
}
