package io.feige.broker.core.decide;

import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.state.DelayedTable;
import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.BatchRecord;
import io.feige.protocol.command.CancelDelayed;
import io.feige.protocol.command.DelayedCancelled;
import io.feige.protocol.command.DelayedList;
import io.feige.protocol.command.ListDelayed;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.DelayedEntry;
import io.feige.protocol.model.DelayedPlace;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Decides on messages that wait for their time: list, cancel. Whatever a client names as an id is
 * looked up in what waits; only positions that are found there are read.
 */
final class DelayedMessages {
  /** Batches are read on the loop, maybe from the disk: so many for a page at most. */
  static final int MAX_BATCHES = 64;

  /** After so many bytes of batches, packed or not, the page ends with the batch. */
  static final long MAX_READ_BYTES = 1L << 20;

  private final ActiveState active;

  DelayedMessages(ActiveState active) {
    this.active = active;
  }

  /**
   * @param committed position below which frames can be read
   */
  void list(Ticket ticket, ListDelayed list, long committed, Sink sink) {
    ActivePartition partition = active.topic(list.topic());
    sink.answer(
        ticket,
        partition == null
            ? active.noTopic(list.topic())
            : page(partition.state().id(), list, committed));
  }

  private DelayedList page(int partition, ListDelayed list, long committed) {
    Page<DelayedEntry> page = new Page<>();
    long readBytes = 0;
    int batches = 0;
    for (DelayedTable.Waiting waiting : active.state().delayed().from(list.from())) {
      boolean isFrom = place(waiting, list.from().index()).equals(list.from());
      int index = isFrom ? list.from().index() : 0;
      boolean isRead = batches == MAX_BATCHES || readBytes >= MAX_READ_BYTES;
      if (isRead || page.isFull() || page.entries().size() == list.limit()) {
        return new DelayedList(page.entries(), place(waiting, index));
      }
      long readable = waiting.position() < committed ? waiting.position() : waiting.before();
      if (waiting.partition() != partition || readable >= committed) {
        page.passOver();
        continue;
      }
      StoredFrame frame = active.log().at(readable);
      readBytes += Math.max(frame.batchLength(), frame.batch().payloadLength());
      batches++;
      index = fill(page, list, waiting, frame, index);
      if (index < waiting.records()) {
        return new DelayedList(page.entries(), place(waiting, index));
      }
    }
    return new DelayedList(page.entries(), DelayedPlace.START);
  }

  /** Adds messages from an index on; returns the index of the first for which there is no room. */
  private int fill(
      Page<DelayedEntry> page,
      ListDelayed list,
      DelayedTable.Waiting waiting,
      StoredFrame frame,
      int from) {
    BatchReader batch = Cut.open(active, frame);
    for (int i = from; i < waiting.records(); i++) {
      if (!waiting.has(i)) {
        continue;
      }
      if (page.entries().size() >= list.limit() || page.isFull()) {
        return i;
      }
      DelayedEntry whole = entry(waiting, frame, batch, i);
      DelayedEntry entry = list.showsKeys() ? whole : whole.withoutKey();
      ByteBuffer key = entry.key();
      page.add(entry, key == null ? 0 : key.remaining());
    }
    return waiting.records();
  }

  private static DelayedEntry entry(
      DelayedTable.Waiting waiting, StoredFrame frame, @Nullable BatchReader batch, int index) {
    byte[] key = null;
    int bodyLength = 0;
    if (batch != null) {
      try {
        BatchRecord record = batch.record(index);
        key = record.key();
        bodyLength = record.bodyLength();
      } catch (MalformedFrameException e) {
        // Its publisher packed it so; that it waits can be told all the same.
        key = null;
      }
    }
    return new DelayedEntry(
        waiting.id(),
        index,
        waiting.dueMillis(),
        frame.timeMillis(),
        key == null ? null : ByteBuffer.wrap(key),
        bodyLength);
  }

  private static DelayedPlace place(DelayedTable.Waiting waiting, int index) {
    return new DelayedPlace(waiting.dueMillis(), waiting.id(), index);
  }

  /**
   * Takes a message back. That there is none is told when everything so far is confirmed: what is
   * gone by a record that gets lost would come after all.
   */
  void cancel(Ticket ticket, CancelDelayed cancel, Now now, Sink sink) {
    ActivePartition partition = active.topic(cancel.topic());
    if (partition == null) {
      sink.answer(ticket, active.noTopic(cancel.topic()));
      return;
    }
    int id = partition.state().id();
    DelayedTable.Waiting waiting = active.state().delayed().find(cancel.id());
    if (waiting == null || waiting.partition() != id || !waiting.has(cancel.index())) {
      sink.answerWhenCommitted(ticket, notFound(cancel));
      return;
    }
    if (!sink.hasRoomFor(ActiveState.ROOM_FOR_RECORD)) {
      sink.answer(ticket, active.diskFull("the disk has no room for the record"));
      return;
    }
    JournalRecord cancelled =
        new JournalRecord.DelayedCancelled(id, waiting.id(), cancel.index(), waiting.left() - 1);
    active.scribe().write(cancelled, null, now, sink);
    sink.answerWhenCommitted(ticket, new DelayedCancelled());
  }

  private static Refusal notFound(CancelDelayed cancel) {
    return Refusal.of(
        ErrorCode.DELAYED_NOT_FOUND,
        "no message "
            + cancel.id()
            + "."
            + cancel.index()
            + " of topic '"
            + cancel.topic()
            + "' waits for its time here: it was delivered or cancelled, or there was none");
  }
}
