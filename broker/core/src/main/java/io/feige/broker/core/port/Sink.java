package io.feige.broker.core.port;

import io.feige.broker.core.record.RecordDraft;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.Durability;
import org.jspecify.annotations.Nullable;

/**
 * Where decisions go. The machine calls it while it decides, in the order in which things are to
 * happen.
 */
public interface Sink {
  /**
   * Whether records of together so many bytes can be appended now. To be asked before the first of
   * several records that belong together.
   */
  boolean hasRoomFor(long bytes);

  /**
   * Appends a record to the journal.
   *
   * @return its position
   */
  long append(RecordDraft draft, long epoch, long timeMillis);

  /** The position after the last appended record. */
  long end();

  /** Answers at once. */
  void answer(Ticket ticket, Answer answer);

  /** Answers when everything that is appended so far is committed; in the order of these calls. */
  void answerWhenCommitted(Ticket ticket, Answer answer);

  /**
   * Answers a publisher when everything that is appended so far is as safe as it asked for; those
   * who asked for the same in the order of these calls.
   */
  default void confirm(Durability level, Ticket ticket, Answer answer) {
    if (level == Durability.QUEUED) {
      answer(ticket, answer);
    } else {
      answerWhenCommitted(ticket, answer);
    }
  }

  /** Why nobody can wait for rows in SQL now; null: it is possible. */
  default @Nullable Refusal whyNotStored() {
    return Refusal.of(
        ErrorCode.DURABILITY_UNAVAILABLE, "this node has no SQL store, so nothing can be STORED");
  }

  /**
   * Whether whoever asked is still there and reads its answers. One that is not, or does not, is
   * handed nothing: its request is answered with no messages, and it asks again when it has read
   * that.
   */
  boolean canTake(Ticket ticket);

  /**
   * Asks for messages from an offset on that are in the history only. {@link Event.Fetched} says
   * that some of them are there; they may be gone again soon, and if they cannot be had, nothing is
   * said. So whoever needs them still asks again.
   */
  default void fetch(int partition, long offset) {}

  /** Answers at once with stored messages, which are all committed. */
  void handOut(Ticket ticket, Handed handed);

  /**
   * A piece of a decision met a fault of the deciding code before it appended anything. Who asked
   * for it has been refused, and everything else goes on; somebody should know.
   */
  void fault(Throwable cause);
}
