package io.feige.client.internal.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaceTest {
  private static final long MILLI = 1_000_000;

  private final Pace pace = new Pace();

  @Test
  void itIsMeasuredOverTheTimeThatMessagesAreWorkedOn() {
    pace.took(10, 0);
    pace.waits(10 * MILLI);
    pace.took(10, 500 * MILLI);
    pace.waits(510 * MILLI);

    assertThat(pace.isKnown()).isTrue();
    assertThat(pace.within(100 * MILLI)).isEqualTo(100);
  }

  @Test
  void aPauseIsNotWorkAndSaysNothingOfHowManyAreMissing() {
    pace.took(1, 0);
    for (long i = 1; i < 10; i++) {
      pace.pauses(i * 2 * MILLI);
      pace.took(1, (i * 2 + 1) * MILLI);
    }

    assertThat(pace.isKnown()).isFalse();
    assertThat(pace.within(MILLI)).isEqualTo(Pace.UNKNOWN_MESSAGES);
  }

  @Test
  void whatIsAssumedGrowsEachTimeThatItWasTooLittle() {
    pace.took(16, 0);
    pace.waits(1);
    pace.waits(2);
    pace.took(32, 3);
    pace.waits(4);

    assertThat(pace.within(MILLI)).isEqualTo(4 * Pace.UNKNOWN_MESSAGES);
  }

  @Test
  void manyMessagesAreEnoughHoweverShortTheTime() {
    pace.took(4_096, 0);
    assertThat(pace.isKnown()).isFalse();

    pace.waits(MILLI);

    assertThat(pace.isKnown()).isTrue();
    assertThat(pace.within(10 * MILLI)).isEqualTo(40_960);
  }

  @Test
  void aSlowFirstMessageIsForgottenAsSoonAsOthersGoFast() {
    pace.took(1, 0);
    comesBack(30 * MILLI);
    assertThat(pace.within(500 * MILLI)).isEqualTo(16);

    pace.took(20, 31 * MILLI);
    comesBack(32 * MILLI);

    assertThat(pace.within(500 * MILLI)).isEqualTo(10_000);
  }

  @Test
  void fewMessagesOrALittleMoreSpeedTellNothing() {
    pace.took(20, 0);
    comesBack(20 * MILLI);
    pace.took(8, 30 * MILLI);
    comesBack(30 * MILLI + 1);
    pace.took(8, 40 * MILLI);
    comesBack(49 * MILLI);

    assertThat(pace.within(MILLI)).isEqualTo(1);
  }

  private void comesBack(long nowNanos) {
    pace.finishes(nowNanos);
    pace.pauses(nowNanos);
  }
}
