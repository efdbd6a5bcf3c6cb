package io.feige.proxy.verb;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How many follow each topic through this proxy, in whatever way. Any thread. */
public final class Following {
  private final Map<String, Integer> byTopic = new ConcurrentHashMap<>();

  /** One more follows a topic. */
  public void enter(String topic) {
    byTopic.merge(topic, 1, Integer::sum);
  }

  /** One less. */
  public void leave(String topic) {
    byTopic.computeIfPresent(topic, (_, count) -> count == 1 ? null : count - 1);
  }

  /** How many there are now. */
  public int count(String topic) {
    return byTopic.getOrDefault(topic, 0);
  }
}
