package io.feige.client.internal.publish;

import io.feige.client.Compression;
import io.feige.client.FeigeException;
import io.feige.client.Header;
import io.feige.client.Message;
import io.feige.client.ProducerPolicy;
import io.feige.client.internal.publish.PendingBatch.ReceiptFuture;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.batch.OnceName;
import io.feige.protocol.batch.RecordHeader;
import io.feige.protocol.error.ErrorCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Where the messages for one pair gather. Publishers copy their record into the open batch under
 * one short lock; the sender takes batches out.
 *
 * <p>Owns: the open batch and the queue of sealed ones in sequence order. A batch is sealed when it
 * is full, when the next message is due at another time or has an idempotency key, when {@link
 * #seal} asks, or when the sender takes it although it is not full. Numbers are given at sealing,
 * so the order of sequences is the order of the queue.
 *
 * <p>The publisher wakes the sender only when that is of use: the sender leaves word from how many
 * messages on it would take a batch that is not full. A wake-up costs far more than a message.
 */
final class Accumulator {
  /** No number of messages makes a batch that is not full worth sending. */
  static final int ONLY_FULL = Integer.MAX_VALUE;

  /** The sender is not waiting: it has been woken, or has all in flight that it may have. */
  private static final int NOT_WAITING = -1;

  /** Waits for a message whose outcome is another one's. */
  private static final Object NOBODY = new Object();

  private static final int SPARE_WRITERS = 4;
  private static final long RECORD_OVERHEAD_BYTES = 96;

  private final Object lock = new Object();
  private final ProducerPolicy policy;
  private final BatchNames names;
  private final Compressor compressor;
  private final LongSupplier clock;
  private final long lingerNanos;
  private final long timeoutNanos;

  private @Nullable PendingBatch open;
  private final ArrayDeque<PendingBatch> sealed = new ArrayDeque<>();
  private final UnfinishedBatches unfinished;
  private final AtomicLong load = new AtomicLong();
  private final ArrayDeque<BatchWriter> spareWriters = new ArrayDeque<>();
  private int wakeAt = 1;
  private @Nullable FeigeException closed;
  private boolean isWithdrawn;
  private volatile boolean isGathering;
  private volatile boolean isPackingWanted;
  private volatile int maxBatchBytes = 15 * 1024 * 1024;

  Accumulator(
      ProducerPolicy policy,
      BatchNames names,
      Compressor compressor,
      LongSupplier clock,
      UnfinishedBatches unfinished) {
    this.clock = clock;
    this.unfinished = unfinished;
    this.policy = policy;
    this.names = names;
    this.compressor = compressor;
    this.lingerNanos = policy.lingerMicros() * 1000;
    this.timeoutNanos = policy.timeoutMillis() * 1_000_000;
  }

  /** What a message costs in memory until it has its outcome. */
  static long costBytes(Message message) {
    long bytes = RECORD_OVERHEAD_BYTES + message.key().length + message.body().length;
    List<Header> headers = message.headers();
    for (int i = 0; i < headers.size(); i++) {
      bytes += 10L + 3L * headers.get(i).name().length() + headers.get(i).value().length;
    }
    return bytes;
  }

  /** The largest batch that the node takes. */
  void limitBatches(int bytes) {
    maxBatchBytes = bytes;
  }

  /**
   * Adds a message to the open batch.
   *
   * @param waiter the publishing thread or a {@link ReceiptFuture}
   * @param slot gets the batch, the message's place in it, and whether the sender is to be woken
   * @return false if nothing was added, and where the message goes is to be chosen anew: messages
   *     are to go to another pair, or the open batch had no room and is sealed now
   */
  boolean append(Message message, Object waiter, long costBytes, Slot slot) {
    long nowMillis = System.currentTimeMillis();
    long deliverAt = RecordParts.deliverAt(message);
    long expiresAt = RecordParts.expiresAt(message);
    byte @Nullable [] key = RecordParts.key(message);
    List<RecordHeader> headers = RecordParts.headers(message);
    boolean isOnce = !message.idempotencyKey().isEmpty();
    long onceId = isOnce ? OnceName.producerId(message.idempotencyKey()) : 0;
    synchronized (lock) {
      if (!isTaking(slot) && !isOnce) {
        return false;
      }
      PendingBatch batch = open;
      boolean added =
          batch != null
              && !isOnce
              && batch.deliverAtMillis() == deliverAt
              && batch.writer().add(key, headers, message.body(), nowMillis, expiresAt);
      if (batch != null && !added && key == null && !isOnce) {
        sealOpen();
        slot.mustWake = mustWake();
        return false;
      }
      if (batch == null || !added) {
        batch = first(message, key, headers, nowMillis, deliverAt, expiresAt);
      }
      batch.added(waiter, waiter instanceof ReceiptFuture, costBytes);
      batch.holds(key, RecordParts.isDated(message));
      slot.batch = batch;
      slot.index = batch.count() - 1;
      if (isOnce) {
        batch.once(onceId);
        batch.keyed(Placement.key(message));
        sealOpen();
      }
      slot.mustWake = mustWake();
      return true;
    }
  }

  /**
   * Adds messages to one batch, all or none; none is delayed.
   *
   * @param waiter of the first
   * @return as {@link #append}
   */
  boolean appendTogether(List<Message> messages, Object waiter, long costBytes, Slot slot) {
    long nowMillis = System.currentTimeMillis();
    List<List<RecordHeader>> headers = messages.stream().map(RecordParts::headers).toList();
    long bytes = 0;
    for (int i = 0; i < messages.size(); i++) {
      byte[] body = messages.get(i).body();
      bytes +=
          BatchWriter.recordBytesAtMost(RecordParts.key(messages.get(i)), headers.get(i), body);
    }
    synchronized (lock) {
      if (!isTaking(slot)) {
        return false;
      }
      PendingBatch batch = open;
      boolean isOpen = batch != null && batch.deliverAtMillis() == 0;
      if (batch == null || !isOpen || !batch.writer().fits(messages.size(), bytes)) {
        BatchWriter writer = BatchWriter.withLimit(Math.min(policy.batchBytes(), maxBatchBytes));
        if (!writer.fits(messages.size(), bytes)) {
          writer = BatchWriter.withLimit(maxBatchBytes); // for these messages
        }
        if (!writer.fits(messages.size(), bytes)) {
          throw FeigeException.of(
              ErrorCode.BATCH_TOO_LARGE,
              "The messages have " + bytes + " bytes, a batch " + maxBatchBytes + ".");
        }
        sealOpen();
        batch = begin(writer, 0);
      }
      slot.batch = batch;
      slot.index = batch.count();
      for (int i = 0; i < messages.size(); i++) {
        Message message = messages.get(i);
        byte @Nullable [] key = RecordParts.key(message);
        long expiresAt = RecordParts.expiresAt(message);
        boolean isAdded =
            batch.writer().add(key, headers.get(i), message.body(), nowMillis, expiresAt);
        if (!isAdded) {
          throw new IllegalStateException("a batch has less room than it has said");
        }
        batch.added(i == 0 ? waiter : NOBODY, true, i == 0 ? costBytes : 0);
        batch.holds(key, RecordParts.isDated(message));
      }
      if (bytes > policy.batchBytes()) {
        sealOpen();
      }
      slot.mustWake = mustWake();
      return true;
    }
  }

  private boolean isTaking(Slot slot) {
    if (closed != null) {
      throw FeigeException.seenBy(closed);
    }
    slot.mustWake = false;
    return !isWithdrawn;
  }

  /**
   * Seals the open batch, so that the sender need not find a reason to take it; whether the sender
   * is to be woken.
   */
  boolean seal() {
    synchronized (lock) {
      sealOpen();
      return mustWake();
    }
  }

  /**
   * The next batch to send, packed, or null.
   *
   * @param partialFrom messages from which on a batch may be taken that is not full but has
   *     lingered
   */
  @Nullable PendingBatch poll(int partialFrom, long nowNanos) {
    PendingBatch batch;
    synchronized (lock) {
      boolean isEnough = open != null && open.count() >= partialFrom;
      if (sealed.isEmpty() && isEnough && lingerLeft(nowNanos) == 0) {
        sealOpen();
        isEnough = false;
      }
      batch = sealed.peek();
      if (batch == null) {
        wakeAt = isEnough ? ONLY_FULL : partialFrom;
        return null;
      }
      wakeAt = NOT_WAITING;
      if (batch.isBeingPacked) {
        return null; // Who packs it wakes the sender.
      }
      sealed.remove();
    }
    if (!batch.isPacked()) {
      pack(batch);
    }
    return batch;
  }

  /**
   * Packs one full batch in the calling thread, if compression makes that worth it; whether the
   * sender is to be woken.
   */
  boolean packIfWanted() {
    if (!isPackingWanted) {
      return false;
    }
    PendingBatch batch = null;
    synchronized (lock) {
      for (PendingBatch candidate : sealed) {
        if (!candidate.isPacked() && !candidate.isBeingPacked) {
          batch = candidate;
          batch.isBeingPacked = true;
          break;
        }
      }
      isPackingWanted = batch != null;
    }
    if (batch == null) {
      return false;
    }
    try {
      pack(batch);
    } finally {
      synchronized (lock) {
        batch.isBeingPacked = false;
      }
    }
    return true;
  }

  /** How long until the open batch has lingered, 0 if it has, -1 if there is none. */
  long lingerLeftNanos(long nowNanos) {
    synchronized (lock) {
      return lingerLeft(nowNanos);
    }
  }

  /** Takes out batches that were never sent and are past their time, in order. */
  List<PendingBatch> takeExpired(long nowNanos) {
    List<PendingBatch> expired = new ArrayList<>();
    synchronized (lock) {
      PendingBatch first = sealed.peek();
      while (first != null && !first.isBeingPacked && first.deadlineNanos() <= nowNanos) {
        expired.add(sealed.remove());
        first = sealed.peek();
      }
      if (sealed.isEmpty() && open != null && open.deadlineNanos() <= nowNanos) {
        expired.add(open);
        begin(null);
      }
    }
    return expired;
  }

  /** Takes out, in order, what is to go to another pair. */
  List<PendingBatch> takeMovable(Predicate<PendingBatch> isToMove) {
    List<PendingBatch> taken = new ArrayList<>();
    synchronized (lock) {
      for (Iterator<PendingBatch> each = sealed.iterator(); each.hasNext(); ) {
        PendingBatch batch = each.next();
        if (!batch.isBeingPacked && isToMove.test(batch)) {
          each.remove();
          taken.add(batch);
        }
      }
      PendingBatch last = open;
      if (last != null && isToMove.test(last)) {
        begin(null);
        taken.add(last);
      }
    }
    for (PendingBatch batch : taken) {
      unload(batch);
    }
    return taken;
  }

  /** Takes in a batch that another pair has not stored. */
  void adopt(PendingBatch batch) {
    synchronized (lock) {
      sealOpen();
      name(batch);
      sealed.add(batch);
      load.addAndGet(batch.reservedBytes());
    }
  }

  /**
   * The node does not know the producer: all that is to be sent is called anew.
   *
   * @param sent what was sent already and is to be sent again, before everything else
   * @param seconds when the producer that it becomes begins
   */
  void beginAnew(Iterable<PendingBatch> sent, long seconds) {
    synchronized (lock) {
      names.beginAnew(seconds);
      sent.forEach(this::name);
      sealed.forEach(this::name);
    }
  }

  /**
   * From now on messages go elsewhere, but for those that wait for this pair, or do not any more.
   */
  void withdraw(boolean isElsewhere) {
    synchronized (lock) {
      isWithdrawn = isElsewhere;
    }
  }

  /** Bytes of the batches that are full or sent, and have no outcome. Any thread. */
  long load() {
    return load.get();
  }

  /** A batch is no concern of this pair any more. */
  void unload(PendingBatch batch) {
    if (batch.isSealed()) {
      load.addAndGet(-batch.reservedBytes());
    }
  }

  /** Whether a batch is open that takes more messages. Any thread. */
  boolean isGathering() {
    return isGathering;
  }

  /** Refuses messages from now on with that failure. */
  void close(FeigeException why) {
    synchronized (lock) {
      if (closed == null) {
        closed = why;
      }
    }
  }

  /** Takes out everything that was not sent. */
  List<PendingBatch> takeAll() {
    synchronized (lock) {
      List<PendingBatch> all = new ArrayList<>(sealed);
      sealed.clear();
      if (open != null) {
        all.add(open);
        begin(null);
      }
      return all;
    }
  }

  /** Whether nothing waits to be sent. If so, the next message wakes the sender. */
  boolean isIdle() {
    synchronized (lock) {
      if (open == null && sealed.isEmpty()) {
        wakeAt = 1;
        return true;
      }
      return false;
    }
  }

  private PendingBatch first(
      Message message,
      byte @Nullable [] key,
      List<RecordHeader> headers,
      long nowMillis,
      long deliverAt,
      long expiresAt) {
    sealOpen();
    BatchWriter writer = spareWriters.poll();
    if (writer == null) {
      writer = BatchWriter.withLimit(Math.min(policy.batchBytes(), maxBatchBytes));
    }
    if (!writer.add(key, headers, message.body(), nowMillis, expiresAt)) {
      spareWriters.push(writer);
      writer = BatchWriter.withLimit(maxBatchBytes); // for this one message
      if (!writer.add(key, headers, message.body(), nowMillis, expiresAt)) {
        throw FeigeException.of(
            ErrorCode.BATCH_TOO_LARGE,
            "The message has " + message.body().length + " bytes, a batch " + maxBatchBytes + ".");
      }
    }
    return begin(writer, deliverAt);
  }

  private PendingBatch begin(BatchWriter writer, long deliverAt) {
    long nowNanos = clock.getAsLong();
    PendingBatch batch = new PendingBatch(writer, deliverAt, nowNanos, nowNanos + timeoutNanos);
    begin(batch);
    unfinished.add(batch);
    return batch;
  }

  private void name(PendingBatch batch) {
    if (batch.isOnce()) {
      batch.nameOnce();
    } else {
      batch.name(names.producerId(), names.next(load.get() == 0));
    }
  }

  private void begin(@Nullable PendingBatch batch) {
    open = batch;
    isGathering = batch != null;
  }

  private void sealOpen() {
    PendingBatch batch = open;
    if (batch != null) {
      name(batch);
      sealed.add(batch);
      load.addAndGet(batch.reservedBytes());
      begin(null);
      isPackingWanted = policy.compression() != Compression.NONE;
    }
  }

  private void pack(PendingBatch batch) {
    BatchWriter writer = batch.writer();
    batch.pack(compressor);
    synchronized (lock) {
      if (spareWriters.size() < SPARE_WRITERS && batch.payloadBytes() <= policy.batchBytes()) {
        spareWriters.push(writer);
      }
    }
  }

  private long lingerLeft(long nowNanos) {
    return open == null ? -1 : Math.max(0, open.openedNanos() + lingerNanos - nowNanos);
  }

  private boolean mustWake() {
    boolean isOfUse = !sealed.isEmpty() || (open != null && open.count() >= wakeAt);
    boolean wakes = wakeAt != NOT_WAITING && isOfUse;
    if (wakes) {
      wakeAt = NOT_WAITING;
    }
    return wakes;
  }

  /** Where a message went. */
  static final class Slot {
    @Nullable PendingBatch batch;
    int index;
    boolean mustWake;
  }
}
