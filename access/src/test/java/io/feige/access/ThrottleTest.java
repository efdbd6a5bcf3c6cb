package io.feige.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ThrottleTest {
  private final Throttle throttle = new Throttle();

  @Test
  void theWaitDoublesUpToItsBound() {
    fail(5, "ann", "a", 0);
    assertThat(wait("ann", "a", 0)).isEqualTo(Duration.ofMillis(250));
    fail(1, "ann", "a", 0);
    assertThat(wait("ann", "a", 0)).isEqualTo(Duration.ofMillis(500));
    fail(200, "ann", "a", 0);
    assertThat(wait("ann", "a", 0)).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void aUserThatManyGuessAtWaitsAtMostASecondElsewhere() {
    for (int i = 0; i < 1_000; i++) {
      fail(1, "ann", "address " + i, 0);
    }
    assertThat(wait("ann", "a new address", 0)).isEqualTo(Duration.ofSeconds(1));
    assertThat(wait("bob", "a new address", 0)).isZero();
  }

  @Test
  void anAddressThatGuessesAtManyWaitsAtMostASecondForOthers() {
    for (int i = 0; i < 1_000; i++) {
      fail(1, "user " + i, "a", 0);
    }
    assertThat(wait("bob", "a", 0)).isEqualTo(Duration.ofSeconds(1));
    assertThat(wait("bob", "b", 0)).isZero();
  }

  @Test
  void successForgetsTheUserAtTheAddressOnly() {
    fail(60, "ann", "a", 0);
    throttle.succeeded("ann", "a");

    assertThat(wait("ann", "a", 0)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void whatIsMinutesAgoIsForgotten() {
    fail(10, "ann", "a", 0);
    long later = Duration.ofMinutes(6).toNanos();
    fail(1, "ann", "a", later);

    assertThat(wait("ann", "a", later)).isZero();
  }

  @Test
  void asManyNamesAsAnybodyInventsTakeNoMoreMemory() {
    for (int i = 0; i < 10 * Throttle.REMEMBERED; i++) {
      fail(1, "user " + i, "address " + i, 0);
    }
    assertThat(throttle.size()).isEqualTo(Throttle.REMEMBERED);
  }

  private void fail(int times, String user, String address, long at) {
    for (int i = 0; i < times; i++) {
      throttle.failed(user, address, at);
    }
  }

  private Duration wait(String user, String address, long at) {
    return Duration.ofNanos(Math.max(0, throttle.waitNanos(user, address, at)));
  }
}
