package io.feige.dist.process;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Where processes of ours listen that were told no port: below those that systems take for outgoing
 * connections, so that a process that was killed finds its ports free when it starts again.
 */
public final class PortRange {
  private static final int LOWEST = 20_000;
  private static final int HIGHEST = 31_000;

  /** Where a range of its own begins, for one of several that choose ports at the same time. */
  private static final Integer OWN_LOWEST = Integer.getInteger("feige.ports");

  private static final int OWN_PORTS = 1_000;

  private PortRange() {}

  /** Any port of it, whether somebody listens there or not. */
  public static int any() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return OWN_LOWEST == null
        ? random.nextInt(LOWEST, HIGHEST)
        : random.nextInt(OWN_LOWEST, OWN_LOWEST + OWN_PORTS);
  }
}
