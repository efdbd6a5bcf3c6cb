package io.feige.admin.front;

import io.feige.protocol.command.NodeReport;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what a port has heard of nodes, a line for each. */
final class HeardNodes implements NodeSink {
  final List<String> heard = new CopyOnWriteArrayList<>();

  @Override
  public void reported(long connection, NodeReport report) {
    heard.add(connection + " reported " + report);
  }

  @Override
  public void died(String node, String proof) {
    heard.add(node + " died " + proof);
  }

  @Override
  public void outdated(String node, long obeyed) {
    heard.add(node + " obeyed " + obeyed);
  }

  @Override
  public void gone(String node, long connection) {
    heard.add(connection + " gone " + node);
  }
}
