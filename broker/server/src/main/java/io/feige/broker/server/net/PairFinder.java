package io.feige.broker.server.net;

import org.jspecify.annotations.Nullable;

/** The pairs that a node has replicas of. Any thread. */
@FunctionalInterface
public interface PairFinder {
  /**
   * Who takes the requests for a pair.
   *
   * @param pair its name; empty: whichever the node has, best one that it serves
   * @return null if the node has no replica of it
   */
  @Nullable RequestSink find(String pair);
}
