package io.feige.proxy.mqtt;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Numbers that a client uses for topics, for as long as it is connected: MQTT 5.0, section
 * 3.3.2.3.4. Not thread-safe.
 */
final class Aliases {
  /** The largest number. */
  static final int MOST = 64;

  private final Map<Integer, String> topics = new HashMap<>();

  /**
   * The topic of a message.
   *
   * @param named as it is written; empty: it has the alias only
   * @return null: the alias is too large, or was never said
   */
  @Nullable String topic(String named, int alias) {
    if (alias > MOST) {
      return null;
    }
    if (named.isEmpty()) {
      return topics.get(alias);
    }
    topics.put(alias, named);
    return named;
  }
}
