package io.feige.broker.core.state;

import io.feige.protocol.model.TopicSpec;
import java.util.HashMap;
import java.util.Map;

/**
 * What of the journal was still needed when this was made, by the topics' own settings. It stands
 * still while the state goes on, so that a removal can wait until everything it rests on is
 * committed: an ack or a dead letter that a crash undoes must find its messages.
 */
public final class RetentionRule {
  private record Kept(TopicSpec spec, long lowestFloor) {}

  private final Map<Integer, Kept> partitions = new HashMap<>();
  private final int lastPartition;
  private final long keepFromPosition;
  private final long startsAt;
  private final long nowMillis;

  public RetentionRule(ReplicaState state, long nowMillis) {
    for (PartitionState partition : state.partitions()) {
      partitions.put(partition.id(), new Kept(partition.spec(), partition.lowestFloor()));
    }
    this.lastPartition = state.lastPartition();
    this.keepFromPosition = state.delayed().lowestPosition();
    this.startsAt = state.startsAt();
    this.nowMillis = nowMillis;
  }

  /** Nothing before this position is needed for a delayed batch. */
  public long keepFromPosition() {
    return keepFromPosition;
  }

  /** Nothing before this position is needed, whatever {@link #needs} says: it was carried on. */
  public long startsAt() {
    return startsAt;
  }

  /**
   * Whether a partition needs a segment.
   *
   * @param lastOffset of the partition in the segment; -1 when it has no messages there
   * @param lastTimeMillis of the partition's last frame there
   * @param bytesAfter of the partition in younger segments
   */
  public boolean needs(int partition, long lastOffset, long lastTimeMillis, long bytesAfter) {
    if (lastOffset < 0) {
      return false;
    }
    Kept kept = partitions.get(partition);
    if (kept == null) {
      return partition > lastPartition;
    }
    TopicSpec spec = kept.spec();
    if (spec.keepForGroups() && kept.lowestFloor() <= lastOffset) {
      return true;
    }
    boolean isTooOld =
        spec.retentionMillis() > 0 && nowMillis - lastTimeMillis > spec.retentionMillis();
    boolean isTooMuch = spec.retentionBytes() > 0 && bytesAfter > spec.retentionBytes();
    return !isTooOld && !isTooMuch;
  }
}
