package io.feige.broker.sim.check;

import io.feige.broker.core.group.OffsetRanges;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What consumers of one cursor generation were given and told. */
final class GroupModel {
  private final String topic;
  private final String group;
  private final OffsetRanges acked = new OffsetRanges();
  private final Map<Long, Hand> given = new HashMap<>();
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

  @Nullable Hand given(long offset) {
    return given.get(offset);
  }

  /** The highest offset that was ever handed out; -1 for none. */
  long highestGiven() {
    return highestGiven;
  }

  /** The message as it was handed out at last, or is for the first time. */
  Hand give(long offset) {
    highestGiven = Math.max(highestGiven, offset);
    return given.computeIfAbsent(offset, _ -> new Hand());
  }
}
