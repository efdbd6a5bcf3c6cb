package io.feige.client.internal.listen;

import io.feige.client.Delivery;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Handles the messages of some keys one after the other. Fed by one thread, run by one.
 *
 * <p>When a message is to come again, what follows it under the same key goes back unhandled, so
 * that the broker can deliver both in their order. That is complete because the broker hands out at
 * most one batch of a key at a time, and a batch comes here as a whole.
 */
final class Lane implements Runnable {
  private static final int MAX_UNITS = 4;
  private static final long POLL_MILLIS = 200;

  private final HandlerCall call;
  private final LeaseKeeper leases;
  private final boolean isOneOrder;
  private final BlockingQueue<Deque<Delivery>> units = new ArrayBlockingQueue<>(MAX_UNITS);
  private volatile boolean isClosing;

  Lane(HandlerCall call, LeaseKeeper leases, boolean isOneOrder) {
    this.call = call;
    this.leases = leases;
    this.isOneOrder = isOneOrder;
  }

  /** Takes messages in; waits while there is no room. */
  void put(Deque<Delivery> unit) throws InterruptedException {
    unit.forEach(leases::begin);
    while (!units.offer(unit, POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      if (isClosing) {
        giveBack(unit);
        return;
      }
    }
  }

  /** Handles nothing more than what runs now. */
  void close() {
    isClosing = true;
  }

  @Override
  public void run() {
    try {
      while (!isClosing) {
        Deque<Delivery> unit = units.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
        if (unit != null) {
          work(unit);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      units.forEach(this::giveBack);
    }
  }

  private void work(Deque<Delivery> unit) {
    Delivery next = unit.poll();
    while (next != null && !isClosing) {
      if (!call.handle(next)) {
        giveBackAfter(next, unit);
        for (Deque<Delivery> later : units) {
          giveBackAfter(next, later);
        }
      }
      next = unit.poll();
    }
    if (next != null) {
      unit.addFirst(next);
    }
    giveBack(unit);
  }

  private void giveBackAfter(Delivery retried, Deque<Delivery> unit) {
    byte[] key = retried.key();
    Deque<Delivery> back = new ArrayDeque<>();
    synchronized (unit) {
      for (Iterator<Delivery> all = unit.iterator(); all.hasNext(); ) {
        Delivery delivery = all.next();
        boolean isSameKey =
            delivery.hasKey() == retried.hasKey() && Arrays.equals(delivery.key(), key);
        if (isOneOrder || (isSameKey && retried.hasKey())) {
          all.remove();
          back.add(delivery);
        }
      }
    }
    giveBack(back);
  }

  private void giveBack(Deque<Delivery> deliveries) {
    for (Delivery delivery : deliveries) {
      leases.end(delivery);
      var unused = delivery.releaseAsync();
    }
    deliveries.clear();
  }
}
