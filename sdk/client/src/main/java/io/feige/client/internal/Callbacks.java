package io.feige.client.internal;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The client's own small pools of daemon threads. */
final class Callbacks {
  private static final long IDLE_SECONDS = 10;

  private Callbacks() {}

  /**
   * Runs tasks on the first executor, on the second if the first refuses, and at once if both do: a
   * future must never stay incomplete because of an executor that was shut down.
   */
  static Executor orElse(Executor first, Executor second) {
    return task -> {
      try {
        first.execute(task);
      } catch (RejectedExecutionException refused) {
        runOn(second, task);
      }
    };
  }

  private static void runOn(Executor executor, Runnable task) {
    try {
      executor.execute(task);
    } catch (RejectedExecutionException refused) {
      task.run();
    }
  }

  /**
   * So many threads at most, none while idle. What queues here is bounded by the memory limit: it
   * holds reserved bytes until it has run.
   */
  static ExecutorService pool(String name, int threads) {
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, name + "-" + number.getAndIncrement());
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }
}
