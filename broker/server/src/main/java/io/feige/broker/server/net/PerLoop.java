package io.feige.broker.server.net;

import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;

/** What the connections of one event loop have in common. Only on that loop. */
record PerLoop(FlushQueue flushes, MemoryWaiters waiters, Deadlines deadlines, Turns turns) {
  static PerLoop of(EventLoop loop, FrontState state) {
    return new PerLoop(
        new FlushQueue(loop),
        new MemoryWaiters(loop),
        new Deadlines(loop, state),
        new Turns(task -> inNextRound(loop, task)));
  }

  /** A task that is due at once would still run in this round of the loop. */
  private static void inNextRound(EventLoop loop, Runnable task) {
    var _ = loop.schedule(task, 1, TimeUnit.NANOSECONDS);
  }
}
