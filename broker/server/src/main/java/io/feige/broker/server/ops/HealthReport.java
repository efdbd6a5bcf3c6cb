package io.feige.broker.server.ops;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * How a node is, for probes.
 *
 * @param alive false: only a restart can help
 * @param serving whether it serves clients now
 * @param acceptsPublishes whether it takes new messages now
 * @param reason why something of this is false; else empty
 */
public record HealthReport(
    boolean alive, boolean serving, boolean acceptsPublishes, String reason) {
  /** All is well. */
  public static final HealthReport WELL = new HealthReport(true, true, true, "");

  /**
   * How a node is whose pairs are so. It is alive as long as one of them is, because a restart
   * would end the service of that one too; which ones have failed, or take no messages, is said in
   * any case. It takes part as long as it is alive: with which of its pairs it is the active one
   * changes all the time.
   *
   * @param pairs by name
   */
  public static HealthReport ofPairs(SortedMap<String, HealthReport> pairs) {
    if (pairs.isEmpty()) {
      return new HealthReport(true, false, false, "no pair is known yet");
    }
    List<String> reasons = new ArrayList<>();
    boolean alive = false;
    boolean publishes = true;
    for (Map.Entry<String, HealthReport> each : pairs.entrySet()) {
      HealthReport pair = each.getValue();
      boolean refuses = pair.serving && !pair.acceptsPublishes;
      if (!pair.alive || refuses) {
        reasons.add(each.getKey() + ": " + pair.reason);
      }
      alive |= pair.alive;
      publishes &= !refuses;
    }
    return new HealthReport(alive, alive, alive && publishes, String.join("; ", reasons));
  }
}
