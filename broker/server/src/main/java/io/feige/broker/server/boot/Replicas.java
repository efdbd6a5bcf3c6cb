package io.feige.broker.server.boot;

import io.feige.broker.server.net.PairFinder;
import io.feige.broker.server.ops.DiskSource;
import io.feige.broker.server.ops.HealthReport;
import java.util.SortedMap;

/** The replicas of a node, from the outside. Any thread. */
interface Replicas extends PairFinder, DiskSource, AutoCloseable {
  /** How the node is. */
  HealthReport health();

  /** Which pairs' replicas take no part until the node is started anew, and why, by name. */
  SortedMap<String, String> broken();

  /**
   * First step of the stop, while everything is still served: hands over what can be handed over.
   *
   * @param endNanos returns by then, by {@link System#nanoTime}
   */
  void handOver(long endNanos) throws InterruptedException;

  /**
   * Second step: takes nothing new, makes durable and answers what is pending, closes the journals.
   *
   * @param endNanos gives up by then, which loses nothing that was confirmed
   */
  void stop(long endNanos) throws InterruptedException;

  /** Last step: lets go of ports and connections. */
  @Override
  void close();
}
