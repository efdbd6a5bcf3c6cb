package io.feige.broker.sim;

import io.feige.broker.sim.world.Mutation;
import io.feige.broker.sim.world.Violation;

/** Plays a seed twice: what is not the same both times cannot be repeated, and so is a bug. */
final class SeedPlay {
  private SeedPlay() {}

  static Simulation.Result twice(long seed, Mutation mutation) {
    Simulation.Result first = Simulation.run(seed, mutation, 0);
    Simulation.Result second = Simulation.run(seed, mutation, 0);
    if (first.violation() == null && first.hash() != second.hash()) {
      Violation differs =
          new Violation(
              "the same seed went two ways: trace hashes %x and %x, %d and %d events"
                  .formatted(first.hash(), second.hash(), first.events(), second.events()));
      return new Simulation.Result(
          seed,
          first.hash(),
          first.events(),
          first.frames(),
          first.restarts(),
          differs,
          first.story());
    }
    return first;
  }
}
