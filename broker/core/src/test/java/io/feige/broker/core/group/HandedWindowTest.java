package io.feige.broker.core.group;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class HandedWindowTest {
  private static final long SECOND = 1_000_000_000;

  private final HandedWindow window = new HandedWindow(100);

  private long request(long nextFresh, long nowNanos) {
    assertThat(window.isDue(nextFresh)).isTrue();
    long upTo = window.request(nextFresh, nowNanos);
    assertThat(window.isDue(nextFresh)).as("while one is on its way").isFalse();
    window.opened(upTo);
    return upTo;
  }

  @Test
  void slowGroupGetsSmallSteps() {
    long open = request(100, SECOND);
    assertThat(open - 100).isLessThanOrEqualTo(2 * HandedWindow.MIN_CHUNK);

    for (long at = 10 * SECOND; at < 100 * SECOND; at += 10 * SECOND) {
      long next = request(open, at);
      assertThat(next - open).isLessThanOrEqualTo(2 * HandedWindow.MIN_CHUNK);
      open = next;
    }
  }

  @Test
  void fastGroupGetsLargeStepsUpToABound() {
    long open = 100;
    for (int i = 0; i < 30; i++) {
      long next = request(open, SECOND + i);
      assertThat(next - open).isLessThanOrEqualTo(HandedWindow.MAX_CHUNK);
      open = next;
    }
    assertThat(open).isGreaterThan(10L * HandedWindow.MAX_CHUNK);
  }

  @Test
  void pauseDoesNotForgetThatAGroupIsFast() {
    long open = 100;
    for (int i = 0; i < 10; i++) {
      open = request(open, SECOND + i);
    }
    long next = request(open, 3 * SECOND);

    assertThat(next - open).isGreaterThan(100L * HandedWindow.MIN_CHUNK / 16);
  }

  @Test
  void stepIsAskedForBeforeTheGroupArrives() {
    long open = request(100, SECOND);

    assertThat(window.isDue(100)).isFalse();
    assertThat(window.isDue(open - 1)).isTrue();
    assertThat(window.open()).isEqualTo(open);
  }

  @Test
  void groupThatJumpedAheadGetsAWindowThere() {
    assertThat(request(5_000, SECOND)).isGreaterThan(5_000);
  }
}
