package io.feige.broker.server.pair;

import io.feige.broker.server.ops.NodeMetrics;
import java.util.ArrayDeque;

/** Measures, per write to the journal, how long it took to become durable. On the loop. */
final class CommitTimes {
  private record Written(long position, long nanos) {}

  private final NodeMetrics metrics;
  private final ArrayDeque<Written> pending = new ArrayDeque<>();
  private long lastPosition;

  CommitTimes(NodeMetrics metrics) {
    this.metrics = metrics;
  }

  void written(long position) {
    if (position > lastPosition) {
      lastPosition = position;
      pending.add(new Written(position, System.nanoTime()));
    }
  }

  void durable(long position) {
    long now = System.nanoTime();
    while (!pending.isEmpty() && pending.peek().position() <= position) {
      metrics.appendToDurable(now - pending.remove().nanos());
    }
  }
}
