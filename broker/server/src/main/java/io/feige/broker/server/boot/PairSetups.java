package io.feige.broker.server.boot;

import io.feige.broker.server.net.PairSetup;

/** Makes what a pair's replica needs in order to open. Any thread. */
@FunctionalInterface
interface PairSetups {
  /**
   * For a pair that is not open here.
   *
   * @param isMaster whether this node serves it when all is well
   */
  PairSetup of(String pair, boolean isMaster);
}
