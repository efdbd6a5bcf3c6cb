package io.feige.broker.store.tail;

import java.util.ArrayDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * Threads with numbers. They belong to the system and are not virtual: each waits for a database
 * most of the time, and a virtual one is woken through two other threads. One thread takes and
 * begins, any gives back.
 */
final class Workers implements AutoCloseable {
  private final int count;
  private final Semaphore free;
  private final ArrayDeque<Integer> numbers = new ArrayDeque<>();
  private final ExecutorService threads;

  Workers(int count, String name) {
    this.count = count;
    this.free = new Semaphore(count);
    for (int i = 0; i < count; i++) {
      numbers.add(i);
    }
    this.threads =
        Executors.newFixedThreadPool(
            count, Thread.ofPlatform().daemon().name(name + "-", 0).factory());
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

  /** Has something done by what was taken. */
  void begin(Runnable work) {
    threads.execute(work);
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

  /** Takes nothing new; what is under way goes on. */
  @Override
  public void close() {
    threads.shutdown();
  }
}
