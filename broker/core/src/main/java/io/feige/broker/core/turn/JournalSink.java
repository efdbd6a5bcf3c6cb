package io.feige.broker.core.turn;

import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.record.RecordDraft;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.Durability;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Carries out decisions: records go to the journal, answers to clients. */
final class JournalSink implements Sink {
  /** The database can be away for long, and what waits for it takes memory. */
  private static final int MAX_WAITING_FOR_ROWS = 100_000;

  private static final int RETRY_MILLIS = 1_000;

  private final TurnStore journal;
  private final Clients clients;
  private final TurnWatch watch;
  private final Waiting waiting;
  private final Rows rows;
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
    Waiting(Clients clients) {
      this(new HeldAnswers(clients), new HeldAnswers(clients), new HeldAnswers(clients));
    }

    void giveUp(Answer unknown) {
      durable.giveUp(unknown);
      confirmed.giveUp(unknown);
      stored.giveUp(unknown);
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
      TurnStore store,
      TurnPorts ports,
      Waiting waiting,
      LongSupplier committed,
      int longestReservation) {
    this.journal = store;
    this.clients = ports.clients();
    this.watch = ports.watch();
    this.waiting = waiting;
    this.rows = ports.rows();
    this.committed = committed;
    this.longestReservation = longestReservation;
  }

  @Override
  public boolean hasRoomFor(long bytes) {
    return journal.reserve(Math.min(bytes, longestReservation));
  }

  @Override
  public long append(RecordDraft draft, long epoch, long timeMillis) {
    return journal.append(draft, epoch, timeMillis);
  }

  @Override
  public long end() {
    return journal.end();
  }

  @Override
  public void answer(Ticket ticket, Answer answer) {
    watch.decided(ticket, answer);
    clients.answer(ticket, answer, 0);
  }

  @Override
  public void answerWhenCommitted(Ticket ticket, Answer answer) {
    watch.decided(ticket, answer);
    waiting.confirmed().answerAt(journal.end(), committed.getAsLong(), ticket, answer);
  }

  @Override
  public void confirm(Durability level, Ticket ticket, Answer answer) {
    switch (level) {
      case QUEUED -> answer(ticket, answer);
      case REPLICATED -> answerWhenCommitted(ticket, answer);
      case LOCAL -> {
        watch.decided(ticket, answer);
        waiting.durable().answerAt(journal.end(), journal.durable(), ticket, answer);
      }
      case STORED -> {
        watch.decided(ticket, answer);
        waiting.stored().add(journal.end(), ticket, answer);
      }
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
    return clients.canTake(ticket);
  }

  @Override
  public void fetch(int partition, long offset) {
    journal.fetch(partition, offset);
  }

  @Override
  public void fault(Throwable cause) {
    watch.fault(cause);
  }

  @Override
  public void handOut(Ticket ticket, Handed handed) {
    clients.handOut(ticket, handed);
  }
}
