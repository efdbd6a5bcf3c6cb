package io.feige.broker.server.net;

import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.NodeMetrics;
import io.feige.broker.server.ops.RateLimitedLog;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.LoggerFactory;

/** Counts connections of the node, and those that are being told that there are too many. */
final class ConnectionLimit {
  /** What becomes of a new connection. */
  enum Entry {
    ACCEPTED,
    /** It is told so, and ends. */
    REFUSED,
    /** So many are being told already that this one just ends. */
    DROPPED
  }

  private static final RateLimitedLog TOO_MANY =
      RateLimitedLog.of(LoggerFactory.getLogger(ConnectionLimit.class), LogId.TOO_MANY_CONNECTIONS);
  private static final int MAX_REFUSING = 256;

  private final int most;
  private final NodeMetrics metrics;
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger refusing = new AtomicInteger();

  ConnectionLimit(int most, NodeMetrics metrics) {
    this.most = most;
    this.metrics = metrics;
  }

  Entry enter(String peer) {
    if (accepted.incrementAndGet() <= most) {
      metrics.connectionOpened();
      return Entry.ACCEPTED;
    }
    accepted.decrementAndGet();
    metrics.connectionRefused();
    TOO_MANY.warn(peer, sentence());
    if (refusing.incrementAndGet() <= MAX_REFUSING) {
      return Entry.REFUSED;
    }
    refusing.decrementAndGet();
    return Entry.DROPPED;
  }

  void leave(Entry entry) {
    switch (entry) {
      case ACCEPTED -> {
        accepted.decrementAndGet();
        metrics.connectionClosed();
      }
      case REFUSED -> refusing.decrementAndGet();
      case DROPPED -> {}
    }
  }

  String sentence() {
    return "the node has " + most + " connections, as many as it accepts";
  }
}
