package io.feige.admin.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class AlertsTest {
  private static final Alert COPY = Alert.warning("no-standby-in-sync", "pair-1", "a", "b");
  private static final Alert SERVED = Alert.critical("pair-not-served", "pair-2", "a", "b");
  private static final long SETTLE = Alerts.SETTLE.toMillis();

  private final Alerts alerts = new Alerts();

  @Test
  void whatPassesSoonIsNone() {
    assertThat(alerts.look(List.of(COPY), 1_000)).isEmpty();
    assertThat(alerts.look(List.of(COPY), 999 + SETTLE)).isEmpty();
    assertThat(alerts.look(List.of(), 1_000 + SETTLE)).isEmpty();
    assertThat(alerts.look(List.of(COPY), 2_000 + SETTLE)).isEmpty();
  }

  @Test
  void whatStaysSaysSinceWhenAndTheWorstComesFirst() {
    assertThat(alerts.look(List.of(COPY), 1_000)).isEmpty();
    assertThat(alerts.look(List.of(COPY, SERVED), 2_000)).isEmpty();

    assertThat(alerts.look(List.of(COPY, SERVED), 2_000 + SETTLE))
        .containsExactly(SERVED.since(2_000), COPY.since(1_000));
    assertThat(alerts.look(List.of(COPY), 3_000 + SETTLE)).containsExactly(COPY.since(1_000));
    assertThat(alerts.look(List.of(), 4_000 + SETTLE)).isEmpty();
  }

  @Test
  void otherWordsForTheSameDoNotBeginItAnew() {
    var _ = alerts.look(List.of(COPY), 0);
    Alert again = Alert.warning("no-standby-in-sync", "pair-1", "other words", "b");

    assertThat(alerts.look(List.of(again), SETTLE)).containsExactly(again.since(0));
  }
}
