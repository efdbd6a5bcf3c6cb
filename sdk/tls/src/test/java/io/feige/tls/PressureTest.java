package io.feige.tls;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PressureTest {
  private static final long HALF = 1_000;

  private final Pressure pressure = new Pressure(HALF, 0);

  @Test
  void silentOnesWhoHadToGoAreAnAttack() {
    assertThat(pressure.isThere(0)).isFalse();
    pressure.evicted(10);
    assertThat(pressure.isThere(10)).isTrue();
  }

  @Test
  void aFewSlowOnesAmongManyAreNone() {
    for (int i = 0; i < 100; i++) {
      pressure.known(10);
    }
    for (int i = 0; i < 20; i++) {
      pressure.evicted(500);
    }
    assertThat(pressure.isThere(500)).isFalse();
  }

  @Test
  void thoseWhoBecameKnownLongAgoDoNotHideAnAttack() {
    for (int i = 0; i < 1_000; i++) {
      pressure.known(10);
    }
    for (int i = 0; i < 20; i++) {
      pressure.evicted(10 * HALF);
    }
    assertThat(pressure.isThere(10 * HALF)).isTrue();
  }

  @Test
  void anAttackThatIsOverIsForgotten() {
    for (int i = 0; i < 1_000; i++) {
      pressure.evicted(10);
    }
    assertThat(pressure.isThere(2 * HALF)).isTrue();
    assertThat(pressure.isThere(60 * HALF)).isFalse();
  }
}
