package io.feige.access;

import java.util.Map;

/**
 * So many at once, and so many in a second after that, for each name by itself (a leaky bucket).
 * Remembers the latest {@link #REMEMBERED} names. Any thread.
 */
final class Allowance {
  /** More than there are users and tokens. */
  static final int REMEMBERED = 4_096;

  private final long eachNanos;
  private final long mostAheadNanos;

  /** Until when what was taken is worth. */
  private final Map<String, Long> taken = new Latest<>(REMEMBERED);

  Allowance(int atOnce, long eachNanos) {
    this.eachNanos = eachNanos;
    this.mostAheadNanos = (atOnce - 1) * eachNanos;
  }

  /** Takes one, if there is one left. */
  synchronized boolean take(String name, long now) {
    Long before = taken.remove(name);
    long until = before == null || before < now ? now : before;
    boolean isLeft = until - now <= mostAheadNanos;
    taken.put(name, isLeft ? until + eachNanos : until);
    return isLeft;
  }
}
