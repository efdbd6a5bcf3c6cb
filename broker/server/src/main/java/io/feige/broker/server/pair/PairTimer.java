package io.feige.broker.server.pair;

import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;

/** A wake-up of the loop: the earliest that was asked for. On the loop. */
final class PairTimer {
  /** A wake-up this much too late is not worth a timer of its own. */
  private static final long SLACK_NANOS = 1_000_000;

  private final EventLoop loop;
  private final Runnable task;
  private long wakeAtNanos = Long.MAX_VALUE;

  PairTimer(EventLoop loop, Runnable task) {
    this.loop = loop;
    this.task = task;
  }

  /** Wakes at a time of the monotonic clock, or a little later; {@code Long.MAX_VALUE}: never. */
  void wakeBy(long nanos) {
    if (nanos < wakeAtNanos - SLACK_NANOS) {
      wakeAtNanos = nanos;
      long now = System.nanoTime();
      // Compared first: what is long over may be so far away that the difference has no sign.
      long wait = nanos <= now ? 0 : nanos - now;
      var _ = loop.schedule(() -> wake(nanos), wait, TimeUnit.NANOSECONDS);
    }
  }

  private void wake(long scheduledFor) {
    if (wakeAtNanos == scheduledFor) {
      wakeAtNanos = Long.MAX_VALUE;
    }
    task.run();
  }
}
