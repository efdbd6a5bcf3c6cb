package io.feige.dist.cluster;

import io.feige.dist.cli.CliException;
import java.util.concurrent.ThreadLocalRandom;

/** Ports in a row that nobody listens on at this moment. */
public final class FreePorts {
  private static final int MOST_ATTEMPTS = 50;

  // Below those that systems take for outgoing connections, so that a process that was killed finds
  // its ports free when it starts again.
  private static final int LOWEST = 20_000;
  private static final int HIGHEST = 31_000;

  private FreePorts() {}

  /** The first of those that a cluster of so many nodes needs. */
  public static int forNodes(int nodes) {
    CliException last = null;
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      int base = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
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
