package io.feige.client.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VerdictRestTest {
  private static final long MILLI = 1_000_000;

  private final VerdictRest rest = new VerdictRest();
  private long now = 1_000 * MILLI;
  private long gathered;

  @Test
  void nothingRestsUntilTheNodeSaysSo() {
    rest.sent(now);

    assertThat(left()).isZero();
  }

  @Test
  void verdictsGatherForAsLongAsTheNodeSaysWhileMoreCome() {
    rest.mayLast(5);
    rest.sent(now);

    assertThat(left()).isEqualTo(2 * MILLI);
    comes(2 * MILLI);
    assertThat(left()).isEqualTo(2 * MILLI);
    comes(2 * MILLI);
    assertThat(left()).isEqualTo(MILLI);
    comes(MILLI);
    assertThat(left()).isZero();
  }

  @Test
  void whatComesLongAfterTheLastBatchLeavesAtOnce() {
    rest.mayLast(5);
    rest.sent(now);
    comes(6 * MILLI);

    assertThat(left()).isZero();
  }

  @Test
  void whoWaitsForEachOutcomeIsHardlyEverMadeToRest() {
    rest.mayLast(5);
    int rests = 0;
    for (int i = 0; i < 10_000; i++) {
      rest.sent(now);
      comes(MILLI / 2);
      long nanos = left();
      if (nanos > 0) {
        rests++;
        now += nanos;
        assertThat(left()).as("nothing more has come").isZero();
      }
    }

    assertThat(rests).isBetween(1, 50);
  }

  @Test
  void whenMoreComeAgainTheyGatherAgain() {
    rest.mayLast(5);
    rest.sent(now);
    assertThat(left()).isPositive();
    now += 2 * MILLI;
    assertThat(left()).isZero();
    rest.sent(now);
    comes(MILLI);
    assertThat(left()).as("the one after a rest in vain").isZero();
    rest.sent(now);
    comes(MILLI);

    assertThat(left()).isPositive();
  }

  private long left() {
    return rest.left(now, gathered);
  }

  private void comes(long nanosLater) {
    now += nanosLater;
    gathered++;
  }
}
