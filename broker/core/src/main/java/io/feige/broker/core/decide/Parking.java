package io.feige.broker.core.decide;

import io.feige.broker.core.port.Ticket;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Requests that wait for something to come, in the order in which they came, each until its
 * deadline. Owned by one thread.
 *
 * @param <T> the waiting request
 */
final class Parking<T> {
  private record Parked<T>(long serial, long deadlineNanos, T request) {}

  private final Function<T, Ticket> ticketOf;
  private final LinkedHashMap<Ticket, Parked<T>> inOrder = new LinkedHashMap<>();
  private final TreeSet<Parked<T>> byDeadline =
      new TreeSet<>(
          Comparator.<Parked<T>>comparingLong(Parked::deadlineNanos)
              .thenComparingLong(Parked::serial));
  private long serial;

  Parking(Function<T, Ticket> ticketOf) {
    this.ticketOf = ticketOf;
  }

  int size() {
    return inOrder.size();
  }

  boolean isEmpty() {
    return inOrder.isEmpty();
  }

  void add(T request, long deadlineNanos) {
    Parked<T> parked = new Parked<>(++serial, deadlineNanos, request);
    Parked<T> replaced = inOrder.put(ticketOf.apply(request), parked);
    if (replaced != null) {
      throw new IllegalStateException("request " + ticketOf.apply(request) + " is parked twice");
    }
    byDeadline.add(parked);
  }

  boolean holds(Ticket ticket) {
    return inOrder.containsKey(ticket);
  }

  @Nullable T find(Ticket ticket) {
    Parked<T> parked = inOrder.get(ticket);
    return parked == null ? null : parked.request();
  }

  /** The one that waits longest. */
  @Nullable T first() {
    return inOrder.isEmpty() ? null : inOrder.firstEntry().getValue().request();
  }

  boolean remove(Ticket ticket) {
    Parked<T> parked = inOrder.remove(ticket);
    return parked != null && byDeadline.remove(parked);
  }

  /** Those whose deadline has come. They wait until they are removed, which is once answered. */
  List<T> overdue(long nowNanos) {
    List<T> overdue = new ArrayList<>(0);
    for (Parked<T> parked : byDeadline) {
      if (parked.deadlineNanos() > nowNanos) {
        break;
      }
      overdue.add(parked.request());
    }
    return overdue;
  }

  List<T> all() {
    return inOrder.values().stream().map(Parked::request).toList();
  }

  long nextDeadlineNanos() {
    return byDeadline.isEmpty() ? Long.MAX_VALUE : byDeadline.first().deadlineNanos();
  }
}
