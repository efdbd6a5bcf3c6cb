package io.feige.client.internal.listen;

import io.feige.client.Delivery;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Handles the messages of some keys one after the other. Any thread; owns those that wait and the
 * one in the handler.
 *
 * <p>When a message is to come again, what follows it under the same key goes back unhandled, so
 * that the broker can deliver both in their order. That is complete because the broker hands out at
 * most one batch of a key at a time, and a batch comes here as a whole.
 */
final class Lane {
  private final Listener listener;
  private final boolean isOneOrder;
  private final Runnable whenFew;
  private final Crew crew;
  private final Deque<Delivery> waiting = new ArrayDeque<>();
  private @Nullable Delivery inHandler;
  private int half;
  private boolean isStuck;
  private boolean isClosed;

  /**
   * A lane without messages.
   *
   * @param isOneOrder whether all messages follow one another, whatever their keys
   * @param whenFew run when half of what waited does so no more, and when nothing waits
   */
  Lane(Listener listener, int number, boolean isOneOrder, Runnable whenFew) {
    this.listener = listener;
    this.isOneOrder = isOneOrder;
    this.whenFew = whenFew;
    this.crew = listener.crew(1, "-lane-" + number, this::handleOne);
  }

  /** Takes messages in. */
  void add(Collection<Delivery> unit) {
    unit.forEach(listener.leases()::hold);
    boolean isTaken;
    synchronized (this) {
      isTaken = !isClosed && !isStuck && listener.isWorking();
      if (isTaken) {
        waiting.addAll(unit);
        half = waiting.size() / 2;
      }
    }
    if (isTaken) {
      crew.signal();
    } else {
      giveBack(unit);
    }
  }

  /** Messages here. */
  synchronized int size() {
    return waiting.size() + (inHandler == null ? 0 : 1);
  }

  /** Whether a handler has had a message for so long that nothing else is dealt to it. */
  synchronized boolean isStuck() {
    return isStuck;
  }

  void signal() {
    crew.signal();
  }

  /** Nothing is handled but what is in the handler now. */
  void close() {
    crew.close();
    synchronized (this) {
      isClosed = true;
    }
    giveBackAll();
  }

  /** If this is in the handler, nothing waits behind it any more. */
  void overdue(Delivery delivery) {
    synchronized (this) {
      if (!delivery.equals(inHandler)) {
        return;
      }
      isStuck = true;
    }
    giveBackAll();
  }

  /** If this is in the handler, what waits behind it may go to others meanwhile. */
  void lasts(Delivery delivery) {
    synchronized (this) {
      if (!delivery.equals(inHandler)) {
        return;
      }
    }
    giveBackAll();
  }

  void giveBackAll() {
    List<Delivery> back;
    synchronized (this) {
      back = new ArrayList<>(waiting);
      waiting.clear();
    }
    giveBack(back);
  }

  void awaitRest(long deadlineNanos) throws InterruptedException {
    crew.awaitRest(deadlineNanos);
  }

  private boolean handleOne() {
    Delivery next;
    synchronized (this) {
      next = listener.isWorking() ? waiting.poll() : null;
      inHandler = next;
    }
    if (next == null) {
      return false;
    }
    boolean isOver = true;
    try {
      isOver = listener.handle(next);
    } finally {
      handled(next, isOver);
    }
    return true;
  }

  private void handled(Delivery delivery, boolean isOver) {
    List<Delivery> back = isOver ? List.of() : takeThoseAfter(delivery);
    boolean isFew;
    synchronized (this) {
      inHandler = null;
      isStuck = false;
      isFew = waiting.isEmpty() || waiting.size() == half;
    }
    giveBack(back);
    if (isFew) {
      whenFew.run();
    }
  }

  private synchronized List<Delivery> takeThoseAfter(Delivery retried) {
    byte[] key = retried.key();
    List<Delivery> taken = new ArrayList<>();
    for (Iterator<Delivery> all = waiting.iterator(); all.hasNext(); ) {
      Delivery delivery = all.next();
      boolean isSameKey =
          retried.hasKey() && delivery.hasKey() && Arrays.equals(delivery.key(), key);
      if (isOneOrder || isSameKey) {
        all.remove();
        taken.add(delivery);
      }
    }
    return taken;
  }

  private void giveBack(Collection<Delivery> deliveries) {
    for (Delivery delivery : deliveries) {
      listener.leases().end(delivery);
      var unused = delivery.releaseAsync();
    }
  }
}
