package io.feige.broker.core.decide;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.OldFrames;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.record.JournalRecord.Carried;
import io.feige.broker.core.record.JournalRecord.CarriedDelay;
import io.feige.broker.core.record.JournalRecord.StartsAt;
import io.feige.broker.core.record.RecordCodec;
import io.feige.broker.core.state.DelayedTable;
import io.feige.broker.core.state.NeededMessages;
import io.feige.broker.core.state.ReplicaState;
import io.feige.protocol.frame.StoredFrame;
import org.jspecify.annotations.Nullable;

/**
 * Copies what is still needed of the journal's oldest stretch to its end, a little at a time, and
 * then says that the journal starts behind the stretch. The copies are records like others: both
 * members have them, and the one that says so after them, before either removes anything.
 */
final class CarryForward {
  /** What a copy may be longer than what it is a copy of. */
  private static final int ROOM_BESIDES_FRAME = 256;

  private final ActiveState active;
  private @Nullable OldFrames under;
  private long widenings;
  private long copiesEnd;

  CarryForward(ActiveState active) {
    this.active = active;
  }

  /**
   * @param committed position below which everything is confirmed
   */
  void decide(Event.Carry event, long committed, Now now, Sink sink) {
    OldFrames old = event.frames();
    if (!old.equals(under)) {
      under = old;
      // Someone may have looked at it already, while less was needed.
      old.restart();
      widenings = active.state().widenings();
      copiesEnd = 0;
    }
    long until = sink.end() + event.maxBytes();
    boolean isDone =
        carryDelays(old.end(), until, now, sink) && carryMessages(event, until, now, sink);
    // Only when the copies are confirmed may they be handed out in the place of what they are of.
    if (isDone && copiesEnd <= committed && sink.hasRoomFor(ROOM_BESIDES_FRAME)) {
      finish(old, now, sink);
    }
  }

  /** What was passed over because nobody needed it may be needed by now: then all over again. */
  private void finish(OldFrames old, Now now, Sink sink) {
    ReplicaState state = active.state();
    if (widenings != state.widenings()) {
      widenings = state.widenings();
      old.restart();
    } else if (state.startsAt() < old.end()) {
      active.scribe().write(new StartsAt(old.end()), null, now, sink);
    }
  }

  private boolean carryDelays(long end, long until, Now now, Sink sink) {
    DelayedTable.Waiting waiting = active.state().delayed().lowest();
    while (waiting != null && waiting.position() < end) {
      StoredFrame frame = active.log().at(waiting.position());
      if (sink.end() >= until || !sink.hasRoomFor(frame.length() + (long) ROOM_BESIDES_FRAME)) {
        return false;
      }
      JournalRecord copy =
          new CarriedDelay(RecordCodec.delayed(waiting.partition(), frame.batch()), waiting.id());
      write(copy, frame, now, sink);
      waiting = active.state().delayed().lowest();
    }
    return true;
  }

  private boolean carryMessages(Event.Carry event, long until, Now now, Sink sink) {
    OldFrames old = event.frames();
    NeededMessages needed = new NeededMessages(active.state(), event.retentionMillis());
    while (sink.end() < until) {
      StoredFrame frame = old.look(needed);
      if (frame == null) {
        return old.isDone();
      }
      if (!sink.hasRoomFor(frame.length())) {
        return false;
      }
      write(new Carried(RecordCodec.messages(frame)), frame, now, sink);
      old.pass();
    }
    return false;
  }

  /** A copy has the time of what it is a copy of. */
  private void write(JournalRecord copy, StoredFrame of, Now now, Sink sink) {
    Now then = new Now(now.nanos(), now.millis(), of.timeMillis(), now.waitMillis());
    active.scribe().write(copy, Cut.batchBytes(of), then, sink);
    copiesEnd = sink.end();
  }
}
