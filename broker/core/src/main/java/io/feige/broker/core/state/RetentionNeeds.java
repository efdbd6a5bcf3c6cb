package io.feige.broker.core.state;

import io.feige.protocol.model.TopicSpec;

/** What of the journal is needed, by the topics' own settings and the cursors of their groups. */
public interface RetentionNeeds {
  /** Nothing before this position is needed for a delayed batch. */
  long keepFromPosition();

  /** Nothing before this position is needed, whatever {@link #needs} says: it was carried on. */
  long startsAt();

  /**
   * Whether a partition needs a segment.
   *
   * @param lastOffset of the partition in the segment; -1 when it has no messages there
   * @param lastTimeMillis of the partition's last frame there
   * @param bytesAfter of the partition in younger segments
   */
  boolean needs(int partition, long lastOffset, long lastTimeMillis, long bytesAfter);

  /** The rule for one topic. */
  static boolean isNeeded(
      TopicSpec spec,
      long lowestFloor,
      long nowMillis,
      long lastOffset,
      long lastTimeMillis,
      long bytesAfter) {
    if (spec.keepForGroups() && lowestFloor <= lastOffset) {
      return true;
    }
    return isWithinLimits(spec, nowMillis, lastTimeMillis, bytesAfter);
  }

  /** Whether the topic's limits of time and size keep a message of then, with so much behind it. */
  static boolean isWithinLimits(TopicSpec spec, long nowMillis, long timeMillis, long bytesAfter) {
    boolean isTooOld =
        spec.retentionMillis() > 0 && nowMillis - timeMillis > spec.retentionMillis();
    boolean isTooMuch = spec.retentionBytes() > 0 && bytesAfter > spec.retentionBytes();
    return !isTooOld && !isTooMuch;
  }
}
