package io.feige.broker.server.boot;

import io.feige.broker.server.net.ServedPair;
import io.feige.broker.server.ops.LogId;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits for replicas to stop, and says when they did not. */
final class Stopping {
  private static final Logger LOG = LoggerFactory.getLogger(Stopping.class);

  private Stopping() {}

  static void stopAll(Collection<? extends ServedPair> pairs, long endNanos)
      throws InterruptedException {
    List<CompletableFuture<Void>> stops =
        pairs.stream().map(pair -> pair.stop().toCompletableFuture()).toList();
    for (CompletableFuture<Void> stop : stops) {
      await(stop, endNanos);
    }
  }

  private static void await(CompletableFuture<Void> stop, long endNanos)
      throws InterruptedException {
    try {
      stop.get(Math.max(0, endNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      LOG.warn(
          "{} the pair was not done within stopTimeout; what was confirmed is safe, the next start"
              + " replays more",
          LogId.STOP_TOO_SLOW);
    } catch (ExecutionException e) {
      LOG.error("{} the pair did not stop in order", LogId.STOP_TOO_SLOW, e.getCause());
    }
  }
}
