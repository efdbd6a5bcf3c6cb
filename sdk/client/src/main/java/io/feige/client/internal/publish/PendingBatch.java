package io.feige.client.internal.publish;

import io.feige.client.FeigeException;
import io.feige.client.Receipt;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.batch.OnceName;
import io.feige.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A batch from its first record to its outcome, with everyone who waits for it.
 *
 * <p>It belongs to one pair, and moves to another one only while it certainly is not stored there;
 * it is named anew then.
 *
 * <p>It has three owners, one after the other: while it gathers and queues, the accumulator under
 * its lock; while it is packed, the thread that packs it; from the first send on, the sender's
 * loop. Only the outcome crosses threads: it is set once, and read by the publishers.
 *
 * <p>For each record it keeps who waits: a thread in {@code publish}, which is unparked by the loop
 * itself, or a future, which is completed on the callback executor, one task for the whole batch.
 */
final class PendingBatch {
  private final BatchWriter writer;
  private final long deliverAtMillis;
  private final long openedNanos;
  private final long deadlineNanos;
  private Object[] waiters = new Object[8];
  private int count;
  private boolean hasFutures;
  private boolean isDated;
  private long reservedBytes;
  private byte @Nullable [] firstKey;
  private long onceId;
  private volatile long producerId;
  private volatile long sequence = -1;

  private volatile @Nullable ByteBuffer packed;
  private volatile @Nullable PublishOutcome outcome;

  // The sender's notes, on its loop.
  boolean isOutstanding;
  boolean mayBeStored;
  @Nullable PublishRefusal lastRefusal;

  // Guarded by the accumulator's lock.
  boolean isBeingPacked;

  // Guarded by the lock of the unfinished batches.
  long number;

  PendingBatch(BatchWriter writer, long deliverAtMillis, long openedNanos, long deadlineNanos) {
    this.writer = writer;
    this.deliverAtMillis = deliverAtMillis;
    this.openedNanos = openedNanos;
    this.deadlineNanos = deadlineNanos;
  }

  BatchWriter writer() {
    return writer;
  }

  /** Notes who waits for the record that was just added. */
  void added(Object waiter, boolean isFuture, long bytes) {
    if (count == waiters.length) {
      waiters = Arrays.copyOf(waiters, count * 2);
    }
    waiters[count++] = waiter;
    hasFutures |= isFuture;
    reservedBytes += bytes;
  }

  /** A record that was added has this key, or none. */
  void keyed(byte @Nullable [] key) {
    if (firstKey == null) {
      firstKey = key;
    }
  }

  /** A record that was added has this key, or none, and maybe is due or expires at a date. */
  void holds(byte @Nullable [] key, boolean dated) {
    keyed(key);
    isDated |= dated;
  }

  /** Whether the clock by which it was published matters. */
  boolean isDated() {
    return isDated;
  }

  /** The key of the first record that has one; null if none has. */
  byte @Nullable [] firstKey() {
    return firstKey;
  }

  /** It is the only batch of this producer, and is called so at every pair. */
  void once(long producer) {
    onceId = producer;
  }

  /** Whether it was published under an idempotency key. */
  boolean isOnce() {
    return onceId != 0;
  }

  /**
   * Gives the batch its name, or another one, because it goes to another pair or its producer is
   * not known any more. Not while it is outstanding.
   */
  void name(long producer, long number) {
    producerId = producer;
    sequence = number;
  }

  /** Gives it the name that its idempotency key says. */
  void nameOnce() {
    name(onceId, OnceName.SEQUENCE);
  }

  boolean isSealed() {
    return sequence >= 0;
  }

  void pack(Compressor compressor) {
    packed = writer.finish(new BatchStamp(producerId, sequence, deliverAtMillis), compressor);
  }

  /** Length of the records before compression; after packing only. */
  int payloadBytes() {
    return packedBytes().getInt(BatchHead.PAYLOAD_LENGTH_AT);
  }

  boolean isPacked() {
    return packed != null;
  }

  /** The bytes to send, the same each time under the same name. For the sender only. */
  ByteBuffer bytes() {
    ByteBuffer bytes = packedBytes();
    boolean isNamed =
        bytes.getLong(BatchHead.PRODUCER_AT) == producerId
            && bytes.getLong(BatchHead.SEQUENCE_AT) == sequence;
    if (!isNamed) {
      BatchHead.rename(bytes, producerId, sequence);
    }
    return bytes.duplicate();
  }

  private ByteBuffer packedBytes() {
    ByteBuffer bytes = packed;
    if (bytes == null) {
      throw new IllegalStateException("batch " + sequence + " is sent before it is packed");
    }
    return bytes;
  }

  int count() {
    return count;
  }

  long sequence() {
    return sequence;
  }

  long deliverAtMillis() {
    return deliverAtMillis;
  }

  long openedNanos() {
    return openedNanos;
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  long reservedBytes() {
    return reservedBytes;
  }

  boolean isResolved() {
    return outcome != null;
  }

  /**
   * Sets the outcome and wakes the threads that wait; true if there are futures to complete as
   * well.
   */
  boolean resolve(PublishOutcome result) {
    outcome = result;
    for (int i = 0; i < count; i++) {
      if (waiters[i] instanceof Thread thread) {
        LockSupport.unpark(thread);
      }
    }
    return hasFutures;
  }

  /** Completes the futures that are not complete; on the callback executor. */
  void completeFutures(String topic) {
    PublishOutcome result = outcome;
    for (int i = 0; i < count; i++) {
      if (waiters[i] instanceof ReceiptFuture future) {
        if (result instanceof PublishOutcome.Confirmed confirmed) {
          future.complete(confirmed.receipt(topic, i));
        } else if (result instanceof PublishOutcome.Failed failed) {
          future.completeExceptionally(failed.failure());
        }
      }
    }
  }

  /** Waits for the outcome in the thread that published the record. */
  Receipt await(String topic, int index) {
    // The sender resolves every batch at its deadline; the extra second is for a loop that is late
    // or gone.
    long last = deadlineNanos + 1_000_000_000L;
    PublishOutcome result = outcome;
    while (result == null) {
      long left = last - System.nanoTime();
      if (left <= 0) {
        throw FeigeException.of(ErrorCode.TIMEOUT_UNKNOWN, "Topic " + topic + ".");
      }
      LockSupport.parkNanos(this, left);
      result = outcome;
      if (result == null && Thread.currentThread().isInterrupted()) {
        throw FeigeException.of(ErrorCode.TIMEOUT_UNKNOWN, "The waiting thread was interrupted.");
      }
    }
    if (result instanceof PublishOutcome.Failed failed) {
      throw FeigeException.seenBy(failed.failure());
    }
    return ((PublishOutcome.Confirmed) result).receipt(topic, index);
  }

  /** A receipt that is not there yet. */
  static final class ReceiptFuture extends CompletableFuture<Receipt> {}
}
