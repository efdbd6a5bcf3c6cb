package io.feige.client.internal.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HandlingTimeTest {
  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;

  @Test
  void beforeAnythingIsKnownEachHandlerHasOne() {
    HandlingTime time = new HandlingTime(4);

    assertThat(time.isKnown()).isFalse();
    assertThat(time.within(1_000 * MILLI)).isEqualTo(4);
  }

  @Test
  void handlersWorkAtTheSameTime() {
    HandlingTime time = new HandlingTime(4);
    time.took(20 * MILLI);

    assertThat(time.within(100 * MILLI)).isEqualTo(20);
    assertThat(time.within(MILLI)).isZero();
  }

  @Test
  void theFirstMessagesAreSoonForgotten() {
    HandlingTime time = new HandlingTime(1);
    time.took(60 * MILLI);
    for (int i = 0; i < 40; i++) {
      time.took(10 * MICRO);
    }

    assertThat(time.within(10 * MILLI)).isGreaterThan(500);
  }

  @Test
  void theFirstMessageOfAProcessIsForgottenWithTheSecond() {
    HandlingTime time = new HandlingTime(1);
    time.took(60 * MILLI);
    assertThat(time.isQuick()).isFalse();
    time.took(10 * MICRO);

    assertThat(time.isQuick()).isTrue();
    assertThat(time.within(10 * MILLI)).isEqualTo(1_000);
  }

  @Test
  void aProcessThatWasNotRunForAMomentHasNoSlowHandler() {
    HandlingTime time = new HandlingTime(1);
    for (int i = 0; i < 1_000; i++) {
      time.took(i % 50 == 49 ? 20 * MILLI : 10 * MICRO);
      assertThat(time.within(10 * MILLI)).as("after %d", i).isGreaterThan(5);
    }
  }

  @Test
  void whoIsSlowNowAndThenClaimsLittleAhead() {
    HandlingTime time = new HandlingTime(1);
    int most = 0;
    for (int i = 0; i < 1_000; i++) {
      time.took(i % 4 == 3 ? 500 * MILLI : 10 * MICRO);
      most = i < 4 ? 0 : Math.max(most, time.within(10 * MILLI));
    }

    assertThat(most).isZero();
  }

  @Test
  void whoBecomesSlowIsKnownAtOnce() {
    HandlingTime time = new HandlingTime(1);
    for (int i = 0; i < 1_000; i++) {
      time.took(10 * MICRO);
    }
    time.took(500 * MILLI);

    assertThat(time.within(10 * MILLI)).isZero();
  }
}
