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
    throttle.succeeded("bob", "a", 0);
    assertThat(wait("ann", "a", 0)).isEqualTo(Duration.ofSeconds(30));

    throttle.succeeded("ann", "a", 0);
    assertThat(wait("ann", "a", 0)).isZero();
    assertThat(wait("ann", "b", 0)).isEqualTo(Duration.ofSeconds(1));
    assertThat(wait("carl", "a", 0)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void whoCameInLatelyIsNotSlowedDownByWhoGuessesBesideIt() {
    throttle.succeeded("ann", "a", 0);
    for (int i = 0; i < 1_000; i++) {
      fail(1, "ann", "address " + i, 0);
      fail(1, "user " + i, "a", 0);
    }
    assertThat(wait("ann", "a", 0)).isZero();
    fail(5, "ann", "a", 0);
    assertThat(wait("ann", "a", 0)).isEqualTo(Duration.ofMillis(250));

    long tomorrow = Duration.ofDays(1).toNanos();
    fail(100, "eve", "a", tomorrow);
    assertThat(wait("ann", "a", tomorrow)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void aNetworkOfIpv6IsOneAddress() {
    for (int i = 0; i < 1_000; i++) {
      fail(1, "user " + i, "2001:db8:0:1:0:0:0:" + Integer.toHexString(i), 0);
    }
    assertThat(wait("bob", "2001:db8:0:1:9:9:9:9", 0)).isEqualTo(Duration.ofSeconds(1));
    assertThat(wait("bob", "2001:db8:0:2:0:0:0:1", 0)).isZero();
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

  @Test
  void whoHasToWaitIsNotForgottenForNamesThatSomebodyInvents() {
    fail(29, "ann", "a", 0);
    for (int i = 0; i < 2 * Throttle.REMEMBERED; i++) {
      fail(1, "user " + i, "address " + i, 0);
    }
    assertThat(wait("ann", "a", 0)).isEqualTo(Duration.ofSeconds(30));
    assertThat(wait("ann", "another address", 0)).isEqualTo(Duration.ofSeconds(1));
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
