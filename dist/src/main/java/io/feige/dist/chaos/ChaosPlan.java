package io.feige.dist.chaos;

import java.time.Duration;
import java.util.Set;

/**
 * What is to be done.
 *
 * @param kinds of faults, names of {@link FaultChoice#KINDS}
 */
record ChaosPlan(long seed, Duration time, Set<String> kinds) {
  ChaosPlan {
    kinds = Set.copyOf(kinds);
  }
}
