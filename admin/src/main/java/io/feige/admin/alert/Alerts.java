package io.feige.admin.alert;

import io.feige.admin.event.Event;
import io.feige.admin.event.Event.Kind;
import io.feige.admin.event.Event.Severity;
import io.feige.admin.event.EventSink;
import io.feige.admin.log.AdminLogId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers since when things are so. What passes within {@link #SETTLE}, as a failover does, is no
 * alert. Each that begins or ends is a line in the log, and an event. For one thread.
 */
final class Alerts {
  static final Duration SETTLE = Duration.ofSeconds(3);

  private static final Logger LOG = LoggerFactory.getLogger(Alerts.class);
  private static final Comparator<Alert> WORST_FIRST =
      Comparator.comparing(Alert::severity).reversed().thenComparingLong(Alert::sinceMillis);

  private final Map<String, Long> since = new LinkedHashMap<>();
  private final EventSink events;
  private Map<String, Alert> told = new LinkedHashMap<>();

  Alerts(EventSink events) {
    this.events = events;
  }

  /** Those of what was found that are alerts by now, the worst and oldest first. */
  List<Alert> look(List<Alert> found, long nowMillis) {
    since.keySet().retainAll(found.stream().map(Alert::id).toList());
    List<Alert> now = new ArrayList<>();
    for (Alert alert : found) {
      long begin = since.computeIfAbsent(alert.id(), id -> nowMillis);
      if (nowMillis - begin >= SETTLE.toMillis()) {
        now.add(alert.since(begin));
      }
    }
    now.sort(WORST_FIRST);
    tell(now);
    return List.copyOf(now);
  }

  /** Whatever is of somebody else is not looked at any more, and so it is not over either. */
  void forgetAllBut(String of) {
    for (Alert alert : List.copyOf(told.values())) {
      if (!alert.of().equals(of)) {
        told.remove(alert.id());
        since.remove(alert.id());
      }
    }
  }

  private void tell(List<Alert> now) {
    Map<String, Alert> ids = new LinkedHashMap<>();
    for (Alert alert : now) {
      ids.put(alert.id(), alert);
      if (!told.containsKey(alert.id())) {
        begun(alert);
      }
    }
    told.values().stream().filter(alert -> !ids.containsKey(alert.id())).forEach(this::over);
    told = ids;
  }

  private void begun(Alert alert) {
    LOG.warn(
        "{} {} {}: {}. {}",
        AdminLogId.ALERT,
        alert.severity(),
        alert.rule(),
        alert.sentence(),
        alert.whatToDo());
    Severity severity =
        switch (alert.severity()) {
          case WARNING -> Severity.WARNING;
          case CRITICAL -> Severity.CRITICAL;
        };
    events.tell(
        Event.of(Kind.ALERT, severity, alert.of(), alert.sentence())
            .by(alert.rule())
            .todo(alert.whatToDo()));
  }

  private void over(Alert alert) {
    LOG.info("{} it is over: {}", AdminLogId.ALERT_OVER, alert.id());
    String sentence = "it is over: " + alert.sentence();
    events.tell(Event.of(Kind.ALERT_OVER, Severity.INFO, alert.of(), sentence).by(alert.rule()));
  }
}
