package io.feige.client.internal.net;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that owns the engine's state, as everyone else sees it; other clients of the
 * process may have the same one. Any thread may hand it tasks. A task that throws is a bug: it is
 * logged, and the loop goes on. After the client is closed tasks are dropped: there is nothing left
 * that they could be about.
 */
public final class ClientLoop {
  private static final Logger LOG = LoggerFactory.getLogger(ClientLoop.class);

  private final EventLoop loop;
  private volatile boolean isClosed;

  ClientLoop(EventLoop loop) {
    this.loop = loop;
  }

  /** Runs a task soon. */
  public void execute(Runnable task) {
    try {
      loop.execute(() -> guarded(task));
    } catch (RejectedExecutionException e) {
      LOG.debug("the client is closed, a task is dropped");
    }
  }

  /** Runs a task after so many milliseconds. */
  public void afterMillis(long millis, Runnable task) {
    afterNanos(TimeUnit.MILLISECONDS.toNanos(millis), task);
  }

  /** Runs a task after so many nanoseconds. */
  public void afterNanos(long nanos, Runnable task) {
    try {
      ScheduledFuture<?> unused = loop.schedule(() -> guarded(task), nanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("the client is closed, a task is dropped");
    }
  }

  /** Runs a task after so many milliseconds, unless what is returned is cancelled before. */
  public Future<?> laterMillis(long millis, Runnable task) {
    try {
      return loop.schedule(() -> guarded(task), millis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("the client is closed, a task is dropped");
      return new CompletableFuture<>();
    }
  }

  EventLoop netty() {
    return loop;
  }

  /** Drops all tasks from now on. */
  void close() {
    isClosed = true;
  }

  // A task's exception would vanish in its future, or be told as if it were the loop's.
  private void guarded(Runnable task) {
    if (isClosed) {
      return;
    }
    try {
      task.run();
    } catch (RuntimeException e) {
      LOG.error("a task of the client failed", e);
    }
  }
}
