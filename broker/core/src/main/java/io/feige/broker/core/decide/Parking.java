package io.feige.broker.core.decide;

import io.feige.broker.core.port.Ticket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Requests that wait for something to come, in the order in which they came, each until its
 * deadline. However many of them can be answered, only so many are in one turn. Owned by one
 * thread.
 *
 * @param <T> the waiting request
 */
final class Parking<T> {
  /** The others follow in the next turn, so that other work comes in between. */
  static final int MOST_PER_TURN = 1_000;

  /** After so long, whoever needs what is fetched is looked at, whatever became of the fetching. */
  private static final long FETCH_RETRY_NANOS = 1_000_000_000;

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

    /** Those that need what has to be fetched, the one first that was not looked at for longest. */
    final LinkedHashMap<Ticket, Parked<T>> fetching = new LinkedHashMap<>(0);

    final TreeSet<Parked<T>> byDeadline = new TreeSet<>();

    /** When more of them are ready; {@code Long.MAX_VALUE}: that is not known. */
    long readyNanos = Long.MAX_VALUE;

    /** When those that need what is fetched are to be looked at. */
    long fetchedNanos = Long.MAX_VALUE;

    /** How many of them what has come may help. */
    int toLookAt;

    @Nullable Parked<T> find(Ticket ticket) {
      Parked<T> parked = inOrder.get(ticket);
      return parked != null ? parked : fetching.get(ticket);
    }
  }

  private final Function<T, Ticket> ticketOf;
  private @Nullable Waiting<T> waiting;
  private long serial;

  Parking(Function<T, Ticket> ticketOf) {
    this.ticketOf = ticketOf;
  }

  int size() {
    return waiting == null ? 0 : waiting.byDeadline.size();
  }

  boolean isEmpty() {
    return size() == 0;
  }

  void add(T request, long deadlineNanos) {
    Waiting<T> all = waiting == null ? new Waiting<>() : waiting;
    waiting = all;
    Ticket ticket = ticketOf.apply(request);
    Parked<T> parked = new Parked<>(++serial, deadlineNanos, request);
    if (all.find(ticket) != null) {
      throw new IllegalStateException("request " + ticket + " is parked twice");
    }
    all.inOrder.put(ticket, parked);
    all.byDeadline.add(parked);
  }

  boolean holds(Ticket ticket) {
    return waiting != null && waiting.find(ticket) != null;
  }

  @Nullable T find(Ticket ticket) {
    Parked<T> parked = waiting == null ? null : waiting.find(ticket);
    return parked == null ? null : parked.request();
  }

  /** The one that waits longest, but for those that need what has to be fetched. */
  @Nullable T first() {
    return waiting == null || waiting.inOrder.isEmpty()
        ? null
        : waiting.inOrder.firstEntry().getValue().request();
  }

  boolean remove(Ticket ticket) {
    if (waiting == null) {
      return false;
    }
    Parked<T> parked = waiting.inOrder.remove(ticket);
    if (parked == null) {
      parked = waiting.fetching.remove(ticket);
    }
    return parked != null && waiting.byDeadline.remove(parked);
  }

  /** One that waits needs what has to be fetched; it is not ready before that has come. */
  void fetches(Ticket ticket, long nowNanos) {
    Parked<T> parked = waiting == null ? null : waiting.inOrder.remove(ticket);
    if (waiting != null && parked != null) {
      waiting.fetching.put(ticket, parked);
      waiting.fetchedNanos = Math.min(waiting.fetchedNanos, nowNanos + FETCH_RETRY_NANOS);
    }
  }

  /** Something was fetched that those may need. */
  void fetched(long nowNanos) {
    if (waiting != null && !waiting.fetching.isEmpty()) {
      waiting.toLookAt = waiting.fetching.size();
      waiting.fetchedNanos = nowNanos;
    }
  }

  /**
   * Some of those that need what has to be fetched, if it is time to look at them. Each goes on
   * waiting, behind the others, until it is removed.
   */
  List<T> fetching(long nowNanos) {
    if (waiting == null || nowNanos < waiting.fetchedNanos) {
      return List.of();
    }
    Waiting<T> all = waiting;
    int left = all.toLookAt == 0 ? all.fetching.size() : all.toLookAt;
    int some = Math.min(MOST_PER_TURN, Math.min(left, all.fetching.size()));
    List<T> looked = new ArrayList<>(some);
    for (int i = 0; i < some; i++) {
      Ticket ticket = all.fetching.firstEntry().getKey();
      Parked<T> parked = all.fetching.pollFirstEntry().getValue();
      all.fetching.put(ticket, parked);
      looked.add(parked.request());
    }
    all.toLookAt = left - some;
    all.fetchedNanos = nowNanos + (all.toLookAt > 0 ? 1 : FETCH_RETRY_NANOS);
    return looked;
  }

  /**
   * The first of those that can have what they wait for, but for those that need what has to be
   * fetched. Where there may be more, {@link #isLeftOver} says so in the next turn.
   */
  List<T> ready(Predicate<T> canHave, long nowNanos) {
    if (waiting == null) {
      return List.of();
    }
    List<T> ready = requests(waiting.inOrder).filter(canHave).limit(MOST_PER_TURN).toList();
    waiting.readyNanos = ready.size() == MOST_PER_TURN ? nowNanos + 1 : Long.MAX_VALUE;
    return ready;
  }

  /** Some can have what they wait for, and will be asked for in the next turn. */
  void leave(long nowNanos) {
    if (waiting != null) {
      waiting.readyNanos = nowNanos + 1;
    }
  }

  /** Whether some that are ready were left for this turn. */
  boolean isLeftOver(long nowNanos) {
    return waiting != null && waiting.readyNanos <= nowNanos;
  }

  /**
   * The first of those whose deadline has come, the earliest first. They wait until they are
   * removed, which is once answered.
   */
  List<T> overdue(long nowNanos) {
    List<T> overdue = new ArrayList<>(0);
    if (waiting != null) {
      for (Parked<T> parked : waiting.byDeadline) {
        if (parked.deadlineNanos() > nowNanos || overdue.size() == MOST_PER_TURN) {
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
        : Stream.concat(requests(waiting.inOrder), requests(waiting.fetching)).toList();
  }

  private static <T> Stream<T> requests(SequencedMap<Ticket, Parked<T>> some) {
    return some.values().stream().map(Parked::request);
  }

  /** When there is something to do: a deadline comes, or some are to be looked at. */
  long nextNanos() {
    if (waiting == null || waiting.byDeadline.isEmpty()) {
      return Long.MAX_VALUE;
    }
    long deadline = waiting.byDeadline.first().deadlineNanos();
    long fetched = waiting.fetching.isEmpty() ? Long.MAX_VALUE : waiting.fetchedNanos;
    return Math.min(deadline, Math.min(waiting.readyNanos, fetched));
  }
}
