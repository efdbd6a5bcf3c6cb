package io.feige.broker.core.decide;

import io.feige.broker.core.group.BySession;
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
import org.jspecify.annotations.Nullable;

/** Decides on reads: ordered replay without a group. */
final class Reading {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** A list on the wire holds no more. */
  private static final int MAX_FRAMES = 65_535;

  /** How long a read waits for messages to be fetched; after that the client asks again. */
  private static final int FETCH_WAIT_MILLIS = 1_000;

  /** A read that waits, as something that belongs to a connection. */
  private record Waiting(ActivePartition partition, Ticket read) {}

  private final BySession<Waiting> waiting = new BySession<>();
  private final ActiveState active;
  private final Alarms<ActivePartition> alarms;

  Reading(ActiveState active, Alarms<ActivePartition> alarms) {
    this.active = active;
    this.alarms = alarms;
  }

  void decide(Ticket ticket, Read read, Now now, Sink sink) {
    ActivePartition partition = active.topicToRead(read.topic(), now, sink);
    if (partition == null) {
      sink.answer(ticket, active.noTopic(read.topic()));
      return;
    }
    Refusal refused =
        partition.workPlace() == null
            ? refuse(partition, read.partition(), read.from())
            : ActiveState.noMessages(read.topic());
    if (refused != null) {
      sink.answer(ticket, refused);
      return;
    }
    ParkedRead asked = new ParkedRead(ticket, read, resolve(partition, read.from()));
    boolean isThere = asked.from() < partition.visibleEnd();
    if (isThere || read.waitMillis() == 0) {
      if (!answerUnlessMissing(partition, asked, sink)) {
        if (park(partition, asked, FETCH_WAIT_MILLIS, now, sink)) {
          partition.reads().fetches(ticket, now.nanos());
        }
      }
    } else {
      park(partition, asked, read.waitMillis(), now, sink);
    }
  }

  /** A position has to be one of this topic, not of one that had its name before. */
  static @Nullable Refusal refuse(ActivePartition partition, int named, ReadFrom place) {
    int id = partition.state().id();
    if (named != 0 && named != id) {
      String topic = partition.state().spec().name();
      String sentence = "topic '" + topic + "' has partition " + id + " now, and no longer ";
      return Refusal.of(ErrorCode.TOPIC_REPLACED, sentence + named);
    }
    return refuseBeyond(partition, place);
  }

  /** An offset is one that a message has, or the next one will get. */
  private static @Nullable Refusal refuseBeyond(ActivePartition partition, ReadFrom place) {
    long end = partition.state().endOffset();
    if (place.type() != ReadFrom.Type.OFFSET || place.value() <= end) {
      return null;
    }
    String topic = partition.state().spec().name();
    String sentence = "topic '" + topic + "' ends at offset " + end + ", before " + place.value();
    return Refusal.of(ErrorCode.OFFSET_OUT_OF_RANGE, sentence);
  }

  /** Keeps it until something comes; false when it is refused. */
  private boolean park(
      ActivePartition partition, ParkedRead asked, int waitMillis, Now now, Sink sink) {
    Ticket ticket = asked.ticket();
    if (partition.reads().holds(ticket)) {
      String sentence = "read " + ticket.correlation() + " of this connection still waits";
      sink.answer(ticket, Refusal.of(ErrorCode.INVALID_ARGUMENT, sentence));
      return false;
    }
    Refusal refusal = active.parked().refuse(ticket);
    if (refusal == null) {
      active.parked().addRead(ticket);
      waiting.add(ticket.session(), new Waiting(partition, ticket));
      partition.reads().add(asked, now.nanos() + waitMillis * NANOS_PER_MILLI);
      setAlarm(partition);
      return true;
    }
    sink.answer(ticket, refusal);
    return false;
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

  /** Messages can be seen that could not be before. */
  void serve(ActivePartition partition, Now now, Sink sink) {
    long end = partition.visibleEnd();
    serve(partition, partition.reads().ready(read -> read.from() < end, now.nanos()), now, sink);
  }

  /** The same in the next turn. */
  void serveSoon(ActivePartition partition, Now now) {
    partition.reads().leave(now.nanos());
    setAlarm(partition);
  }

  /** What had to be fetched is there, perhaps. */
  void fetched(ActivePartition partition, Now now, Sink sink) {
    partition.reads().fetched(now.nanos());
    serve(partition, partition.reads().fetching(now.nanos()), now, sink);
  }

  private void serve(ActivePartition partition, List<ParkedRead> some, Now now, Sink sink) {
    for (ParkedRead parked : some) {
      if (answerUnlessMissing(partition, parked, sink)) {
        partition.reads().remove(parked.ticket());
        waitsNoMore(partition, parked.ticket());
      } else {
        partition.reads().fetches(parked.ticket(), now.nanos());
      }
    }
    setAlarm(partition);
  }

  private void waitsNoMore(ActivePartition partition, Ticket read) {
    active.parked().removeRead(read);
    waiting.remove(read.session(), new Waiting(partition, read));
  }

  /** Some have waited long enough, or were left when others got what they wait for. */
  void timePassed(ActivePartition partition, Now now, Sink sink) {
    if (partition.reads().isLeftOver(now.nanos())) {
      serve(partition, now, sink);
    }
    serve(partition, partition.reads().fetching(now.nanos()), now, sink);
    for (ParkedRead overdue : partition.reads().overdue(now.nanos())) {
      answer(partition, overdue, gather(partition, overdue, sink), sink);
      partition.reads().remove(overdue.ticket());
      waitsNoMore(partition, overdue.ticket());
    }
    setAlarm(partition);
  }

  /** Nobody waits for the session's reads any more. */
  void forget(long session) {
    for (Waiting gone : waiting.take(session)) {
      if (gone.partition().reads().remove(gone.read())) {
        active.parked().removeRead(gone.read());
        setAlarm(gone.partition());
      }
    }
  }

  /** Ends the waiting reads of a partition that is no more. */
  void refuseParked(ActivePartition partition, Refusal refusal, Sink sink) {
    for (ParkedRead parked : partition.reads().all()) {
      partition.reads().remove(parked.ticket());
      waitsNoMore(partition, parked.ticket());
      sink.answer(parked.ticket(), refusal);
    }
    setAlarm(partition);
  }

  /** Tells those who wait that there is nothing, so that they ask again. */
  void letGo(ActivePartition partition, WatchedSink sink) {
    for (ParkedRead parked : partition.reads().all()) {
      partition.reads().remove(parked.ticket());
      if (!sink.isAnswered(parked.ticket())) {
        long end = partition.visibleEnd();
        answer(partition, parked, new Gathered(List.of(), parked.from(), end, false), sink);
      }
    }
    alarms.set(partition, Long.MAX_VALUE);
  }

  private void setAlarm(ActivePartition partition) {
    alarms.set(partition, partition.reads().nextNanos());
  }

  /**
   * What is there for a read.
   *
   * @param next where whoever asked goes on
   * @param isMissing whether what comes first has to be fetched from the history
   */
  private record Gathered(List<Handout> handouts, long next, long end, boolean isMissing) {}

  /** Answers, unless the first message has to be fetched: then it waits. */
  private boolean answerUnlessMissing(ActivePartition partition, ParkedRead asked, Sink sink) {
    Gathered gathered = gather(partition, asked, sink);
    if (!gathered.isMissing()) {
      answer(partition, asked, gathered, sink);
    }
    return !gathered.isMissing();
  }

  private void answer(ActivePartition partition, ParkedRead asked, Gathered gathered, Sink sink) {
    sink.handOut(
        asked.ticket(),
        new Handed.ToReader(
            active.state().epoch(),
            partition.state().id(),
            gathered.next(),
            gathered.end(),
            gathered.handouts()));
  }

  private Gathered gather(ActivePartition partition, ParkedRead asked, Sink sink) {
    int id = partition.state().id();
    long end = partition.visibleEnd();
    long limit = Math.min(asked.read().maxBytes(), active.limits().maxPullBytes());
    int frames = sink.canTake(asked.ticket()) ? MAX_FRAMES : 0;
    List<Handout> handouts = new ArrayList<>();
    long bytes = 0;
    long next = asked.from();
    while (next < end && handouts.size() < frames) {
      StoredFrame frame = active.log().find(id, next);
      if (frame == null || frame.baseOffset() > next) {
        long known = active.log().knownUntil(id, next);
        if (known <= next) {
          sink.fetch(id, next);
          return new Gathered(handouts, next, end, handouts.isEmpty());
        }
        next = Math.min(end, frame == null ? known : Math.min(known, frame.baseOffset()));
        continue;
      }
      if (!handouts.isEmpty() && bytes + frame.length() > limit) {
        break;
      }
      handouts.add(rest(frame, next));
      bytes += frame.length();
      next = frame.baseOffset() + frame.recordCount();
    }
    return new Gathered(handouts, next, end, false);
  }

  private static Handout rest(StoredFrame frame, long from) {
    int skip = (int) (from - frame.baseOffset());
    Selection rest = new Selection(frame.recordFirst() + skip, frame.recordCount() - skip, 1);
    return new Handout(frame.position(), frame.length(), List.of(rest));
  }
}
