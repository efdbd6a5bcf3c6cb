package io.feige.client.internal.listen;

import io.feige.client.Delivery;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Extends the leases of deliveries that are being worked on. Any thread; {@link #run} is the duty
 * of one thread of its own.
 */
final class LeaseKeeper implements Runnable {
  private final Duration lease;
  private final long everyNanos;
  private final Map<Delivery, Long> inHand = new ConcurrentHashMap<>();
  private final Object bell = new Object();
  private boolean isClosed;

  LeaseKeeper(Duration lease) {
    this.lease = lease;
    this.everyNanos = Math.max(1_000_000, lease.toNanos() / 3);
  }

  void begin(Delivery delivery) {
    inHand.put(delivery, System.nanoTime());
  }

  void end(Delivery delivery) {
    inHand.remove(delivery);
  }

  @Override
  public void run() {
    try {
      while (waitForNext()) {
        long now = System.nanoTime();
        inHand.replaceAll((delivery, since) -> extendIfDue(delivery, since, now));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void close() {
    synchronized (bell) {
      isClosed = true;
      bell.notifyAll();
    }
  }

  private long extendIfDue(Delivery delivery, long since, long now) {
    if (now - since < everyNanos) {
      return since;
    }
    // A verdict that arrives first makes this one too late, which does no harm.
    var unused = delivery.extendAsync(lease);
    return now;
  }

  private boolean waitForNext() throws InterruptedException {
    long until = System.nanoTime() + everyNanos / 2;
    synchronized (bell) {
      long leftMillis = Math.max(1, everyNanos / 2_000_000);
      while (!isClosed && leftMillis > 0) {
        bell.wait(leftMillis);
        leftMillis = (until - System.nanoTime()) / 1_000_000;
      }
      return !isClosed;
    }
  }
}
