package io.feige.broker.core.state;

import io.feige.broker.core.port.OldFrames;

/**
 * Which messages are still needed now, by the topics' settings and the cursors of their groups.
 * Looks at the state each time it is asked, and not at a copy of it.
 */
public final class NeededMessages implements OldFrames.Needs {
  /** Learns who needs messages of a range. */
  public interface Claims {
    /** The topic's limits keep all of it. */
    void byTopic();

    /**
     * A group was looked at, which has not settled so many of it.
     *
     * @param messages may be 0
     * @param first the first of them
     */
    void byGroup(int group, long messages, long first);
  }

  private final ReplicaState state;
  private final long nowMillis;

  public NeededMessages(ReplicaState state, long nowMillis) {
    this.state = state;
    this.nowMillis = nowMillis;
  }

  @Override
  public long next(int partition, long from, long timeMillis, long bytesAfter) {
    PartitionState found = state.partition(partition);
    if (found == null) {
      return Long.MAX_VALUE;
    }
    if (RetentionNeeds.isWithinLimits(found.spec(), nowMillis, timeMillis, bytesAfter)) {
      return from;
    }
    long next = Long.MAX_VALUE;
    if (found.spec().keepForGroups()) {
      for (GroupState group : found.groups()) {
        next = Math.min(next, group.cursor().firstOpenFrom(from));
      }
    }
    return next;
  }

  /**
   * How many messages of a range are needed, at least: what one group lacks and another does not is
   * counted once where both lack the same. Where the topic's limits keep them, no group is looked
   * at.
   */
  public long count(
      int partition, long first, long last, long timeMillis, long bytesAfter, Claims claims) {
    PartitionState found = state.partition(partition);
    if (found == null || last < first) {
      return 0;
    }
    if (RetentionNeeds.isWithinLimits(found.spec(), nowMillis, timeMillis, bytesAfter)) {
      claims.byTopic();
      return last - first + 1;
    }
    long most = 0;
    if (found.spec().keepForGroups()) {
      for (GroupState group : found.groups()) {
        long open = group.cursor().openWithin(first, last);
        claims.byGroup(group.id(), open, open == 0 ? first : group.cursor().firstOpenFrom(first));
        most = Math.max(most, open);
      }
    }
    return most;
  }

  /** Bytes of the batches that wait for their time. */
  public long delayedBytes() {
    return state.delayed().batchBytes();
  }

  /** The batches that wait for their time and stand behind a position, by position. */
  public Iterable<DelayedTable.Waiting> delayedAfter(long position) {
    return state.delayed().waitingAfter(position);
  }
}
