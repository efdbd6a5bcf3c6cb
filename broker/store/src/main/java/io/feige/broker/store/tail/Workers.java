package io.feige.broker.store.tail;

import java.util.ArrayDeque;
import java.util.concurrent.Semaphore;

/** The numbers of the workers that are free. Any thread gives back, one takes. */
final class Workers {
  private final int count;
  private final Semaphore free;
  private final ArrayDeque<Integer> numbers = new ArrayDeque<>();

  Workers(int count) {
    this.count = count;
    this.free = new Semaphore(count);
    for (int i = 0; i < count; i++) {
      numbers.add(i);
    }
  }

  boolean hasFree() {
    return free.availablePermits() > 0;
  }

  /** Waits for a worker, and takes it. */
  int take() throws InterruptedException {
    free.acquire();
    return takeNumber();
  }

  /** Waits until all are free, and takes them; they go by the number of one. */
  int takeAll() throws InterruptedException {
    free.acquire(count);
    return takeNumber();
  }

  /** Gives back what was taken. */
  void giveBack(int number, boolean areAll) {
    synchronized (numbers) {
      numbers.push(number);
    }
    free.release(areAll ? count : 1);
  }

  private int takeNumber() {
    synchronized (numbers) {
      return numbers.pop();
    }
  }
}
