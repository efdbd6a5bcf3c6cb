package io.feige.broker.core.state;

import io.feige.broker.core.group.Cursor;
import io.feige.broker.core.record.JournalRecord.Producer;
import io.feige.protocol.link.EpochStart;
import io.feige.protocol.model.TopicSpec;
import java.nio.ByteBuffer;

/**
 * A replica's state that is made of what a message store knows, where every journal of a pair is
 * gone. Used once, by one thread.
 */
public final class RestoredState {
  private final ReplicaState state;

  /**
   * A state without topics.
   *
   * @param bornMillis of the pair's journal, see {@link ReplicaState#bornMillis}
   * @param epoch the last one that is known, and where the new journal begins
   */
  public RestoredState(long bornMillis, EpochStart epoch, ReceiptLimits receipts) {
    state = new ReplicaState(receipts);
    state.bornAt(bornMillis);
    state.stampedAt(bornMillis);
    state.beginEpoch(epoch);
  }

  /** Adds a topic. */
  public void topic(int partition, TopicSpec spec, long createdMillis, long endOffset) {
    PartitionState added = new PartitionState(partition, spec, createdMillis, state.receipts());
    added.endAt(endOffset);
    state.stampedAt(createdMillis);
    state.addPartition(added);
  }

  /** Adds a group of a topic that was added. */
  public void group(int partition, int group, String name, Cursor cursor) {
    PartitionState of = state.partition(partition);
    if (of == null) {
      throw new IllegalArgumentException("group " + name + " is of no partition");
    }
    state.addGroup(of, new GroupState(group, name, cursor));
  }

  /** Adds a batch that was published; each producer's in their order. */
  public void sent(int partition, Producer producer, ProducerTable.Taken taken) {
    PartitionState of = state.partition(partition);
    if (of == null) {
      throw new IllegalArgumentException("a batch is of no partition");
    }
    of.producers().add(producer, taken);
    state.stampedAt(taken.timeMillis());
  }

  /**
   * Of batches before this time nothing was added: producers that published then and not since are
   * not known.
   */
  public void sentBefore(int partition, long millis) {
    PartitionState of = state.partition(partition);
    if (of != null) {
      of.producers().forgotUpTo(millis / 1000 + ProducerTable.MOST_AHEAD_SECONDS);
    }
  }

  /**
   * The state as a snapshot.
   *
   * @param lastPartition the highest number that a partition ever had; no other gets it again
   * @param lastGroup the same of groups
   * @param lastGeneration the same of cursors
   */
  public ByteBuffer snapshot(int lastPartition, int lastGroup, int lastGeneration) {
    state.restoreCounters(lastPartition, lastGroup, lastGeneration);
    return SnapshotCodec.write(state);
  }
}
