package io.feige.broker.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.sim.world.Mutation;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The checks are worth something: a node that is broken on purpose does not get through. */
@Timeout(value = 6, unit = TimeUnit.HOURS) // It may be given very many seeds.
class MutationsAreCaughtSim {
  private static final long MOST_SEEDS = 2_000;

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void aBrokenNodeIsCaught(Mutation mutation) {
    long seed = 1;
    Simulation.Result result = Simulation.run(seed, mutation, 0);
    while (result.violation() == null && seed < MOST_SEEDS) {
      result = Simulation.run(++seed, mutation, 0);
    }
    assertThat(result.violation()).as("%s in %d seeds", mutation.words(), seed).isNotNull();
    System.out.printf(
        "%s is caught by seed %d: %s%n", mutation.words(), seed, result.violation().getMessage());
  }
}
