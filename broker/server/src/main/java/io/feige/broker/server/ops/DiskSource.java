package io.feige.broker.server.ops;

import io.feige.protocol.command.DiskUse;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;

/** Who holds how much of the journals of a node. */
public interface DiskSource {
  /**
   * Asks the node's replicas. Any thread.
   *
   * @param pair whose; empty: of all of them
   * @param limit so many holders at most of each
   * @return by name of the pair; without those that the node does not have
   */
  SortedMap<String, CompletableFuture<DiskUse>> ask(String pair, int limit);
}
