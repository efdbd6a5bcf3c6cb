package io.feige.broker.server.pair;

import io.feige.broker.server.net.Connection;
import io.feige.protocol.command.HoldsBuffers;
import io.feige.protocol.command.Request;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * Requests that came while the replica was active and must not serve: until its lease holds again,
 * or its activation is confirmed, or it has handed over. Connections that have one here are not
 * read, so what can come to lie here is what they had sent before; it has a bound all the same. On
 * the pair's loop.
 */
final class WaitingRequests {
  private static final int CAPACITY = 16_384;

  private final Sessions sessions;
  private final ArrayDeque<Inbox.Item> items = new ArrayDeque<>();

  WaitingRequests(Sessions sessions) {
    this.sessions = sessions;
  }

  boolean isEmpty() {
    return items.isEmpty();
  }

  /** Takes a request, if there is room; its connection is not read any more. */
  boolean add(Connection from, int correlation, Request request) {
    if (items.size() >= CAPACITY) {
      return false;
    }
    items.add(new Inbox.Item(from, correlation, request));
    sessions.stopReading(from);
    return true;
  }

  /** Gives all that is here now to the taker, oldest first; what it adds again stays. */
  void takeAll(Consumer<Inbox.Item> taker) {
    for (int left = items.size(); left > 0; left--) {
      taker.accept(items.remove());
    }
  }

  /** Drops what a connection that has ended had asked. */
  void forget(Connection connection) {
    items.removeIf(item -> {
      boolean isGone = item.from().equals(connection);
      if (isGone && item.request() instanceof HoldsBuffers holder) {
        holder.releaseBuffers();
      }
      return isGone;
    });
  }
}
