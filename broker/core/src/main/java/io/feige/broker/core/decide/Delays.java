package io.feige.broker.core.decide;

import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.record.JournalRecord.Messages;
import io.feige.broker.core.record.JournalRecord.Released;
import io.feige.broker.core.record.RecordCodec;
import io.feige.broker.core.state.DelayedTable;
import io.feige.broker.core.state.PartitionState;
import io.feige.protocol.frame.StoredFrame;

/**
 * Gives offsets to delayed batches that are due: the batch is appended to its partition as it is.
 */
final class Delays {
  private static final int PER_TURN = 1_000;
  private static final int ROOM_BESIDES_BATCH = 256;
  private static final int NO_ROOM_RETRY_MILLIS = 1_000;

  /** Looked at again at least so often; so that no far date overflows a time in nanoseconds. */
  private static final long MAX_WAIT_MILLIS = 86_400_000;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Active active;
  private long notBeforeMillis = Long.MIN_VALUE;

  Delays(Active active) {
    this.active = active;
  }

  /**
   * @param committed position below which frames can be read
   */
  void release(long committed, Now now, Sink sink) {
    for (int left = PER_TURN; left > 0 && now.millis() >= notBeforeMillis; left--) {
      DelayedTable.Waiting waiting = active.state().delayed().first();
      if (waiting == null
          || waiting.dueMillis() > now.millis()
          || waiting.position() >= committed) {
        return;
      }
      if (!releaseOne(waiting, now, sink)) {
        notBeforeMillis = now.millis() + NO_ROOM_RETRY_MILLIS;
        return;
      }
    }
  }

  private boolean releaseOne(DelayedTable.Waiting waiting, Now now, Sink sink) {
    StoredFrame frame = active.log().at(waiting.position());
    PartitionState partition = active.state().partition(waiting.partition());
    if (partition == null) {
      throw new IllegalStateException(
          "a delayed batch waits for partition " + waiting.partition() + ", which is gone");
    }
    // What is left of a full disk is for verdicts.
    if (active.noRoomBecause() != null
        || !sink.hasRoomFor(frame.batchLength() + ROOM_BESIDES_BATCH)) {
      return false;
    }
    Messages messages =
        new Messages(
            partition.id(),
            partition.endOffset(),
            0,
            frame.batch().recordCount(),
            RecordCodec.producer(frame.batch()),
            new Released(waiting.id()));
    active.scribe().write(messages, DeadLetters.batchBytes(frame), now, sink);
    return true;
  }

  /** When the next batch is due; {@code Long.MAX_VALUE} when none waits for time to pass. */
  long nextNanos(long committed, Now now) {
    DelayedTable.Waiting waiting = active.state().delayed().first();
    if (waiting == null || waiting.position() >= committed) {
      return Long.MAX_VALUE;
    }
    long wait = Math.max(waiting.dueMillis(), notBeforeMillis) - now.millis();
    return now.nanos() + Math.clamp(wait, 1, MAX_WAIT_MILLIS) * NANOS_PER_MILLI;
  }
}
