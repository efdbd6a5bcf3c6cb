package io.feige.admin.front;

import io.feige.protocol.command.NodeReport;

/** Hears what nodes tell. Called on the front's loop; must not block. */
public interface NodeSink {
  /** A node that has shown the cluster's secret tells how it is. */
  void reported(long connection, NodeReport report);

  /**
   * Somebody who knows the cluster's secret says that a node's process has ended.
   *
   * @param proof see {@link io.feige.protocol.cluster.Death}; may prove nothing
   */
  void died(String node, String proof);

  /**
   * A node takes no beats of this Admin, because it has obeyed one of a later leader epoch.
   *
   * @param obeyed that leader epoch; 0: the node does not say which
   */
  void outdated(String node, long obeyed);

  /** A connection over which a node had reported has ended. */
  void gone(String node, long connection);
}
