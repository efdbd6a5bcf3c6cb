package io.feige.client.internal.base;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that all clients and listeners of a process take turns on, besides those of the
 * network. All are daemons, and all end when there has been nothing to do for some seconds, so
 * nobody has to shut them down.
 */
public final class SharedThreads {
  private static final long IDLE_SECONDS = 5;
  private static final int MAX_LOOKUPS = 4;

  private static final ThreadPoolExecutor WORKERS =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          daemons("feige-worker"));

  private static final ThreadPoolExecutor LOOKUPS =
      new ThreadPoolExecutor(
          MAX_LOOKUPS,
          MAX_LOOKUPS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          daemons("feige-lookup"));

  private static final ScheduledThreadPoolExecutor TIMER =
      new ScheduledThreadPoolExecutor(1, daemons("feige-timer"));

  static {
    LOOKUPS.allowCoreThreadTimeOut(true);
    TIMER.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    TIMER.allowCoreThreadTimeOut(true);
    TIMER.setRemoveOnCancelPolicy(true);
  }

  private SharedThreads() {}

  /**
   * For what may block: handlers and dependent stages. A task never waits for another one to end;
   * how many there are at a time is bounded by those who hand them in.
   */
  public static Executor workers() {
    return WORKERS;
  }

  /** For looking up names, which can take seconds. */
  public static Executor lookups() {
    return LOOKUPS;
  }

  /** For what is due at a time and never blocks. */
  public static ScheduledExecutorService timer() {
    return TIMER;
  }

  private static ThreadFactory daemons(String duty) {
    AtomicInteger number = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, duty + "-" + number.getAndIncrement());
      thread.setDaemon(true);
      return thread;
    };
  }
}
