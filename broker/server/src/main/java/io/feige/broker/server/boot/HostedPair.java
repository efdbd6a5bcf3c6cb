package io.feige.broker.server.boot;

import io.feige.broker.server.net.HostPort;
import io.feige.broker.server.pair.PairLoop;
import io.feige.protocol.cluster.PairOrder;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.ReplicaReport;
import io.netty.channel.EventLoop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** A replica of this node and its links to the other member. Any thread. */
record HostedPair(String selfNode, PairLoop replica, PeerLinks links) {
  /**
   * Carries out what Admin says, on the pair's loop, and tells how the replica is then.
   *
   * @param order null: nothing new, how is it?
   * @return complete on return, if this is the pair's loop
   */
  CompletableFuture<ReplicaReport> obey(@Nullable PairOrder order) {
    CompletableFuture<ReplicaReport> report = new CompletableFuture<>();
    EventLoop loop = replica.loop();
    if (loop.inEventLoop()) {
      obey(order, report);
    } else {
      try {
        loop.execute(() -> obey(order, report));
      } catch (RejectedExecutionException ended) {
        report.completeExceptionally(ended);
      }
    }
    return report;
  }

  private void obey(@Nullable PairOrder order, CompletableFuture<ReplicaReport> report) {
    try {
      if (order != null) {
        PairState state = order.state();
        links.peerIs(state.other(selfNode), peer(order));
        replica.otherServesAt(clients(order));
        replica.otherDied(order.peerDeath());
        replica.learn(state, order.handOver());
      }
      report.complete(replica.report());
    } catch (RuntimeException | Error e) {
      report.completeExceptionally(e);
    }
  }

  private static @Nullable HostPort peer(PairOrder order) {
    return order.peerHost().isEmpty() ? null : new HostPort(order.peerHost(), order.peerPort());
  }

  private static String clients(PairOrder order) {
    return order.clientHost().isEmpty()
        ? ""
        : new HostPort(order.clientHost(), order.clientPort()).toString();
  }
}
