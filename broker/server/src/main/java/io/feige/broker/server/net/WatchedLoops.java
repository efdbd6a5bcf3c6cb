package io.feige.broker.server.net;

import io.feige.broker.server.ops.Supervisor;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Event loops whose tasks cannot fail unseen. Netty keeps what a timer throws to itself and ends a
 * periodic one for it; here the supervisor is told, and the timer goes on. It also keeps to itself
 * what ends the thread of a loop, so the supervisor is told of that before Netty is.
 */
final class WatchedLoops extends MultiThreadIoEventLoopGroup {
  private WatchedLoops(
      int threads, ThreadFactory factory, IoHandlerFactory io, Supervisor supervisor) {
    super(threads, factory, io, supervisor);
  }

  static WatchedLoops start(
      int threads, String prefix, IoHandlerFactory io, Supervisor supervisor) {
    AtomicInteger number = new AtomicInteger();
    ThreadFactory named =
        task -> {
          String name = prefix + number.getAndIncrement();
          return new FastThreadLocalThread(supervisor.watched(name, task, _ -> {}), name);
        };
    return new WatchedLoops(threads, named, io, supervisor);
  }

  @Override
  protected IoEventLoop newChild(Executor executor, IoHandlerFactory io, Object... more) {
    return new Loop(this, executor, io, (Supervisor) more[0]);
  }

  /** The name of a loop's thread; empty: it has none yet, or it is not a loop of this kind. */
  static String threadOf(EventExecutor loop) {
    return loop instanceof Loop watched ? watched.threadName : "";
  }

  private static final class Loop extends SingleThreadIoEventLoop {
    private final Supervisor supervisor;
    private volatile String threadName = "";

    Loop(WatchedLoops group, Executor executor, IoHandlerFactory io, Supervisor supervisor) {
      super(group, executor, io);
      this.supervisor = supervisor;
    }

    @Override
    protected void run() {
      threadName = Thread.currentThread().getName();
      try {
        super.run();
      } catch (RuntimeException | Error e) {
        supervisor.died(Thread.currentThread().getName(), e);
        throw e;
      }
    }

    private Runnable watched(Runnable task) {
      return () -> {
        try {
          task.run();
        } catch (RuntimeException | Error e) {
          supervisor.fault("a task of " + Thread.currentThread().getName(), e);
        }
      };
    }

    @Override
    public void execute(Runnable task) {
      super.execute(watched(task));
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
      return super.schedule(watched(task), delay, unit);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(
        Runnable task, long first, long delay, TimeUnit unit) {
      return super.scheduleWithFixedDelay(watched(task), first, delay, unit);
    }
  }
}
