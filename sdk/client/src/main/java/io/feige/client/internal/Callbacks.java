package io.feige.client.internal;

import io.feige.client.internal.base.SharedThreads;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a client runs the stages that depend on its futures, unless its user says where: one after
 * the other, on a thread of the process that it has only while there is something to run. What
 * queues here is bounded by the memory limit: it holds reserved bytes until it has run.
 */
final class Callbacks implements Executor {
  private static final Logger LOG = LoggerFactory.getLogger(Callbacks.class);

  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private boolean isRunning;

  /**
   * Runs tasks on the first executor, and on the second if the first refuses: a future must never
   * stay incomplete because of an executor that was shut down.
   */
  static Executor orElse(Executor first, Executor second) {
    return task -> {
      try {
        first.execute(task);
      } catch (RejectedExecutionException refused) {
        second.execute(task);
      }
    };
  }

  @Override
  public void execute(Runnable task) {
    synchronized (this) {
      tasks.add(task);
      if (isRunning) {
        return;
      }
      isRunning = true;
    }
    try {
      SharedThreads.workers().execute(this::run);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      run(); // There is no thread to be had.
    }
  }

  private void run() {
    Runnable task = next();
    while (task != null) {
      try {
        task.run();
      } catch (RuntimeException | Error e) {
        LOG.error("a callback of the client failed", e);
      }
      task = next();
    }
  }

  private synchronized @Nullable Runnable next() {
    Runnable task = tasks.poll();
    isRunning = task != null;
    return task;
  }
}
