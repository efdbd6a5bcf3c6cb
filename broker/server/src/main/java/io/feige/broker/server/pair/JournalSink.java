package io.feige.broker.server.pair;

import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.record.RecordDraft;
import io.feige.broker.server.journal.FrameDraft;
import io.feige.broker.server.journal.Journal;
import io.feige.protocol.command.Answer;
import io.feige.protocol.frame.FrameStamp;
import java.util.function.LongSupplier;

/** Carries out decisions: records go to the journal, answers to connections. On the pair's loop. */
final class JournalSink implements Sink {
  private final Journal journal;
  private final Answering answering;
  private final HeldAnswers held;
  private final LongSupplier committed;
  private final int longestReservation;

  /**
   * A sink of a journal.
   *
   * @param committed up to where the journal is confirmed
   * @param longestReservation bytes that the journal reserves at once; records of a decision that
   *     needs more are each reserved again where they are written
   */
  JournalSink(
      Journal journal,
      Answering answering,
      HeldAnswers held,
      LongSupplier committed,
      int longestReservation) {
    this.journal = journal;
    this.answering = answering;
    this.held = held;
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
    if (journal.end() <= committed.getAsLong() && held.size() == 0) {
      answering.send(ticket, answer);
    } else {
      held.add(journal.end(), ticket, answer);
    }
  }

  @Override
  public boolean canTake(Ticket ticket) {
    return answering.canTake(ticket);
  }

  @Override
  public void handOut(Ticket ticket, Handed handed) {
    answering.send(ticket, handed);
  }
}
