package io.feige.broker.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.controller.port.DecisionKind;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class RandomTermTest {
  private static final int SEEDS = 300;
  private static final int STEPS = 400;

  @Test
  void whateverNodesSayTheRulesHold() {
    Set<DecisionKind> kinds = EnumSet.noneOf(DecisionKind.class);
    for (long seed = 0; seed < SEEDS; seed++) {
      try {
        kinds.addAll(new RandomTerm(seed).run(STEPS));
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
    assertThat(kinds).containsExactlyInAnyOrder(DecisionKind.values());
  }

  @Test
  void sameEventsLeadToTheSameDecisions() {
    for (long seed = 0; seed < 20; seed++) {
      RandomTerm once = new RandomTerm(seed);
      RandomTerm again = new RandomTerm(seed);
      once.run(STEPS);
      again.run(STEPS);

      assertThat(again.story()).isNotEmpty().isEqualTo(once.story());
    }
  }
}
