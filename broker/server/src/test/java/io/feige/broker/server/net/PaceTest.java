package io.feige.broker.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Who is late, in the time of the sweeps. */
final class PaceTest {
  private static final long LIMIT = 200;

  private final Pace pace = new Pace();

  private void open(long now) {
    pace.opened(now);
  }

  private void look(long now) {
    pace.look(now, false, 0);
  }

  @Test
  void bytesOfAHandshakeThatDripsGiveItNoMoreTime() {
    open(1_000);
    for (long now = 1_020; now <= 1_000 + LIMIT; now += 20) {
      pace.read();
      look(now);
      assertThat(pace.isShakingLongerThan(LIMIT, now)).isFalse();
    }
    pace.read();
    look(1_000 + LIMIT + 1);
    assertThat(pace.isShakingLongerThan(LIMIT, 1_000 + LIMIT + 1)).isTrue();

    pace.shaken();
    assertThat(pace.isShakingLongerThan(LIMIT, 10_000)).isFalse();
  }

  @Test
  void bytesOfAFrameThatDripsGiveItNoMoreTimeAndItsEndDoes() {
    open(0);
    pace.inFrame(true);
    for (long now = 20; now <= LIMIT; now += 20) {
      pace.read();
      look(now);
    }
    assertThat(pace.isInFrameLongerThan(LIMIT, LIMIT)).isFalse();
    assertThat(pace.isInFrameLongerThan(LIMIT, LIMIT + 1)).isTrue();

    pace.frameEnded();
    look(LIMIT + 1);
    assertThat(pace.isInFrameLongerThan(LIMIT, 2 * LIMIT + 1)).isFalse();
  }

  @Test
  void whoPingsIsNotQuietAndWhoSaysNothingIs() {
    Pace silent = new Pace();
    silent.opened(0);
    open(0);
    for (long now = LIMIT / 2; now <= 10 * LIMIT; now += LIMIT / 2) {
      pace.read();
      look(now);
      silent.look(now, false, 0);
      assertThat(pace.isQuietLongerThan(LIMIT, now)).isFalse();
      assertThat(silent.isQuietLongerThan(LIMIT, now)).isEqualTo(now > LIMIT);
    }
  }

  @Test
  void whoIsNotReadIsNotLateForThat() {
    open(0);
    pace.inFrame(true);
    pace.look(5 * LIMIT, true, 0);
    assertThat(pace.isQuietLongerThan(LIMIT, 5 * LIMIT)).isFalse();
    assertThat(pace.isInFrameLongerThan(LIMIT, 5 * LIMIT)).isFalse();
  }

  @Test
  void whoTakesALittleOfItsAnswersIsNotStalledAndWhoTakesNothingIs() {
    open(0);
    pace.look(1, false, 1_000);
    pace.look(LIMIT, false, 999);
    assertThat(pace.isStalledLongerThan(LIMIT, 2 * LIMIT)).isFalse();
    pace.look(2 * LIMIT + 1, false, 999);
    assertThat(pace.isStalledLongerThan(LIMIT, 2 * LIMIT + 1)).isTrue();
  }
}
