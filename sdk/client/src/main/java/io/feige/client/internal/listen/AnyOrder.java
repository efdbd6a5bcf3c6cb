package io.feige.client.internal.listen;

import io.feige.client.Delivery;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Each thread takes a message and handles it. Any thread. */
final class AnyOrder implements Shift {
  private final Listener listener;
  private final int concurrency;
  private final AtomicInteger handling = new AtomicInteger();
  private final Crew crew;

  AnyOrder(Listener listener, int concurrency) {
    this.listener = listener;
    this.concurrency = concurrency;
    this.crew = listener.crew(concurrency, "", this::handleOne);
  }

  @Override
  public void signal() {
    crew.signal();
  }

  @Override
  public void close() {
    crew.close();
  }

  @Override
  public void giveBack() {
    // Nothing waits here.
  }

  @Override
  public void overdue(Delivery delivery) {
    // Nothing waits behind it.
  }

  @Override
  public void lasts(Delivery delivery) {
    // Nothing waits behind it.
  }

  @Override
  public void awaitRest(long deadlineNanos) throws InterruptedException {
    crew.awaitRest(deadlineNanos);
  }

  private boolean handleOne() {
    int free = Math.max(1, concurrency - handling.get());
    List<Delivery> one = listener.poll(1, free);
    if (one.isEmpty()) {
      return false;
    }
    handling.incrementAndGet();
    try {
      if (listener.hasMore()) {
        crew.signal();
      }
      boolean unused = listener.handle(one.get(0));
    } finally {
      handling.decrementAndGet();
    }
    return true;
  }
}
