package io.feige.broker.core.state;

import java.util.Comparator;
import java.util.TreeSet;
import java.util.function.IntConsumer;

/**
 * What the receipts of all topics of a pair may take of the heap together. When it is used up the
 * topic that has most forgets its eldest, to a power of two: others do not notice, however many
 * producers somebody makes, in however many topics. (McKenney, Stochastic Fairness Queueing, 1990,
 * drops from the longest queue for the same reason.) Owned by one thread.
 */
final class ReceiptRoom {
  private static final Comparator<ProducerTable> SIZE =
      Comparator.comparingInt((ProducerTable table) -> magnitude(table.bytes()))
          .thenComparingInt(ProducerTable::partition);

  private final ReceiptLimits limits;
  private final IntConsumer beforeForgetting;

  /** All that remember somebody; none changes its magnitude while it is in here. */
  private final TreeSet<ProducerTable> tables = new TreeSet<>(SIZE);

  private long bytes;

  /**
   * Nobody is known.
   *
   * @param beforeForgetting is told the partition that forgets somebody for want of room
   */
  ReceiptRoom(ReceiptLimits limits, IntConsumer beforeForgetting) {
    this.limits = limits;
    this.beforeForgetting = beforeForgetting;
  }

  ReceiptLimits limits() {
    return limits;
  }

  /** What is in use. */
  long bytes() {
    return bytes;
  }

  /** Something of a table's has come or gone. */
  void change(ProducerTable table, long by) {
    long before = table.bytes();
    boolean isElsewhere = magnitude(before) != magnitude(before + by);
    if (isElsewhere && before > 0) {
      tables.remove(table);
    }
    table.use(by);
    bytes += by;
    if (isElsewhere && table.bytes() > 0) {
      tables.add(table);
    }
  }

  /** Makes the largest forget until all have room. */
  void makeRoom() {
    while (bytes > limits.bytesOfAPair() && !tables.isEmpty()) {
      ProducerTable largest = tables.last();
      beforeForgetting.accept(largest.partition());
      largest.forgetEldest();
    }
  }

  private static int magnitude(long size) {
    return Long.SIZE - Long.numberOfLeadingZeros(size);
  }
}
