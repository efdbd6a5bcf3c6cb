package io.feige.client.internal.listen;

import io.feige.client.internal.base.SharedThreads;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Work that is done by up to so many threads of the process at a time, and by none while there is
 * nothing to do. Any thread.
 *
 * <p>Owns the number of threads at work and whether there was a signal since one of them looked
 * last, so that a signal that comes while the last thread leaves is not missed.
 */
final class Crew {
  /** What is to be done. */
  interface Duty {
    /** Does one piece of work; false if there is none. */
    boolean step();
  }

  private final int most;
  private final String name;
  private final Duty duty;
  private final Consumer<Throwable> trouble;
  private final @Nullable ClassLoader classes = Thread.currentThread().getContextClassLoader();
  private int atWork;
  private boolean isSignalled;
  private boolean isClosed;

  /**
   * A crew at rest.
   *
   * @param name what its threads are called while they work for it
   * @param trouble told when there is no thread to be had, or when the duty throws
   */
  Crew(int most, String name, Duty duty, Consumer<Throwable> trouble) {
    this.most = most;
    this.name = name;
    this.duty = duty;
    this.trouble = trouble;
  }

  /** There may be something to do, for one thread more than are at work. */
  void signal() {
    synchronized (this) {
      isSignalled = true;
      if (isClosed || atWork >= most) {
        return;
      }
      atWork++;
    }
    try {
      SharedThreads.workers().execute(this::work);
    } catch (RuntimeException | OutOfMemoryError e) {
      left();
      tell(e);
    }
  }

  /** Nothing more is begun. */
  synchronized void close() {
    isClosed = true;
  }

  /** Waits until nobody is at work. */
  synchronized void awaitRest(long deadlineNanos) throws InterruptedException {
    long leftMillis = 1 + (deadlineNanos - System.nanoTime()) / 1_000_000;
    while (atWork > 0 && leftMillis > 0) {
      wait(leftMillis);
      leftMillis = 1 + (deadlineNanos - System.nanoTime()) / 1_000_000;
    }
  }

  private void work() {
    Thread thread = Thread.currentThread();
    String ownName = thread.getName();
    ClassLoader ownClasses = thread.getContextClassLoader();
    thread.setName(name);
    thread.setContextClassLoader(classes);
    try {
      while (goesOn()) {
        boolean unused = Thread.interrupted(); // Nobody here means it, and waiting would end.
        boolean wasSomething = step();
        if (!wasSomething && leaves()) {
          return;
        }
      }
    } finally {
      thread.setName(ownName);
      thread.setContextClassLoader(ownClasses);
    }
  }

  private boolean step() {
    try {
      return duty.step();
    } catch (Throwable e) { // Whatever it is: a thread that ends here would be missing for ever.
      tell(e);
      return false;
    }
  }

  private void tell(Throwable failure) {
    try {
      trouble.accept(failure);
    } catch (Throwable alsoThat) { // There may be no memory left even to tell.
      failure.addSuppressed(alsoThat);
    }
  }

  private synchronized boolean goesOn() {
    isSignalled = false;
    if (isClosed) {
      left();
    }
    return !isClosed;
  }

  private synchronized boolean leaves() {
    if (isSignalled) {
      return false;
    }
    left();
    return true;
  }

  private synchronized void left() {
    atWork--;
    notifyAll();
  }
}
