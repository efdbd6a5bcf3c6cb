package io.feige.proxy.verb;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How many follow each topic through this proxy, in whatever way. Any thread. */
public final class Following {
  private record Followed(String topic, int count) {}

  private final Map<String, Followed> byTopic = new ConcurrentHashMap<>();

  /**
   * One more follows a topic.
   *
   * @return its name, as all who follow it share it, so that each need not keep a text of its own
   */
  public String enter(String topic) {
    Followed followed =
        byTopic.compute(
            topic,
            (name, known) ->
                known == null
                    ? new Followed(name, 1)
                    : new Followed(known.topic(), known.count() + 1));
    return followed.topic();
  }

  /** One less. */
  public void leave(String topic) {
    byTopic.computeIfPresent(
        topic,
        (_, known) -> known.count() == 1 ? null : new Followed(known.topic(), known.count() - 1));
  }

  /** How many follow any topic. */
  public int count() {
    return byTopic.values().stream().mapToInt(Followed::count).sum();
  }

  /** How many there are now. */
  public int count(String topic) {
    Followed known = byTopic.get(topic);
    return known == null ? 0 : known.count();
  }
}
