package io.feige.broker.store.history;

import io.feige.broker.core.group.Cursor;
import io.feige.broker.core.record.JournalRecord.Producer;
import io.feige.broker.core.state.ProducerTable;
import io.feige.protocol.model.TopicSpec;
import java.util.List;

/**
 * What the store knows of a pair, as far as it makes up the pair's state.
 *
 * @param epoch that may write
 * @param bornMillis when the pair's journal began
 * @param end a position beyond everything that the journal ever had
 * @param lastPartition the highest number that a partition ever had
 * @param lastGroup the same of groups
 * @param lastGeneration the same of cursors
 */
public record StoredPair(
    long epoch,
    long bornMillis,
    long end,
    List<Topic> topics,
    List<Delay> delays,
    int lastPartition,
    int lastGroup,
    int lastGeneration) {
  /**
   * The same, to be gone on from by an epoch.
   *
   * @param next as high at least as any that may write
   */
  public StoredPair before(long next) {
    return new StoredPair(
        Math.min(epoch, next - 1),
        bornMillis,
        end,
        topics,
        delays,
        lastPartition,
        lastGroup,
        lastGeneration);
  }

  public StoredPair {
    topics = List.copyOf(topics);
    delays = List.copyOf(delays);
  }

  /** A topic that was not deleted. */
  public record Topic(
      int partition,
      TopicSpec spec,
      long createdMillis,
      long endOffset,
      List<Group> groups,
      List<Sent> sent) {
    public Topic {
      groups = List.copyOf(groups);
      sent = List.copyOf(sent);
    }
  }

  /** One of the batches that were published last, in their order. */
  public record Sent(Producer producer, ProducerTable.Taken taken) {}

  /** A group that was not deleted. */
  public record Group(int id, String name, Cursor cursor) {
    /** How many messages below an offset it has not settled. */
    public long unsettled(long endOffset) {
      return Math.max(0, endOffset - cursor.floor() - cursor.settled().count());
    }
  }

  /** A batch that waits for its time. */
  @SuppressWarnings("ArrayRecordComponent") // Batches are written, never compared.
  public record Delay(int partition, long storedMillis, byte[] batch) {}
}
