package io.feige.dist.chaos;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What is to be done.
 *
 * @param recovery how long after a round all pairs may take to be in sync again
 * @param kinds of faults, names of {@link FaultChoice#KINDS}
 * @param rounds the faults of the first rounds; after these they are drawn until the time is over
 */
record ChaosPlan(
    long seed, Duration time, Duration recovery, Set<String> kinds, List<String> rounds) {
  ChaosPlan {
    kinds = Set.copyOf(kinds);
    rounds = List.copyOf(rounds);
  }
}
