package io.feige.broker.server.pair;

import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.NodeMetrics;
import io.feige.broker.server.ops.RateLimitedLog;
import io.feige.protocol.command.CommandType;
import org.slf4j.LoggerFactory;

/**
 * Tells who asked for what held the pair's loop for long, while all others waited. On the pair's
 * loop.
 */
final class LongRequests {
  /** What takes longer is told. A request is decided on in slices that take a few milliseconds. */
  static final long LONG_NANOS = 20_000_000;

  private static final double NANOS_PER_MILLI = 1e6;

  private final RateLimitedLog log =
      RateLimitedLog.of(LoggerFactory.getLogger(LongRequests.class), LogId.LONG_REQUEST);
  private final NodeMetrics metrics;

  LongRequests(NodeMetrics metrics) {
    this.metrics = metrics;
  }

  /** A request was decided on, or its first slice. */
  void took(String peer, CommandType command, long nanos) {
    if (nanos >= LONG_NANOS) {
      metrics.longRequest();
      log.warn(
          peer,
          "its %s held the loop of the pair for %.0f ms"
              .formatted(command, nanos / NANOS_PER_MILLI));
    }
  }
}
