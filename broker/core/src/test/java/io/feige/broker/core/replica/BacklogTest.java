package io.feige.broker.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Since when the oldest byte waits. */
final class BacklogTest {
  private static final int LIMIT = 32;

  private final Backlog backlog = new Backlog(LIMIT);

  private void look(long come, long through, int nowMillis) {
    backlog.look(come, through, ReplicaStep.nanos(nowMillis));
  }

  @Test
  void oldestThatIsNotThroughCounts() {
    look(100, 100, 0);
    look(200, 100, 10);
    look(300, 100, 20);
    assertThat(backlog.millis(ReplicaStep.nanos(30))).isEqualTo(20);

    look(300, 200, 30);
    assertThat(backlog.millis(ReplicaStep.nanos(30))).isEqualTo(10);
    assertThat(backlog.limitNanos()).isEqualTo(ReplicaStep.nanos(20 + LIMIT));

    look(300, 300, 31);
    assertThat(backlog.limitNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void journalThatWasCutIsLookedAtAnew() {
    look(100, 100, 0);
    look(300, 100, 10);

    look(200, 200, 20);
    assertThat(backlog.limitNanos()).as("nothing of it waits").isEqualTo(Long.MAX_VALUE);
    look(250, 200, 30);

    assertThat(backlog.millis(ReplicaStep.nanos(40))).isEqualTo(10);
  }

  @Test
  void placesThatAreRememberedAreBounded() {
    look(0, 0, 0);
    for (int i = 1; i <= 1_000; i++) {
      look(i, 0, 2 * i);
    }

    look(1_000, 999, 2_000);

    assertThat(backlog.millis(ReplicaStep.nanos(2_000)))
        .as("of the last place")
        .isGreaterThan(1_000);
  }
}
