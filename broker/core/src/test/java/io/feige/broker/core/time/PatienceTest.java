package io.feige.broker.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How long something is waited for that was late before. */
final class PatienceTest {
  private static final long MILLI = 1_000_000;
  private static final long MINUTE = 60_000 * MILLI;

  private final Patience patience = new Patience(350, 2_000, 100);
  private long now = -3 * MINUTE;

  private void comesAfter(long millis) {
    now += millis * MILLI;
    patience.came(millis * MILLI, now);
  }

  private int millis() {
    return patience.millis(now);
  }

  @Test
  void onACalmMachineItIsWhatIsSet() {
    for (int i = 0; i < 100; i++) {
      comesAfter(i);
    }
    comesAfter(183);
    assertThat(millis()).isEqualTo(350);
  }

  @Test
  void itGrowsWithTheLongestDelay() {
    comesAfter(200);
    assertThat(millis()).isEqualTo(100 + 3 * 100);
    comesAfter(300);
    comesAfter(100);
    assertThat(millis()).isEqualTo(100 + 3 * 200);
  }

  @Test
  void itHasAnEnd() {
    comesAfter(340);
    comesAfter(800);
    comesAfter(1_900);
    assertThat(millis()).isEqualTo(2_000);
  }

  @Test
  void whatCameTooLateMakesNobodyPatient() {
    comesAfter(350);
    comesAfter(10_000);
    assertThat(millis()).isEqualTo(350);
  }

  @Test
  void itIsForgottenAfterMinutes() {
    comesAfter(300);
    now += 4 * MINUTE;
    assertThat(millis()).isEqualTo(700);
    now += MINUTE;
    assertThat(millis()).isEqualTo(350);
  }

  @Test
  void eachMinuteIsForgottenByItself() {
    comesAfter(300);
    now += 3 * MINUTE;
    comesAfter(200);
    now += 2 * MINUTE;
    assertThat(millis()).isEqualTo(400);
  }

  @Test
  void itCanBeTurnedOff() {
    Patience none = new Patience(350, 0, 100);
    none.came(300 * MILLI, now);
    assertThat(none.millis(now)).isEqualTo(350);
  }
}
