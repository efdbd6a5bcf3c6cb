package io.feige.admin.front;

import io.feige.protocol.command.NodeReport;

/** Hears what nodes tell. Called on the front's loop; must not block. */
public interface NodeSink {
  /** A node that has shown the cluster's secret tells how it is. */
  void reported(long connection, NodeReport report);

  /** A connection over which a node had reported has ended. */
  void gone(String node, long connection);
}
