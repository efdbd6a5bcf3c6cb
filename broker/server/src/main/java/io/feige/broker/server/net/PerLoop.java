package io.feige.broker.server.net;

import io.netty.channel.EventLoop;

/** What the connections of one event loop have in common. Only on that loop. */
record PerLoop(FlushQueue flushes, MemoryWaiters waiters, Deadlines deadlines) {
  static PerLoop of(EventLoop loop, FrontState state) {
    return new PerLoop(new FlushQueue(loop), new MemoryWaiters(loop), new Deadlines(loop, state));
  }
}
