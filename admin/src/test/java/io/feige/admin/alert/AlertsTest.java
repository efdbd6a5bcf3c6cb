package io.feige.admin.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.admin.event.Event;
import io.feige.admin.event.Event.Kind;
import io.feige.admin.event.Event.Severity;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AlertsTest {
  private static final Alert COPY = Alert.warning("no-standby-in-sync", "pair-1", "a", "b");
  private static final Alert SERVED = Alert.critical("pair-not-served", "pair-2", "a", "b");
  private static final long SETTLE = Alerts.SETTLE.toMillis();

  private final List<Event> events = new ArrayList<>();
  private final Alerts alerts = new Alerts(events::add);

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

  @Test
  void eachThatBeginsAndEndsIsAnEvent() {
    var _ = alerts.look(List.of(SERVED), 0);
    assertThat(events).isEmpty();
    var _ = alerts.look(List.of(SERVED), SETTLE);
    var _ = alerts.look(List.of(SERVED), SETTLE + 1);
    var _ = alerts.look(List.of(), SETTLE + 2);

    assertThat(events)
        .containsExactly(
            Event.of(Kind.ALERT, Severity.CRITICAL, "pair-2", "a").by("pair-not-served").todo("b"),
            Event.of(Kind.ALERT_OVER, Severity.INFO, "pair-2", "it is over: a")
                .by("pair-not-served"));
  }

  @Test
  void whatIsNotLookedAtAnyMoreIsNotOver() {
    Alert own = Alert.critical("no-leader", "admin-1", "a", "b");
    var _ = alerts.look(List.of(SERVED, own), 0);
    var _ = alerts.look(List.of(SERVED, own), SETTLE);
    events.clear();

    alerts.forgetAllBut("admin-1");
    var _ = alerts.look(List.of(), SETTLE + 1);

    assertThat(events).extracting(Event::of).containsExactly("admin-1");
  }
}
