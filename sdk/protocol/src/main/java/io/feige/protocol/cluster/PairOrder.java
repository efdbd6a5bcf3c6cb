package io.feige.protocol.cluster;

import io.feige.protocol.model.Range;

/**
 * What Admin tells a node about one of its pairs.
 *
 * @param state as stored
 * @param handOver the active is to hand over as soon as it can
 * @param peerHost where the other member takes replication links; empty: not known
 * @param peerPort its port, 1 to 65,535; 0: not known
 */
public record PairOrder(PairState state, boolean handOver, String peerHost, int peerPort) {
  /**
   * Refuses half an address.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public PairOrder {
    if (peerHost.isEmpty()) {
      Range.require("port without a host", peerPort, 0, 0);
    } else {
      Range.requireAddress(peerHost, peerPort);
    }
  }
}
