package io.feige.client.internal;

import io.feige.client.internal.base.Resumable;
import io.feige.client.internal.base.SharedThreads;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a client runs the stages that depend on its futures, unless its user says where: one after
 * the other, on a thread of the process that it has only while there is something to run. A task
 * that takes longer than {@value #PATIENCE_MILLIS} to {@code 20} ms, because it waits for
 * something, keeps its thread, and another thread goes on with the others: what it waits for may be
 * among them. What queues here is bounded by the memory limit: it holds reserved bytes until it has
 * run.
 */
final class Callbacks implements Executor {
  private static final Logger LOG = LoggerFactory.getLogger(Callbacks.class);

  /** A task that began before the last look is stuck. */
  static final int PATIENCE_MILLIS = 10;

  /** Threads that are stuck at a time. Beyond, the others wait for one of them. */
  static final int MOST_STUCK = 64;

  /** A thread's turn to run tasks. */
  private static final class Turn {
    private @Nullable Runnable task;
    private long begun;
    private long begunAtLook = -1;
  }

  private final Deque<Runnable> tasks = new ArrayDeque<>();
  private @Nullable Turn turn;
  private int stuck;
  private boolean isWatched;

  /**
   * Runs tasks on the first executor, and on the second if the first refuses: a future must never
   * stay incomplete because of an executor that was shut down. If a task does not come to its end,
   * another thread of the executor does the rest of it; one of ours asks for that, because an
   * executor may run a task in the thread that brings it.
   */
  static Executor orElse(Executor first, Executor second) {
    Executor either =
        task -> {
          try {
            first.execute(task);
          } catch (RejectedExecutionException refused) {
            second.execute(task);
          }
        };
    return task ->
        either.execute(task instanceof Resumable rest ? withHelp(rest, either, 0) : task);
  }

  /** With so many threads of the executor stuck in it already. */
  private static Runnable withHelp(Resumable rest, Executor executor, int stuck) {
    return () -> {
      Future<?> help = stuck == MOST_STUCK ? null : helpSoon(rest, executor, stuck + 1);
      try {
        rest.run();
      } finally {
        if (help != null) {
          help.cancel(false);
        }
      }
    };
  }

  /** Null: there is no thread to be had, so it goes without. */
  private static @Nullable Future<?> helpSoon(Resumable rest, Executor executor, int stuck) {
    Runnable ask = () -> executor.execute(withHelp(rest, executor, stuck));
    try {
      return SharedThreads.timer()
          .schedule(
              () -> SharedThreads.workers().execute(ask),
              2 * PATIENCE_MILLIS,
              TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      return null;
    }
  }

  @Override
  public void execute(Runnable task) {
    Turn fresh;
    synchronized (this) {
      tasks.add(task);
      if (turn != null) {
        return;
      }
      fresh = new Turn();
      turn = fresh;
    }
    if (!isStarted(fresh)) {
      run(fresh);
    }
  }

  /** False: there is no thread to be had. */
  private boolean isStarted(Turn fresh) {
    try {
      SharedThreads.workers().execute(() -> run(fresh));
      return true;
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      return false;
    }
  }

  private void run(Turn mine) {
    Runnable task = next(mine);
    while (task != null) {
      try {
        task.run();
      } catch (RuntimeException | Error e) {
        LOG.error("a callback of the client failed", e);
      }
      task = next(mine);
    }
  }

  private synchronized @Nullable Runnable next(Turn mine) {
    if (turn != mine) {
      stuck--;
      return null;
    }
    Runnable task = tasks.poll();
    mine.task = task;
    mine.begun++;
    turn = task == null ? null : mine;
    if (task != null && !isWatched) {
      isWatched = true;
      lookSoon();
    }
    return task;
  }

  private void lookSoon() {
    var unused = SharedThreads.timer().schedule(this::look, PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void look() {
    Turn fresh = takeOver();
    if (fresh != null && !isStarted(fresh)) {
      giveUp(fresh);
    }
  }

  /** Whoever goes on instead of a thread that is stuck; null: nobody has to. */
  private synchronized @Nullable Turn takeOver() {
    Turn present = turn;
    if (present == null) {
      isWatched = false;
      return null;
    }
    lookSoon();
    boolean isStuck = present.begunAtLook == present.begun;
    present.begunAtLook = present.begun;
    boolean hasRest = present.task instanceof Resumable || !tasks.isEmpty();
    if (!isStuck || !hasRest || stuck == MOST_STUCK) {
      return null;
    }
    if (present.task instanceof Resumable rest) {
      tasks.addFirst(rest);
    }
    stuck++;
    Turn fresh = new Turn();
    turn = fresh;
    return fresh;
  }

  /** The next task that comes finds a thread for all of them. */
  private synchronized void giveUp(Turn fresh) {
    if (turn == fresh) {
      turn = null;
    }
  }
}
