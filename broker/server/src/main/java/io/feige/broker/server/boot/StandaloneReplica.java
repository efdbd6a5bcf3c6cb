package io.feige.broker.server.boot;

import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.net.RequestSink;
import io.feige.broker.server.net.ServedPair;
import io.feige.broker.server.ops.HealthReport;
import io.feige.protocol.command.DiskUse;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The one pair of a node without an Admin, which has no other member. */
final class StandaloneReplica implements Replicas {
  private static final long SERVING_POLL_NANOS = 500_000;
  private static final long LONGEST_ACTIVATION_NANOS = 60_000_000_000L;

  private final ServedPair pair;

  StandaloneReplica(ServedPair pair) {
    this.pair = pair;
  }

  /**
   * Waits until it serves: the activation takes an fsync, and a client that came before it would be
   * sent away for nothing.
   *
   * @throws StartException if it does not come to that
   */
  void awaitServing() {
    long end = System.nanoTime() + LONGEST_ACTIVATION_NANOS;
    while (!pair.health().serving()) {
      if (!pair.health().alive() || System.nanoTime() - end > 0) {
        throw new StartException("the pair does not serve: " + pair.health().reason(), null);
      }
      LockSupport.parkNanos(SERVING_POLL_NANOS);
    }
  }

  @Override
  public @Nullable RequestSink find(String name) {
    return name.isEmpty() || name.equals(PairSetup.STANDALONE_PAIR) ? pair : null;
  }

  @Override
  public SortedMap<String, CompletableFuture<DiskUse>> ask(String name, int limit) {
    SortedMap<String, CompletableFuture<DiskUse>> asked = new TreeMap<>();
    if (find(name) != null) {
      asked.put(PairSetup.STANDALONE_PAIR, pair.disk(limit));
    }
    return asked;
  }

  @Override
  public HealthReport health() {
    return pair.health();
  }

  @Override
  public SortedMap<String, String> broken() {
    SortedMap<String, String> broken = new TreeMap<>();
    if (!pair.health().alive()) {
      broken.put(PairSetup.STANDALONE_PAIR, pair.health().reason());
    }
    return broken;
  }

  @Override
  public void handOver(long endNanos) {}

  @Override
  public void stop(long endNanos) throws InterruptedException {
    Stopping.stopAll(List.of(pair), endNanos);
  }

  @Override
  public void close() {}
}
