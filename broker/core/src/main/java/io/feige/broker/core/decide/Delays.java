package io.feige.broker.core.decide;

import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.record.JournalRecord.DelayedCancelled;
import io.feige.broker.core.record.JournalRecord.Messages;
import io.feige.broker.core.record.JournalRecord.Released;
import io.feige.broker.core.record.RecordCodec;
import io.feige.broker.core.state.DelayedTable;
import io.feige.broker.core.state.PartitionState;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.BatchRest;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Gives offsets to delayed batches that are due by the wall clock, which is what their publishers
 * meant: the batch is appended to its partition as it is, or, if messages of it were cancelled,
 * without those. Either way it is one frame, which ends the wait: no crash leaves half of it.
 */
final class Delays {
  /** Batches that are given offsets in one turn. */
  static final int PER_TURN = 1_000;

  /** After so many bytes of batches that messages were cut out of the turn is over. */
  private static final long CUT_BYTES_PER_TURN = 4L << 20;

  private static final int ROOM_BESIDES_BATCH = 256;
  private static final long RETRY_NANOS = 1_000_000_000;

  /** Looked at again at least so often, so that a step of the wall clock is noticed. */
  private static final long MAX_WAIT_MILLIS = 10_000;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final ActiveState active;
  private final Expiring expiring;
  private boolean isPaused;
  private long pausedUntilNanos;
  private long cutBytes;

  Delays(ActiveState active, Expiring expiring) {
    this.active = active;
    this.expiring = expiring;
  }

  void beginTurn() {
    cutBytes = 0;
  }

  /**
   * The batch that is due first; null when none is due, or the turn is over.
   *
   * @param committed position below which frames can be read
   */
  DelayedTable.@Nullable Waiting due(long committed, Now now) {
    DelayedTable.Waiting waiting = active.state().delayed().first();
    boolean isDue =
        waiting != null
            && !isPaused(now)
            && cutBytes < CUT_BYTES_PER_TURN
            && waiting.dueMillis() <= now.millis()
            && waiting.position() < committed;
    return isDue ? waiting : null;
  }

  /** Nothing can be done about what is due; it is tried again a little later. */
  void pause(Now now) {
    isPaused = true;
    pausedUntilNanos = now.nanos() + RETRY_NANOS;
  }

  private boolean isPaused(Now now) {
    isPaused &= now.nanos() < pausedUntilNanos;
    return isPaused;
  }

  /** Gives a batch its offsets, where there is room for it. */
  void release(DelayedTable.Waiting waiting, Now now, Sink sink) {
    StoredFrame frame = active.log().at(waiting.position());
    PartitionState partition = active.state().partition(waiting.partition());
    if (partition == null) {
      throw new IllegalStateException(
          "a delayed batch waits for partition " + waiting.partition() + ", which is gone");
    }
    // What is left of a full disk is for verdicts.
    if (active.noRoomBecause() != null) {
      pause(now);
    } else if (waiting.cancelled().isEmpty()) {
      write(waiting, partition, Cut.batchBytes(frame), now, sink);
    } else {
      releaseRest(waiting, partition, frame, now, sink);
    }
  }

  private void write(
      DelayedTable.Waiting waiting,
      PartitionState partition,
      ByteBuffer batch,
      Now now,
      Sink sink) {
    // Twice the batch, because of those to whom it goes: their names are in it as well.
    long mail = partition.mailboxes() == null ? 0 : batch.remaining();
    if (!sink.hasRoomFor(batch.remaining() + mail + ROOM_BESIDES_BATCH)) {
      pause(now);
      return;
    }
    BatchHead head = BatchHead.at(batch, batch.position());
    Addressing to = partition.mailboxes() == null ? Addressing.none() : Addressing.of(head);
    if (to.refused() != null) {
      // It was looked at when it was published: this copy is damaged, the other one may be sound.
      pause(now);
      return;
    }
    Messages messages =
        new Messages(
            partition.id(),
            partition.endOffset(),
            0,
            head.recordCount(),
            RecordCodec.producer(head),
            new Released(waiting.id()),
            to.recipients());
    active.write(messages, batch, now, sink);
    ActivePartition released = active.partition(partition.id());
    if (released != null && head.hasColumn(BatchHead.EXPIRIES)) {
      expiring.published(released, now);
    }
  }

  private void releaseRest(
      DelayedTable.Waiting waiting,
      PartitionState partition,
      StoredFrame frame,
      Now now,
      Sink sink) {
    BatchHead head = frame.batch();
    cutBytes += Math.max(head.length(), head.payloadLength());
    BatchReader batch;
    try {
      batch = BatchReader.open(head, active.log().decompressor(), Cut.MAX_PAYLOAD_BYTES);
    } catch (MalformedFrameException e) {
      if (head.problem() == null && sink.hasRoomFor(ActiveState.ROOM_FOR_RECORD)) {
        // Packed so that nobody can read it: nobody misses the rest either.
        int first = waiting.cancelled().nextClearBit(0);
        DelayedCancelled all = new DelayedCancelled(partition.id(), waiting.id(), first, 0);
        active.scribe().write(all, null, now, sink);
      } else {
        // A damaged copy must not spread; the other replica's may be sound.
        pause(now);
      }
      return;
    }
    write(waiting, partition, BatchRest.of(batch, waiting.cancelled()), now, sink);
  }

  /** When the next batch is due; {@code Long.MAX_VALUE} when none waits for time to pass. */
  long nextNanos(long committed, Now now) {
    DelayedTable.Waiting waiting = active.state().delayed().first();
    if (waiting == null || waiting.position() >= committed) {
      return Long.MAX_VALUE;
    }
    long wait = Math.clamp(waiting.dueMillis() - now.millis(), 1, MAX_WAIT_MILLIS);
    long next = now.nanos() + wait * NANOS_PER_MILLI;
    return isPaused ? Math.max(next, pausedUntilNanos) : next;
  }
}
