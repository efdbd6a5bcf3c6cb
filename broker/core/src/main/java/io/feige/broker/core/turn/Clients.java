package io.feige.broker.core.turn;

import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Request;

/** The clients of a replica. Who has gone is not missed: what is sent there is dropped. */
public interface Clients {
  /**
   * Answers.
   *
   * @param position up to where the journal must be safe for the answer to be true; 0: it rests on
   *     nothing that was appended
   */
  void answer(Ticket ticket, Answer answer, long position);

  /** Answers with stored messages. */
  void handOut(Ticket ticket, Handed handed);

  /** Whether whoever asked is still there and reads its answers. */
  boolean canTake(Ticket ticket);

  /**
   * Whether memory for answers is so short that who asks for messages had better come again later.
   */
  boolean isMemoryShort(Ticket ticket);

  /**
   * Whether a request has to wait for something outside: then it comes again, maybe changed, or is
   * answered otherwise.
   */
  boolean holdsBack(Ticket ticket, Request request);

  /** Nothing more is to be read of a session. */
  void stopReading(long session);

  /** Takes {@link #stopReading} back, for all sessions. */
  void resumeReading();
}
