package io.feige.protocol.model;

import org.jspecify.annotations.Nullable;

/** Which pairs have messages of a topic, as one of them knows it. */
public enum TopicPlace {
  /** Each pair has a part of it. */
  EVERYWHERE(0),
  /** This pair alone has it. */
  HERE(1 << 2),
  /** Another pair alone has it; this one keeps its name, so that it does not begin here, too. */
  ELSEWHERE(1 << 3);

  private final int flag;

  TopicPlace(int flag) {
    this.flag = flag;
  }

  /** Its bit in the flags of a spec. */
  int flag() {
    return flag;
  }

  /** The place that flags name; null if they contradict each other. */
  static @Nullable TopicPlace ofFlags(int flags) {
    int bits = flags & (HERE.flag | ELSEWHERE.flag);
    for (TopicPlace place : values()) {
      if (place.flag == bits) {
        return place;
      }
    }
    return null;
  }
}
