package io.feige.broker.core.decide;

import io.feige.broker.core.port.Ticket;
import java.util.ArrayList;
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
  private record Parked<T>(long serial, long deadlineNanos, T request)
      implements Comparable<Parked<T>> {
    @Override
    public int compareTo(Parked<T> other) {
      int byDeadline = Long.compare(deadlineNanos, other.deadlineNanos);
      return byDeadline == 0 ? Long.compare(serial, other.serial) : byDeadline;
    }
  }

  /** There from the first that waits on: of very many topics most never have one. */
  private static final class Waiting<T> {
    final LinkedHashMap<Ticket, Parked<T>> inOrder = new LinkedHashMap<>();
    final TreeSet<Parked<T>> byDeadline = new TreeSet<>();
  }

  private final Function<T, Ticket> ticketOf;
  private @Nullable Waiting<T> waiting;
  private long serial;

  Parking(Function<T, Ticket> ticketOf) {
    this.ticketOf = ticketOf;
  }

  int size() {
    return waiting == null ? 0 : waiting.inOrder.size();
  }

  boolean isEmpty() {
    return size() == 0;
  }

  void add(T request, long deadlineNanos) {
    Waiting<T> all = waiting == null ? new Waiting<>() : waiting;
    waiting = all;
    Parked<T> parked = new Parked<>(++serial, deadlineNanos, request);
    Parked<T> replaced = all.inOrder.put(ticketOf.apply(request), parked);
    if (replaced != null) {
      throw new IllegalStateException("request " + ticketOf.apply(request) + " is parked twice");
    }
    all.byDeadline.add(parked);
  }

  boolean holds(Ticket ticket) {
    return waiting != null && waiting.inOrder.containsKey(ticket);
  }

  @Nullable T find(Ticket ticket) {
    Parked<T> parked = waiting == null ? null : waiting.inOrder.get(ticket);
    return parked == null ? null : parked.request();
  }

  /** The one that waits longest. */
  @Nullable T first() {
    return waiting == null || waiting.inOrder.isEmpty()
        ? null
        : waiting.inOrder.firstEntry().getValue().request();
  }

  boolean remove(Ticket ticket) {
    Parked<T> parked = waiting == null ? null : waiting.inOrder.remove(ticket);
    return waiting != null && parked != null && waiting.byDeadline.remove(parked);
  }

  /**
   * Those whose deadline has come, the earliest first, at most so many. They wait until they are
   * removed, which is once answered.
   */
  List<T> overdue(long nowNanos, int most) {
    List<T> overdue = new ArrayList<>(0);
    if (waiting != null) {
      for (Parked<T> parked : waiting.byDeadline) {
        if (parked.deadlineNanos() > nowNanos || overdue.size() == most) {
          break;
        }
        overdue.add(parked.request());
      }
    }
    return overdue;
  }

  List<T> all() {
    return waiting == null
        ? List.of()
        : waiting.inOrder.values().stream().map(Parked::request).toList();
  }

  long nextDeadlineNanos() {
    return waiting == null || waiting.byDeadline.isEmpty()
        ? Long.MAX_VALUE
        : waiting.byDeadline.first().deadlineNanos();
  }
}
