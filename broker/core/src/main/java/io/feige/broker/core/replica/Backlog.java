package io.feige.broker.core.replica;

import java.util.ArrayDeque;

/**
 * Since when the oldest byte has been waiting that has come to one place and not yet to another:
 * from the memory to the disk, from the active to the standby. Both positions are told by {@link
 * #look}. Bytes that come shortly after others are taken for as old as those.
 */
final class Backlog {
  private static final int STEPS = 32;
  private static final int MOST = 4 * STEPS;

  private static final class Came {
    private final long nanos;
    private long end;

    private Came(long nanos, long end) {
      this.nanos = nanos;
      this.end = end;
    }
  }

  private final ArrayDeque<Came> waiting = new ArrayDeque<>();
  private final long apartNanos;
  private final int limitMillis;
  private long seen = -1;

  /**
   * Nothing waits.
   *
   * @param limitMillis a wait that is too long; measured to within a 32nd of it
   */
  Backlog(int limitMillis) {
    this.limitMillis = limitMillis;
    this.apartNanos = ReplicaStep.nanos(limitMillis) / STEPS;
  }

  /**
   * Bytes have come up to a position, and are through up to another.
   *
   * @param come if it went back, everything is forgotten: it is of another journal
   */
  void look(long come, long through, long nowNanos) {
    if (come < seen || seen < 0) {
      waiting.clear();
      seen = through;
    }
    if (come > seen) {
      add(come, nowNanos);
      seen = come;
    }
    for (Came first = waiting.peek();
        first != null && first.end <= through;
        first = waiting.peek()) {
      waiting.remove();
    }
  }

  private void add(long come, long nowNanos) {
    Came last = waiting.peekLast();
    if (last != null && (nowNanos - last.nanos < apartNanos || waiting.size() == MOST)) {
      last.end = come;
    } else {
      waiting.add(new Came(nowNanos, come));
    }
  }

  /** Nothing waits, as far as is known. */
  void clear() {
    waiting.clear();
    seen = -1;
  }

  /** When the oldest will have waited for too long; {@code Long.MAX_VALUE}: nothing waits. */
  long limitNanos() {
    return waitedNanos(limitMillis);
  }

  /** Since when the oldest waits; {@code Long.MAX_VALUE}: nothing does. */
  long sinceNanos() {
    return waitedNanos(0);
  }

  /** When the oldest will have waited for a time; {@code Long.MAX_VALUE}: nothing waits. */
  long waitedNanos(int millis) {
    Came oldest = waiting.peek();
    return oldest == null ? Long.MAX_VALUE : oldest.nanos + ReplicaStep.nanos(millis);
  }

  /** How long the oldest has been waiting. */
  long millis(long nowNanos) {
    Came oldest = waiting.peek();
    return oldest == null ? 0 : (nowNanos - oldest.nanos) / ReplicaStep.nanos(1);
  }
}
