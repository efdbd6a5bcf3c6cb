package io.feige.broker.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.sim.world.Mutation;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node on one disk, through crashes, power cuts, failing and full disks. */
@Timeout(value = 6, unit = TimeUnit.HOURS) // It may be given very many seeds.
class DurableNodeSim {
  private static final long SEEDS = Long.getLong("feige.sim.seeds", 50);

  @Test
  void losesNothingConfirmedAndRepeatsNothingSettled() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      Simulation.Result result = SeedPlay.twice(seed, Mutation.NONE);
      if (result.violation() != null) {
        throw new AssertionError(SimMain.story(seed, Mutation.NONE), result.violation());
      }
      assertThat(result.frames()).as("frames of seed %d", seed).isPositive();
    }
  }
}
