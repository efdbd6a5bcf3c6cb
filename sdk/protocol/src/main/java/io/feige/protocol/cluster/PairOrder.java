package io.feige.protocol.cluster;

import io.feige.protocol.model.Range;

/**
 * What Admin tells a node about one of its pairs.
 *
 * @param state as stored
 * @param handOver the active is to hand over as soon as it can
 * @param peerHost where the other member takes replication links; empty: not known
 * @param peerPort its port, 1 to 65,535; 0: not known
 * @param clientHost where it takes clients, so that they can be sent there; empty: not known
 * @param clientPort its port, 1 to 65,535; 0: not known
 * @param peerDeath proves that the other member's process has ended; {@link Death#NONE}: nothing
 *     does
 */
public record PairOrder(
    PairState state,
    boolean handOver,
    String peerHost,
    int peerPort,
    String clientHost,
    int clientPort,
    String peerDeath) {
  /**
   * Refuses half an address.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public PairOrder {
    requireWhole(peerHost, peerPort);
    requireWhole(clientHost, clientPort);
    Death.require("peerDeath", peerDeath);
  }

  /** An order that proves no death. */
  public PairOrder(
      PairState state,
      boolean handOver,
      String peerHost,
      int peerPort,
      String clientHost,
      int clientPort) {
    this(state, handOver, peerHost, peerPort, clientHost, clientPort, Death.NONE);
  }

  private static void requireWhole(String host, int port) {
    if (host.isEmpty()) {
      Range.require("port without a host", port, 0, 0);
    } else {
      Range.requireAddress(host, port);
    }
  }
}
