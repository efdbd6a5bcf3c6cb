package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** No client can take a replica away from the others, whatever it sends. */
final class HostileClientTest {
  private static final int STEPS = 24;

  /** For a long run: {@code -Dfeige.hostile.sequences=1000000}. */
  private static final long SEQUENCES = Long.getLong("feige.hostile.sequences", 3_000);

  private static final long FIRST = Long.getLong("feige.hostile.first", 1);

  @Test
  void replicaGoesOnWhateverCanBeDecodedAndReplayEqualsLife() {
    long handedOver = 0;
    for (long seed = FIRST; seed < FIRST + SEQUENCES; seed++) {
      handedOver += run(seed);
    }
    assertThat(handedOver)
        .as("commands that could be decoded, so that the runs are worth something")
        .isGreaterThan(SEQUENCES * STEPS / 3);
  }

  private static int run(long seed) {
    try {
      HostileRun run = new HostileRun(seed);
      run.storm(STEPS);
      run.check();
      return run.handedOver();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("seed " + seed, e);
    }
  }
}
