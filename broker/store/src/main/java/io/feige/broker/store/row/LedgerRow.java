package io.feige.broker.store.row;

import io.feige.protocol.model.TopicSpec;

/**
 * A row of the small tables. They build on one another, so whoever writes them keeps to their
 * order. Times are milliseconds since 1970.
 */
public sealed interface LedgerRow extends Row {
  @Override
  default int bytes() {
    return 200;
  }

  /** A topic begins. */
  record TopicBegan(int partition, TopicSpec spec, long millis) implements LedgerRow {}

  /** A topic has other settings. */
  record TopicChanged(int partition, TopicSpec spec) implements LedgerRow {}

  /** A topic ends, and its groups with it. */
  record TopicEnded(int partition, long millis) implements LedgerRow {}

  /**
   * A generation of a group's cursor begins.
   *
   * @param position of the record that says so
   * @param start its first offset
   */
  record GroupBegan(
      long position,
      int partition,
      int group,
      int generation,
      String topic,
      String name,
      long start,
      long millis)
      implements LedgerRow {}

  /** A group ends. */
  record GroupEnded(int partition, int group, long millis) implements LedgerRow {}

  /**
   * A batch waits for its time.
   *
   * @param batch empty where the database has refused it
   */
  @SuppressWarnings("ArrayRecordComponent") // Rows are written, never compared.
  record DelayBegan(
      long position,
      int partition,
      String topic,
      long deliverAtMillis,
      int messages,
      byte[] batch,
      long millis)
      implements LedgerRow {
    /** What stands in its place where the database refuses it: an empty batch. */
    public DelayBegan stub() {
      return new DelayBegan(
          position, partition, topic, deliverAtMillis, messages, new byte[0], millis);
    }

    @Override
    public int bytes() {
      return 200 + batch.length;
    }
  }

  /**
   * A message of the batch that waits at a position was taken back.
   *
   * @param left messages of the batch that still wait, at least 1
   */
  record DelayCancelled(long position, int partition, int index, int left, long millis)
      implements LedgerRow {}

  /** The batch that waited at a position has become messages, or all of it was taken back. */
  record DelayEnded(long position) implements LedgerRow {}
}
