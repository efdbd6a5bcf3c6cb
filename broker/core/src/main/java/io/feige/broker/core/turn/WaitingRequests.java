package io.feige.broker.core.turn;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.HoldsBuffers;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Requests that came while the replica was active and must not serve: until its lease holds again,
 * or its activation is confirmed, or it has handed over. Sessions that have one here are not read,
 * so what can come to lie here is what they had sent before; it has a bound all the same.
 */
final class WaitingRequests {
  private static final int CAPACITY = 16_384;

  private record Item(Ticket ticket, Event event, @Nullable HoldsBuffers lent) {
    void giveBack() {
      if (lent != null) {
        lent.releaseBuffers();
      }
    }
  }

  /** Who takes them. */
  interface Taker {
    void take(Ticket ticket, Event event, @Nullable HoldsBuffers lent);
  }

  private final Clients clients;
  private final ArrayDeque<Item> items = new ArrayDeque<>();

  WaitingRequests(Clients clients) {
    this.clients = clients;
  }

  boolean isEmpty() {
    return items.isEmpty();
  }

  /** Takes a request, if there is room; its session is not read any more. */
  boolean add(Ticket ticket, Event event, @Nullable HoldsBuffers lent) {
    if (items.size() >= CAPACITY) {
      return false;
    }
    items.add(new Item(ticket, event, lent));
    clients.stopReading(ticket.session());
    return true;
  }

  /** Gives all that is here now to the taker, oldest first; what it adds again stays. */
  void takeAll(Taker taker) {
    for (int left = items.size(); left > 0; left--) {
      Item next = items.remove();
      taker.take(next.ticket(), next.event(), next.lent());
    }
  }

  /** Drops what a session that has ended had asked. */
  void forget(long session) {
    items.removeIf(item -> {
      boolean isGone = item.ticket().session() == session;
      if (isGone) {
        item.giveBack();
      }
      return isGone;
    });
  }
}
