package io.feige.broker.sim.cluster;

import io.feige.broker.sim.cluster.wire.Breakage;
import io.feige.broker.sim.world.Violation;

/** Plays a seed twice: what is not the same both times cannot be repeated, and so is a bug. */
final class PairPlay {
  private PairPlay() {}

  static ClusterSimulation.Result twice(long seed, Breakage breakage) {
    ClusterSimulation.Result first = ClusterSimulation.run(seed, breakage, 0);
    ClusterSimulation.Result second = ClusterSimulation.run(seed, breakage, 0);
    if (first.violation() != null || first.hash() == second.hash()) {
      return first;
    }
    Violation differs =
        new Violation(
            "the same seed went two ways: trace hashes %x and %x, %d and %d events"
                .formatted(
                    first.hash(),
                    second.hash(),
                    first.figures().events(),
                    second.figures().events()));
    return first.with(differs);
  }
}
