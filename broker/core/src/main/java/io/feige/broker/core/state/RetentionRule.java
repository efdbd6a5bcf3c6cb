package io.feige.broker.core.state;

import io.feige.protocol.model.TopicSpec;
import java.util.HashMap;
import java.util.Map;

/**
 * What of the journal was still needed when this was made. It stands still while the state goes on,
 * so that a removal can wait until everything it rests on is committed: an ack or a dead letter
 * that a crash undoes must find its messages.
 */
public final class RetentionRule implements RetentionNeeds {
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

  @Override
  public long keepFromPosition() {
    return keepFromPosition;
  }

  @Override
  public long startsAt() {
    return startsAt;
  }

  @Override
  public boolean needs(int partition, long lastOffset, long lastTimeMillis, long bytesAfter) {
    if (lastOffset < 0) {
      return false;
    }
    Kept kept = partitions.get(partition);
    if (kept == null) {
      return partition > lastPartition;
    }
    return RetentionNeeds.isNeeded(
        kept.spec(), kept.lowestFloor(), nowMillis, lastOffset, lastTimeMillis, bytesAfter);
  }
}
