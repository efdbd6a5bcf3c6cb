package io.feige.broker.sim.cluster.wire;

import io.feige.protocol.link.LinkMessage;

/** A replica's end of a connection to the other member of its pair. */
public interface LinkEnd {
  /** Where a node takes links. */
  static String address(String host) {
    return host + "/links";
  }

  /** Whoever dialled has shown that it belongs to the cluster. */
  void proven(String pair);

  void received(LinkMessage message);
}
