package io.feige.broker.server.net;

import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * Connections of one event loop that have something to send and no memory for it, in the order in
 * which they came. Looked at again every few milliseconds. Only on the loop.
 */
final class MemoryWaiters implements Runnable {
  private static final long PERIOD_MILLIS = 5;

  private final EventLoop loop;
  // Each stands in it at most once.
  private final ArrayDeque<Outgoing> waiting = new ArrayDeque<>();
  private boolean isScheduled;

  MemoryWaiters(EventLoop loop) {
    this.loop = loop;
  }

  void add(Outgoing outgoing) {
    waiting.add(outgoing);
    schedule();
  }

  @Override
  public void run() {
    isScheduled = false;
    for (int left = waiting.size(); left > 0; left--) {
      waiting.remove().memoryMayBeThere();
    }
    if (!waiting.isEmpty()) {
      schedule();
    }
  }

  private void schedule() {
    if (!isScheduled) {
      isScheduled = true;
      var _ = loop.schedule(this, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }
  }
}
