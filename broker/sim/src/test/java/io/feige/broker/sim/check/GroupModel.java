package io.feige.broker.sim.check;

import io.feige.broker.core.group.OffsetRanges;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What consumers of one cursor generation were given and told. */
final class GroupModel {
  /** A message in somebody's hands, or once there. */
  static final class Given {
    int activation;
    int attempt;
    boolean wasReleased;
  }

  private final String topic;
  private final String group;
  private final OffsetRanges acked = new OffsetRanges();
  private final Map<Long, Given> given = new HashMap<>();
  private long highestGiven = -1;

  GroupModel(String topic, String group) {
    this.topic = topic;
    this.group = group;
  }

  String topic() {
    return topic;
  }

  String group() {
    return group;
  }

  /** Acks that consumers know to be safe. */
  OffsetRanges acked() {
    return acked;
  }

  @Nullable Given given(long offset) {
    return given.get(offset);
  }

  /** The highest offset that was ever handed out; -1 for none. */
  long highestGiven() {
    return highestGiven;
  }

  void give(long offset, int activation, int attempt) {
    Given note = given.computeIfAbsent(offset, _ -> new Given());
    note.activation = activation;
    note.attempt = attempt;
    note.wasReleased = false;
    highestGiven = Math.max(highestGiven, offset);
  }

  void release(long first, long last) {
    for (long offset = first; offset <= last && offset <= highestGiven; offset++) {
      Given note = given.get(offset);
      if (note != null) {
        note.wasReleased = true;
      }
    }
  }
}
