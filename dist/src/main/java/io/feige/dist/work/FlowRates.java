package io.feige.dist.work;

import io.feige.client.TopicDescription;
import io.feige.client.WorkFigures;
import io.feige.dist.cli.Human;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How many requests a second each stage does, from one look to the next. */
final class FlowRates {
  private Map<String, Long> before = new HashMap<>();
  private long beforeNanos;

  static String key(TopicDescription flow, WorkFigures stage) {
    return flow.spec().name() + "/" + stage.stage();
  }

  /** By stage; a stage that was not there at the last look has none. */
  Map<String, Long> since(List<TopicDescription> flows, long nowNanos) {
    Map<String, Long> now = new HashMap<>();
    Map<String, Long> rates = new HashMap<>();
    for (TopicDescription flow : flows) {
      for (WorkFigures stage : flow.work()) {
        String key = key(flow, stage);
        now.put(key, stage.answered());
        Long last = before.get(key);
        // After a failover it counts from zero.
        if (last != null && last <= stage.answered()) {
          rates.put(key, Human.perSecond(stage.answered() - last, nowNanos - beforeNanos));
        }
      }
    }
    before = now;
    beforeNanos = nowNanos;
    return rates;
  }
}
