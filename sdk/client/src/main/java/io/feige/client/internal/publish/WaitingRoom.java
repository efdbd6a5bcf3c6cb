package io.feige.client.internal.publish;

import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.client.internal.publish.PendingBatch.ReceiptFuture;
import io.feige.protocol.error.ErrorCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where messages wait until the first pair is known: without the pairs nobody can say where a key
 * belongs. Any thread, under one lock; used once in the life of a producer.
 *
 * <p>Futures wait here with their message, threads wait here themselves. While it opens, what waits
 * goes on in its order, and everyone else waits for that, so nothing is overtaken.
 */
final class WaitingRoom {
  /** Messages that wait, as one. */
  record Guest(List<Message> messages, ReceiptFuture future, long costBytes, long deadlineNanos) {}

  private final Object lock = new Object();
  private final ArrayDeque<Guest> guests = new ArrayDeque<>();
  private volatile boolean isOpen;
  private @Nullable FeigeException closed;

  /** Whether the message waits now; if not, the pairs are known. */
  boolean admit(Guest guest) {
    synchronized (lock) {
      checkClosed();
      if (!isOpen) {
        guests.add(guest);
      }
      return !isOpen;
    }
  }

  /** Waits until the pairs are known; false when that took too long. */
  boolean await(long nanos) throws InterruptedException {
    long deadline = System.nanoTime() + nanos;
    synchronized (lock) {
      while (!isOpen) {
        checkClosed();
        long leftMillis = (deadline - System.nanoTime()) / 1_000_000;
        if (leftMillis <= 0) {
          return false;
        }
        lock.wait(leftMillis);
      }
      return true;
    }
  }

  /** Whether the pairs are known, and nobody waits for his turn. */
  boolean isOpen() {
    return isOpen;
  }

  boolean hasGuests() {
    synchronized (lock) {
      return !guests.isEmpty();
    }
  }

  /** Waits until nobody waits here; false when that took too long. */
  boolean awaitEmpty(long nanos) throws InterruptedException {
    long deadline = System.nanoTime() + nanos;
    synchronized (lock) {
      while (!guests.isEmpty()) {
        long leftMillis = (deadline - System.nanoTime()) / 1_000_000;
        if (leftMillis <= 0) {
          return false;
        }
        lock.wait(leftMillis);
      }
      return true;
    }
  }

  /**
   * The pairs are known: everyone goes on, in order, before anybody who comes from now on.
   *
   * @param place makes it known where messages go
   */
  void open(Runnable place, Consumer<Guest> goOn) {
    synchronized (lock) {
      place.run();
      guests.forEach(goOn);
      guests.clear();
      isOpen = true;
      lock.notifyAll();
    }
  }

  /** Admits nobody from now on, and lets nobody wait any longer; futures stay until taken out. */
  void close(FeigeException why) {
    synchronized (lock) {
      closed = why;
      lock.notifyAll();
    }
  }

  /** Nobody will be served as long as that holds: takes out everyone and wakes the threads. */
  List<Guest> takeAll() {
    synchronized (lock) {
      List<Guest> all = new ArrayList<>(guests);
      guests.clear();
      lock.notifyAll();
      return all;
    }
  }

  /** Takes out whoever has waited for too long. */
  List<Guest> takeExpired(long nowNanos) {
    List<Guest> expired = new ArrayList<>();
    synchronized (lock) {
      Guest first = guests.peek();
      while (first != null && first.deadlineNanos() - nowNanos <= 0) {
        expired.add(guests.remove());
        first = guests.peek();
      }
      lock.notifyAll();
    }
    return expired;
  }

  private void checkClosed() {
    FeigeException why = closed;
    if (why != null && !isOpen) {
      throw FeigeException.seenBy(why);
    }
  }

  /** What a message is told that has waited for too long. */
  static FeigeException notPlaced(String topic, String because) {
    return FeigeException.of(
        ErrorCode.CONNECT_FAILED, "Not sent in time to topic " + topic + ". " + because);
  }
}
