package io.feige.client.internal.consume;

import java.util.Comparator;
import java.util.PriorityQueue;

/** Time that passes when something is to happen. */
final class VirtualTime {
  private record Event(long atNanos, long number, Runnable what) {}

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          Comparator.comparingLong(Event::atNanos).thenComparingLong(Event::number));
  private long now = 1_000_000;
  private long planned;

  /** As {@link System#nanoTime}. */
  long now() {
    return now;
  }

  void after(long nanos, Runnable what) {
    events.add(new Event(now + nanos, planned++, what));
  }

  /** Lets so much time pass. */
  void pass(long nanos) {
    long end = now + nanos;
    while (!events.isEmpty() && events.peek().atNanos() <= end) {
      Event next = events.remove();
      now = next.atNanos();
      next.what().run();
    }
    now = end;
  }
}
