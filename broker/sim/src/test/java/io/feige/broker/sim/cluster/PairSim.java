package io.feige.broker.sim.cluster;

import io.feige.broker.sim.cluster.wire.Breakage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Pairs on two or three nodes, through everything that networks, machines and Admins do to them.
 */
@Timeout(value = 6, unit = TimeUnit.HOURS) // It may be given very many seeds.
class PairSim {
  /** They are short: ten for each of the number that is given. */
  private static final long SEEDS = 10 * Long.getLong("feige.sim.seeds", 50);

  @Test
  void losesNothingConfirmedAndIsServedByOneAtATime() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      ClusterSimulation.Result result = PairPlay.twice(seed, Breakage.NONE);
      if (result.violation() != null) {
        throw new AssertionError(PairMain.story(seed, Breakage.NONE), result.violation());
      }
    }
  }
}
