package io.feige.broker.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RetentionClockTest {
  private static final long BEGAN = 1_000_000_000_000L;
  private static final long HOUR = 3_600_000;
  private static final long YEAR = 365 * 24 * HOUR;

  private final RetentionClock clock = new RetentionClock(BEGAN, 0);
  private long passedMillis;

  /** Time passes, a second at a look, while the stamps are so far ahead of it. */
  private long pass(long millis, long aheadMillis) {
    long now = 0;
    for (long passed = 0; passed < millis; passed += 1_000) {
      passedMillis += 1_000;
      now = look(BEGAN + passedMillis + aheadMillis, false);
    }
    return now;
  }

  private long look(long stamp, boolean isCatchingUp) {
    return clock.millis(stamp, passedMillis * 1_000_000, isCatchingUp);
  }

  @Test
  void itIsTheTimeOfTheStamps() {
    assertThat(pass(HOUR, 0)).isEqualTo(BEGAN + HOUR);
  }

  @Test
  void itGoesOnWhereNothingIsWritten() {
    look(BEGAN, false);
    passedMillis = HOUR;

    assertThat(look(BEGAN, false)).isEqualTo(BEGAN + HOUR);
  }

  @Test
  void itNeverGoesFasterThanTwiceTheTimeThatPasses() {
    pass(HOUR, 0);

    assertThat(pass(HOUR, YEAR)).isEqualTo(BEGAN + 3 * HOUR);
  }

  @Test
  void itComesBackToTheStampsWhenTheyComeBackToTime() {
    pass(60_000, YEAR);
    assertThat(pass(120_000, 0)).isEqualTo(BEGAN + 180_000);
  }

  @Test
  void itNeverGoesBack() {
    long ahead = pass(HOUR, HOUR);

    assertThat(pass(60_000, 0)).isGreaterThanOrEqualTo(ahead);
  }

  @Test
  void whoCatchesUpFollowsAtOnce() {
    passedMillis = 1_000;

    assertThat(look(BEGAN + YEAR, true)).isEqualTo(BEGAN + YEAR);
  }

  @Test
  void emptyJournalBeginsWithItsFirstStamp() {
    RetentionClock empty = new RetentionClock(0, 0);

    assertThat(empty.millis(0, 0, false)).isZero();
    assertThat(empty.millis(BEGAN, 1, false)).isEqualTo(BEGAN);
  }

  @Test
  void emptyJournalThatWasLookedAtForLongBeginsWithItsFirstStampAsWell() {
    RetentionClock empty = new RetentionClock(0, 0);
    for (long seconds = 1; seconds <= 60; seconds++) {
      assertThat(empty.millis(0, seconds * 1_000_000_000, seconds % 2 == 0)).isZero();
    }

    assertThat(empty.millis(BEGAN, 61_000_000_000L, false)).isEqualTo(BEGAN);
  }
}
