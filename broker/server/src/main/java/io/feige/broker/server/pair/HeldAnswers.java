package io.feige.broker.server.pair;

import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.CommandType;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.function.BiConsumer;

/**
 * Answers that promise something, in the order in which they were given, until the journal is safe
 * as far as they depend on it. On the pair's loop; bounded by the bytes that may be appended and
 * not durable, because each waits for at least one of those or for the same as the one before it,
 * and connections are not read beyond that.
 */
final class HeldAnswers {
  private record Held(long position, Ticket ticket, Answer answer) {}

  private final ArrayDeque<Held> held = new ArrayDeque<>();

  void add(long position, Ticket ticket, Answer answer) {
    held.add(new Held(position, ticket, answer));
  }

  void release(long committed, BiConsumer<Ticket, Answer> to) {
    while (!held.isEmpty() && held.peek().position() <= committed) {
      Held next = held.remove();
      to.accept(next.ticket(), next.answer());
    }
  }

  /** Lets those of one type of request go, and keeps the others waiting. */
  void giveUp(CommandType type, BiConsumer<Ticket, Answer> to) {
    for (Iterator<Held> each = held.iterator(); each.hasNext(); ) {
      Held next = each.next();
      if (next.ticket().command() == type) {
        each.remove();
        to.accept(next.ticket(), next.answer());
      }
    }
  }

  int size() {
    return held.size();
  }
}
