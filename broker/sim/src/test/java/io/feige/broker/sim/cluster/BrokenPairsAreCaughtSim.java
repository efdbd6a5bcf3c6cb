package io.feige.broker.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.sim.cluster.wire.Breakage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The checks are worth something: a protocol that is broken on purpose does not get through. */
@Timeout(value = 6, unit = TimeUnit.HOURS) // It may be given very many seeds.
class BrokenPairsAreCaughtSim {
  private static final long MOST_SEEDS = 2_000;

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void aBrokenProtocolIsCaught(Breakage breakage) {
    long seed = 1;
    ClusterSimulation.Result result = ClusterSimulation.run(seed, breakage, 0);
    while (result.violation() == null && seed < MOST_SEEDS) {
      result = ClusterSimulation.run(++seed, breakage, 0);
    }
    assertThat(result.violation()).as("%s in %d seeds", breakage.words(), seed).isNotNull();
    System.out.printf(
        "%s is caught by seed %d: %s%n", breakage.words(), seed, result.violation().getMessage());
  }
}
