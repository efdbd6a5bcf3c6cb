package io.feige.broker.core.turn;

import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.CommandType;
import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * Answers that promise something, in the order in which they were given, until the journal is safe
 * as far as they depend on it. Bounded by the bytes that may be appended and not durable, because
 * each waits for at least one of those or for the same as the one before it, and connections are
 * not read beyond that.
 */
final class HeldAnswers {
  private record Held(long position, Ticket ticket, Answer answer) {}

  private final Clients clients;
  private final ArrayDeque<Held> held = new ArrayDeque<>();

  HeldAnswers(Clients clients) {
    this.clients = clients;
  }

  /** Answers once the journal is safe up to a position; at once, if it is and nobody waits. */
  void answerAt(long position, long safe, Ticket ticket, Answer answer) {
    if (position <= safe && held.isEmpty()) {
      clients.answer(ticket, answer, position);
    } else {
      add(position, ticket, answer);
    }
  }

  void add(long position, Ticket ticket, Answer answer) {
    held.add(new Held(position, ticket, answer));
  }

  /** The journal is safe up to a position. */
  void release(long safe) {
    while (!held.isEmpty() && held.peek().position() <= safe) {
      Held next = held.remove();
      clients.answer(next.ticket(), next.answer(), next.position());
    }
  }

  /** All of them are told something else: it will not be known whether the journal is safe. */
  void giveUp(Answer unknown) {
    while (!held.isEmpty()) {
      clients.answer(held.remove().ticket(), unknown, 0);
    }
  }

  /** The same for those of one type of request; the others go on waiting. */
  void giveUp(CommandType type, Answer unknown) {
    for (Iterator<Held> each = held.iterator(); each.hasNext(); ) {
      Held next = each.next();
      if (next.ticket().command() == type) {
        each.remove();
        clients.answer(next.ticket(), unknown, 0);
      }
    }
  }

  int size() {
    return held.size();
  }
}
