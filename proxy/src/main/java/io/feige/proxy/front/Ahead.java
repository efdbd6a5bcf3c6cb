package io.feige.proxy.front;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What a client has sent and is not taken yet. It is taken one by one, in its order, on a virtual
 * thread that is there only while there is something to take; so is the queue, because most clients
 * of most moments send nothing. Any thread.
 *
 * @param <T> what comes
 */
public final class Ahead<T> {
  private static final int MOST_BYTES = 64 << 10;
  private static final int MOST_COUNT = 256;
  private static final int FEW = 4;

  /** Who takes it. */
  public interface Taker<T> {
    /** Takes one thing; may wait, and must not throw. */
    void take(T what);

    /** All was taken. */
    void tookAll();
  }

  private record Item<T>(T what, int bytes) {}

  private final Taker<T> taker;

  /** Null: nobody takes, and nothing is there. */
  private @Nullable ArrayDeque<Item<T>> items;

  private int bytes;

  /** Nothing yet. */
  public Ahead(Taker<T> taker) {
    this.taker = taker;
  }

  /** Something has come. */
  public void add(T what, int size) {
    if (isFirst(new Item<>(what, size))) {
      var _ = Thread.ofVirtual().name("feige-session").start(this::takeAll);
    }
  }

  private synchronized boolean isFirst(Item<T> item) {
    ArrayDeque<Item<T>> waiting = items;
    boolean isFirst = waiting == null;
    if (waiting == null) {
      waiting = new ArrayDeque<>(FEW);
      items = waiting;
    }
    waiting.add(item);
    bytes += item.bytes();
    return isFirst;
  }

  /** Whether the client is to wait before it sends more. */
  public synchronized boolean isTooMuch() {
    return bytes > MOST_BYTES || (items != null && items.size() > MOST_COUNT);
  }

  private void takeAll() {
    Item<T> item = next();
    while (item != null) {
      taker.take(item.what());
      item = next();
    }
    taker.tookAll();
  }

  private synchronized @Nullable Item<T> next() {
    Item<T> item = items == null ? null : items.poll();
    if (item == null) {
      items = null;
    } else {
      bytes -= item.bytes();
    }
    return item;
  }
}
