package io.feige.client.internal.listen;

import io.feige.client.Delivery;
import io.feige.client.internal.base.SharedThreads;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Extends the leases of a listener's messages: of those that wait in a lane, and of those that a
 * handler works on, but of these not beyond a limit, so that a handler that hangs is noticed and
 * its message comes to somebody else. Any thread; looks around on the timer of the process, and
 * only while there is something in hand.
 */
final class LeaseKeeper {
  /** Who wants to know of handlers that take too long. */
  interface Watcher {
    /** The handler has had the message for the limit; its lease is not extended any more. */
    void overdue(Delivery delivery);

    /** The handler has had the message for more than a second; told again about once a second. */
    void lasts(Delivery delivery);
  }

  /** A message in hand; guarded by itself. */
  private static final class Held {
    private long extendedNanos = System.nanoTime();
    private long begunNanos;
    private boolean hasBegun;
    private boolean isOverdue;
    private boolean isOver;
  }

  private static final long LASTS_NANOS = 1_000_000_000;

  private final Duration lease;
  private final long everyNanos;
  private final long limitNanos;
  private final Watcher watcher;
  private final Map<Delivery, Held> inHand = new ConcurrentHashMap<>();
  private final AtomicBoolean isLooking = new AtomicBoolean();
  private final AtomicInteger overdue = new AtomicInteger();

  /**
   * A keeper of nothing.
   *
   * @param limit how long a handler may have a message
   */
  LeaseKeeper(Duration lease, Duration limit, Watcher watcher) {
    this.lease = lease;
    this.everyNanos = Math.max(1_000_000, lease.toNanos() / 3);
    this.limitNanos = limit.toNanos();
    this.watcher = watcher;
  }

  /** A message waits for its handler. */
  void hold(Delivery delivery) {
    inHand.put(delivery, new Held());
    lookLater();
  }

  /** Its handler begins. */
  void begin(Delivery delivery) {
    Held held = inHand.computeIfAbsent(delivery, unused -> new Held());
    synchronized (held) {
      held.hasBegun = true;
      held.begunNanos = System.nanoTime();
    }
    lookLater();
  }

  /** It is not in hand any more. */
  void end(Delivery delivery) {
    Held held = inHand.remove(delivery);
    if (held != null) {
      synchronized (held) {
        held.isOver = true;
        if (held.isOverdue) {
          overdue.decrementAndGet();
        }
      }
    }
  }

  /** How many handlers have taken longer than the limit and are not done. */
  int overdue() {
    return overdue.get();
  }

  private void lookLater() {
    if (isLooking.compareAndSet(false, true)) {
      long nanos = Math.min(LASTS_NANOS, Math.min(everyNanos / 2, limitNanos));
      var unused = SharedThreads.timer().schedule(this::look, nanos, TimeUnit.NANOSECONDS);
    }
  }

  private void look() {
    isLooking.set(false);
    long now = System.nanoTime();
    try {
      inHand.forEach((delivery, held) -> {
        if (becomesOverdue(held, now)) {
          watcher.overdue(delivery);
        } else if (isDue(held, now)) {
          // A verdict that arrives first makes this one too late, which does no harm.
          var unused = delivery.extendAsync(lease);
        }
        if (lasts(held, now)) {
          watcher.lasts(delivery);
        }
      });
    } finally {
      if (!inHand.isEmpty()) {
        lookLater();
      }
    }
  }

  private boolean becomesOverdue(Held held, long now) {
    synchronized (held) {
      boolean is =
          held.hasBegun && !held.isOver && !held.isOverdue && now - held.begunNanos >= limitNanos;
      if (is) {
        held.isOverdue = true;
        overdue.incrementAndGet();
      }
      return is;
    }
  }

  private static boolean lasts(Held held, long now) {
    synchronized (held) {
      return held.hasBegun && !held.isOver && now - held.begunNanos >= LASTS_NANOS;
    }
  }

  private boolean isDue(Held held, long now) {
    synchronized (held) {
      boolean is = !held.isOver && !held.isOverdue && now - held.extendedNanos >= everyNanos;
      if (is) {
        held.extendedNanos = now;
      }
      return is;
    }
  }
}
