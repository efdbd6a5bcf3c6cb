package io.feige.broker.server.net;

import io.feige.broker.server.ops.HealthReport;
import io.feige.protocol.command.DiskUse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A pair's replica in this node, from the outside. */
public interface ServedPair extends RequestSink {
  /**
   * Begins to serve; it does when {@link #health} says so.
   *
   * @param advertised where clients find this node
   */
  void start(HostPort advertised);

  /** How it is; any thread. */
  HealthReport health();

  /**
   * Who holds how much of its journal, whether or not it serves; any thread.
   *
   * @param limit so many at most
   */
  CompletableFuture<DiskUse> disk(int limit);

  /**
   * Stops: takes nothing new, makes durable and answers what is pending, writes a snapshot, closes
   * the journal. Complete when all of that is done; any thread. Pulls that wait may be left without
   * an answer: their connections end next.
   */
  CompletionStage<Void> stop();
}
