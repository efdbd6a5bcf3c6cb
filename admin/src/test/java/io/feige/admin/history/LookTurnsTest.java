package io.feige.admin.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LookTurnsTest {
  private static final int MANY = LookTurns.MANY + 1;

  private final LookTurns turns = new LookTurns();

  @Test
  void fewAreLookedAtEachStep() {
    for (long second = 1_000; second < 1_100; second += 10) {
      assertThat(turns.isDue(second)).isTrue();
      assertThat(turns.looked(LookTurns.MANY, second)).containsExactly(second);
    }
  }

  @Test
  void manyAreLookedAtEachFifthStepAndWhatIsSeenIsForThoseBefore() {
    assertThat(turns.looked(MANY, 1_000)).containsExactly(1_000);
    for (long second = 1_010; second < 1_050; second += 10) {
      assertThat(turns.isDue(second)).isFalse();
    }
    // A little late or early is the same step.
    assertThat(turns.isDue(1_058)).isTrue();
    assertThat(turns.isDue(1_050)).isTrue();
    assertThat(turns.looked(MANY, 1_050)).containsExactly(1_010, 1_020, 1_030, 1_040, 1_050);
  }

  @Test
  void aClockThatIsPutBackHoldsNothingUp() {
    assertThat(turns.looked(MANY, 9_000)).containsExactly(9_000);
    assertThat(turns.isDue(5_000)).isTrue();
    assertThat(turns.looked(MANY, 5_000)).containsExactly(5_000);
    assertThat(turns.isDue(5_010)).isFalse();
  }

  @Test
  void anAdminThatWasStoppedFillsNoMoreThanItLeavesOut() {
    assertThat(turns.looked(MANY, 1_000)).containsExactly(1_000);
    assertThat(turns.looked(MANY, 9_000)).containsExactly(8_960, 8_970, 8_980, 8_990, 9_000);
  }

  @Test
  void whoHasNotAnsweredIsAskedAtTheNextStepAndNothingIsFilled() {
    assertThat(turns.looked(MANY, 1_000)).hasSize(1);
    turns.failed();
    assertThat(turns.isDue(1_010)).isTrue();
    assertThat(turns.looked(MANY, 1_060)).containsExactly(1_060);
  }
}
