package io.feige.broker.sim.cluster.wire;

import io.feige.protocol.command.NodeReport;

/** An Admin's end of a node's connection. */
public interface AdminDoor {
  /** Where an Admin takes nodes. */
  static String address(String host) {
    return host + "/nodes";
  }

  void hello();

  void reported(NodeReport report);
}
