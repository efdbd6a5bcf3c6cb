package io.feige.dist.cluster;

import io.feige.dist.cli.CliException;
import io.feige.dist.process.PortRange;

/** Ports in a row that are this process' own, and that nobody listens on. */
public final class FreePorts {
  private static final int MOST_ATTEMPTS = 50;

  private FreePorts() {}

  /** The first of those that a cluster of so many nodes needs. */
  public static int forNodes(int nodes) {
    CliException last = null;
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      int base = PortRange.take(ClusterPlan.portsOf(nodes));
      try {
        LocalCluster.requirePorts(nodes, base);
        return base;
      } catch (CliException taken) {
        last = taken;
      }
    }
    throw last == null ? new IllegalStateException("no free ports were found") : last;
  }
}
