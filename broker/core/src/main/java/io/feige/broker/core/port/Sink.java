package io.feige.broker.core.port;

import io.feige.broker.core.record.RecordDraft;
import io.feige.protocol.command.Answer;

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
   * Whether whoever asked is still there and reads its answers. One that is not, or does not, is
   * handed nothing: its request is answered with no messages, and it asks again when it has read
   * that.
   */
  boolean canTake(Ticket ticket);

  /** Answers at once with stored messages, which are all committed. */
  void handOut(Ticket ticket, Handed handed);
}
