package io.feige.broker.server.pair.store;

import io.feige.broker.core.decide.StateCost;

/**
 * How much clients may make a pair keep in memory. Each kind has a part of the heap of its own, so
 * that none takes from another: an eighth for messages that are delivered and not settled, a
 * sixteenth for delayed batches, a sixteenth for pulls and reads that wait, a sixteenth for what is
 * known of producers, a sixteenth for mailboxes, a thirty-second for requests to workers. Two pairs
 * of a node take thirteen sixteenths of its heap at most. The standby has to hold what the active
 * took, so both nodes of a pair should have the same heap.
 *
 * @param heapBytes the most that the JVM uses
 */
public record HeapShares(long heapBytes) {
  private static final int OUTSTANDING_PART = 8;
  private static final int DELAYED_PART = 16;
  private static final int PARKED_PART = 16;
  private static final int RECEIPT_PART = 16;
  private static final int MAILBOX_PART = 16;
  private static final int WORK_PART = 32;

  /** However large the heap is: retries of a restart, and copies of what waits, take time too. */
  private static final long MOST_DELAYED_BATCHES = 1_000_000;

  private static final long MOST_PARKED = 100_000;

  /** Of this JVM. */
  public static HeapShares ofThisProcess() {
    return new HeapShares(Runtime.getRuntime().maxMemory());
  }

  /** Messages of all groups of a pair that are delivered and not settled. */
  public long outstanding() {
    return Math.max(1, heapBytes / OUTSTANDING_PART / StateCost.OUTSTANDING_BYTES);
  }

  /** Batches of a pair that wait for their time. */
  public int delayedBatches() {
    return (int)
        Math.clamp(heapBytes / DELAYED_PART / StateCost.DELAYED_BYTES, 1, MOST_DELAYED_BATCHES);
  }

  /** Pulls and reads of a pair that wait for messages. */
  public int parked() {
    return (int) Math.clamp(heapBytes / PARKED_PART / StateCost.PARKED_BYTES, 1, MOST_PARKED);
  }

  /** Of the mailboxes of a pair. */
  public long mailboxBytes() {
    return Math.max(1, heapBytes / MAILBOX_PART);
  }

  /** Of requests that wait for workers of a pair, or are with them. */
  public long workBytes() {
    return Math.max(1, heapBytes / WORK_PART);
  }

  /** Of what a pair knows of producers and idempotency keys. */
  public long receiptBytes() {
    return Math.max(1, heapBytes / RECEIPT_PART);
  }
}
