package io.feige.broker.core.controller.evidence;

import io.feige.broker.core.time.RecentPeak;
import java.util.ArrayDeque;

/**
 * When this Admin did not run although it wanted to. It hears nothing then, which says nothing of
 * the nodes.
 */
final class OwnPauses {
  private static final long LEAST_NANOS = Times.nanos(10);
  private static final int MOST = 64;

  private record Pause(long beginNanos, long endNanos) {
    long nanosSince(long nanos) {
      return Math.max(0, endNanos - Math.max(beginNanos, nanos));
    }
  }

  private final ArrayDeque<Pause> newestFirst = new ArrayDeque<>();
  private final RecentPeak peak = new RecentPeak();

  /** It runs again. */
  void ended(long nanos, long nowNanos) {
    if (nanos < LEAST_NANOS) {
      return;
    }
    peak.add(nanos, nowNanos);
    newestFirst.addFirst(new Pause(nowNanos - nanos, nowNanos));
    if (newestFirst.size() > MOST) {
      newestFirst.removeLast();
    }
  }

  /** How long it did not run since a time, as far as its last {@value #MOST} pauses tell. */
  long nanosSince(long nanos) {
    long sum = 0;
    for (Pause pause : newestFirst) {
      long part = pause.nanosSince(nanos);
      if (part == 0) {
        break;
      }
      sum += part;
    }
    return sum;
  }

  /** The longest of the last minutes. */
  long longestNanos(long nowNanos) {
    return peak.nanos(nowNanos);
  }
}
