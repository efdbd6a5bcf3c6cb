package io.feige.broker.core.state;

/**
 * How many receipts are kept, to tell batches that are sent again.
 *
 * @param producersOfATopic the most producers that a topic remembers
 * @param keysOfATopic the most idempotency keys that a topic remembers
 * @param bytesOfAPair what all of them may take of the heap, for all topics of a pair together
 */
public record ReceiptLimits(int producersOfATopic, int keysOfATopic, long bytesOfAPair) {
  /** What a producer takes of which as many receipts are kept as ever are. */
  public static final int PRODUCER_BYTES =
      ProducerTable.ENTRY_BYTES + ProducerTable.RECEIPTS * ProducerTable.RECEIPT_BYTES;

  /** What an idempotency key takes. */
  public static final int KEY_BYTES = ProducerTable.ENTRY_BYTES + ProducerTable.RECEIPT_BYTES;

  private static final int KEYS = 20_000;

  /** Refuses what would remember nobody. */
  public ReceiptLimits {
    if (producersOfATopic < 1 || keysOfATopic < 1 || bytesOfAPair < 1) {
      throw new IllegalArgumentException("limits of receipts must be at least 1");
    }
  }

  /** So many producers of each topic, however many topics there are. */
  public static ReceiptLimits ofEachTopic(int producers) {
    return new ReceiptLimits(producers, KEYS, Long.MAX_VALUE);
  }

  /** The same with a bound for all topics of a pair together. */
  public ReceiptLimits withBytesOfAPair(long bytes) {
    return new ReceiptLimits(producersOfATopic, keysOfATopic, bytes);
  }
}
