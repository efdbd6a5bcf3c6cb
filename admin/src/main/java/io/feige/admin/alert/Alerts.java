package io.feige.admin.alert;

import io.feige.admin.log.AdminLogId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers since when things are so. What passes within {@link #SETTLE}, as a failover does, is no
 * alert. Each that begins or ends is a line in the log. For one thread.
 */
final class Alerts {
  static final Duration SETTLE = Duration.ofSeconds(3);

  private static final Logger LOG = LoggerFactory.getLogger(Alerts.class);
  private static final Comparator<Alert> WORST_FIRST =
      Comparator.comparing(Alert::severity).reversed().thenComparingLong(Alert::sinceMillis);

  private final Map<String, Long> since = new LinkedHashMap<>();
  private Set<String> told = new LinkedHashSet<>();

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

  private void tell(List<Alert> now) {
    Set<String> ids = new LinkedHashSet<>();
    for (Alert alert : now) {
      ids.add(alert.id());
      if (!told.contains(alert.id())) {
        LOG.warn(
            "{} {} {}: {}. {}",
            AdminLogId.ALERT,
            alert.severity(),
            alert.rule(),
            alert.sentence(),
            alert.whatToDo());
      }
    }
    for (String id : told) {
      if (!ids.contains(id)) {
        LOG.info("{} it is over: {}", AdminLogId.ALERT_OVER, id);
      }
    }
    told = ids;
  }
}
