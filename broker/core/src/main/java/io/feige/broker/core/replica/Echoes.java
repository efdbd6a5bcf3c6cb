package io.feige.broker.core.replica;

import java.util.ArrayDeque;

/**
 * When the active sent what has come but is not written yet. An ack gives back the time of the
 * newest copy of which every byte is written.
 */
final class Echoes {
  private static final class Sent {
    private final long end;
    private long sentNanos;

    private Sent(long end, long sentNanos) {
      this.end = end;
      this.sentNanos = sentNanos;
    }
  }

  private final ArrayDeque<Sent> waiting = new ArrayDeque<>();
  private boolean isKnown;
  private long newestNanos;

  /** A copy has come; {@code end} is the position behind it. */
  void add(long end, long sentNanos) {
    Sent last = waiting.peekLast();
    if (last != null && last.end == end) {
      last.sentNanos = sentNanos;
    } else {
      waiting.add(new Sent(end, sentNanos));
    }
  }

  /** Everything up to a position is written; returns whether there is something new to echo. */
  boolean take(long written) {
    boolean isNews = false;
    for (Sent first = waiting.peek();
        first != null && first.end <= written;
        first = waiting.peek()) {
      waiting.remove();
      newestNanos = first.sentNanos;
      isKnown = true;
      isNews = true;
    }
    return isNews;
  }

  /** Whether anything can be echoed. */
  boolean isKnown() {
    return isKnown;
  }

  long newestNanos() {
    return newestNanos;
  }

  /** Another connection begins. */
  void clear() {
    waiting.clear();
    isKnown = false;
  }
}
