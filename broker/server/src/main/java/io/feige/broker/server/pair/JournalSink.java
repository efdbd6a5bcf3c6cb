package io.feige.broker.server.pair;

import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.record.RecordDraft;
import io.feige.broker.server.journal.FrameDraft;
import io.feige.broker.server.journal.Journal;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.frame.FrameStamp;
import io.feige.protocol.model.Durability;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Carries out decisions: records go to the journal, answers to connections. On the pair's loop. */
final class JournalSink implements Sink {
  /** The database can be away for long, and what waits for it takes memory. */
  private static final int MAX_WAITING_FOR_ROWS = 100_000;

  private static final int RETRY_MILLIS = 1_000;

  private final Journal journal;
  private final JournalLog log;
  private final Answering answering;
  private final Waiting waiting;
  private final RowStore rows;
  private final LongSupplier committed;
  private final int longestReservation;

  /**
   * Who waits for what.
   *
   * @param durable for the journal to be on this disk
   * @param confirmed for it to be confirmed
   * @param stored for its rows in SQL
   */
  record Waiting(HeldAnswers durable, HeldAnswers confirmed, HeldAnswers stored) {
    Waiting() {
      this(new HeldAnswers(), new HeldAnswers(), new HeldAnswers());
    }

    void releaseAll(BiConsumer<Ticket, Answer> to) {
      durable.release(Long.MAX_VALUE, to);
      confirmed.release(Long.MAX_VALUE, to);
      stored.release(Long.MAX_VALUE, to);
    }
  }

  /**
   * A sink of a store.
   *
   * @param committed up to where the journal is confirmed
   * @param longestReservation bytes that the journal reserves at once; records of a decision that
   *     needs more are each reserved again where they are written
   */
  JournalSink(
      Store store,
      Answering answering,
      Waiting waiting,
      RowStore rows,
      LongSupplier committed,
      int longestReservation) {
    this.journal = store.journal();
    this.log = store.log();
    this.answering = answering;
    this.waiting = waiting;
    this.rows = rows;
    this.committed = committed;
    this.longestReservation = longestReservation;
  }

  @Override
  public boolean hasRoomFor(long bytes) {
    return journal.reserve(Math.min(bytes, longestReservation));
  }

  @Override
  public long append(RecordDraft draft, long epoch, long timeMillis) {
    FrameStamp stamp =
        new FrameStamp(
            draft.kind(),
            draft.flags(),
            draft.partition(),
            epoch,
            0,
            0,
            timeMillis,
            draft.baseOffset(),
            draft.recordFirst(),
            draft.recordCount());
    return journal.append(
        new FrameDraft(
            stamp,
            epoch,
            draft.extension(),
            draft.batch() == null ? FrameDraft.NOTHING : draft.batch()));
  }

  @Override
  public long end() {
    return journal.end();
  }

  @Override
  public void answer(Ticket ticket, Answer answer) {
    answering.send(ticket, answer);
  }

  @Override
  public void answerWhenCommitted(Ticket ticket, Answer answer) {
    answerAt(committed.getAsLong(), waiting.confirmed(), ticket, answer);
  }

  @Override
  public void confirm(Durability level, Ticket ticket, Answer answer) {
    switch (level) {
      case QUEUED -> answering.send(ticket, answer);
      case LOCAL -> answerAt(journal.durable(), waiting.durable(), ticket, answer);
      case REPLICATED -> answerWhenCommitted(ticket, answer);
      case STORED -> waiting.stored().add(journal.end(), ticket, answer);
    }
  }

  private void answerAt(long safe, HeldAnswers held, Ticket ticket, Answer answer) {
    if (journal.end() <= safe && held.size() == 0) {
      answering.send(ticket, answer);
    } else {
      held.add(journal.end(), ticket, answer);
    }
  }

  @Override
  public @Nullable Refusal whyNotStored() {
    if (waiting.stored().size() < MAX_WAITING_FOR_ROWS) {
      return rows.whyNotStored();
    }
    return new Refusal(
        ErrorCode.BUSY,
        MAX_WAITING_FOR_ROWS + " publishes wait for their rows already; nothing was stored",
        "",
        RETRY_MILLIS);
  }

  @Override
  public boolean canTake(Ticket ticket) {
    return answering.canTake(ticket);
  }

  @Override
  public void fetch(int partition, long offset) {
    log.fetch(partition, offset);
  }

  @Override
  public void fault(Throwable cause) {
    answering.fault(cause);
  }

  @Override
  public void handOut(Ticket ticket, Handed handed) {
    answering.send(ticket, handed);
  }
}
