package io.feige.broker.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The whole pair under random faults. A seed that fails is a bug in a rule or in its making. */
final class PairPlayTest {
  private static final int SEEDS = Integer.getInteger("feige.play.seeds", 100);
  private static final int FIRST = Integer.getInteger("feige.play.first", 1);

  @Test
  void nothingConfirmedIsLostAndNeverDoTwoServe() {
    play(false);
  }

  @Test
  void theSameHoldsWhereTheyShareAStore() {
    play(true);
  }

  private static void play(boolean sharesStore) {
    long confirmed = 0;
    long epochs = 0;
    for (int seed = FIRST; seed < FIRST + SEEDS; seed++) {
      try {
        PairPlay.Outcome outcome = new PairPlay(seed, sharesStore).run();
        confirmed += outcome.confirmed();
        epochs += outcome.epochs();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
    }
    assertThat(confirmed / SEEDS).as("confirmed in a play").isGreaterThan(300);
    assertThat(epochs / SEEDS).as("activations in a play").isGreaterThan(2);
  }
}
