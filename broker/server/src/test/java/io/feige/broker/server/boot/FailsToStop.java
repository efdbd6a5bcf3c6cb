package io.feige.broker.server.boot;

import io.feige.broker.server.net.Connection;
import io.feige.broker.server.net.HostPort;
import io.feige.broker.server.net.ServedPair;
import io.feige.broker.server.ops.HealthReport;
import io.feige.protocol.command.DiskUse;
import io.feige.protocol.command.Request;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A pair that has stopped when it is told to, and throws all the same. */
record FailsToStop(ServedPair pair) implements ServedPair {
  @Override
  public void start(HostPort advertised) {
    pair.start(advertised);
  }

  @Override
  public HealthReport health() {
    return pair.health();
  }

  @Override
  public CompletableFuture<DiskUse> disk(int limit) {
    return pair.disk(limit);
  }

  @Override
  public CompletionStage<Void> stop() {
    var _ = pair.stop().toCompletableFuture().join();
    throw new IllegalStateException("the loop takes nothing any more");
  }

  @Override
  public void submit(Connection from, int correlationId, Request request) {
    pair.submit(from, correlationId, request);
  }

  @Override
  public void closed(Connection connection) {
    pair.closed(connection);
  }
}
