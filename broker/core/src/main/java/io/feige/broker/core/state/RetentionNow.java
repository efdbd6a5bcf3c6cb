package io.feige.broker.core.state;

/** What is needed at the moment of the question: unlike {@link RetentionRule}, no copy is made. */
public final class RetentionNow implements RetentionNeeds {
  private final ReplicaState state;
  private final long nowMillis;

  public RetentionNow(ReplicaState state, long nowMillis) {
    this.state = state;
    this.nowMillis = nowMillis;
  }

  @Override
  public long keepFromPosition() {
    return state.delayed().lowestPosition();
  }

  @Override
  public long startsAt() {
    return state.startsAt();
  }

  @Override
  public boolean needs(int partition, long lastOffset, long lastTimeMillis, long bytesAfter) {
    PartitionState kept = lastOffset < 0 ? null : state.partition(partition);
    return kept != null
        && RetentionNeeds.isNeeded(
            kept.spec(), kept.lowestFloor(), nowMillis, lastOffset, lastTimeMillis, bytesAfter);
  }
}
