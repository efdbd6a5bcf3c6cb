package io.feige.broker.sim.cluster.wire;

import io.feige.protocol.command.Beat;

/** A node's end of its connection to an Admin. */
public interface LedNode {
  void welcomed();

  /**
   * It does not lead.
   *
   * @param leader who does; empty: not known
   */
  void refused(String leader);

  void beat(Beat beat);
}
