package io.feige.client.internal.read;

import io.feige.client.FeigeException;
import io.feige.client.internal.base.MemoryLimit;
import io.feige.protocol.command.DeliveredBatch;
import io.feige.protocol.command.ReadBatches;
import io.feige.protocol.error.ErrorCode;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What was read ahead and not taken yet, from all pairs of a reader, in the order in which it came.
 * Any thread, under one lock. Each pair may fill an equal share and one answer more.
 */
final class ReadShelf {
  /**
   * An answer and whose it is.
   *
   * @param pair the pair
   * @param batches what it answered
   */
  record Shelved(String pair, ReadBatches batches) {}

  private final Object lock = new Object();
  private final MemoryLimit memory;
  private final int aheadBytes;
  private final ArrayDeque<Shelved> shelved = new ArrayDeque<>();
  private final Map<String, Long> bytes = new ConcurrentHashMap<>();
  private @Nullable FeigeException failure;
  private boolean isClosed;

  ReadShelf(MemoryLimit memory, int aheadBytes) {
    this.memory = memory;
    this.aheadBytes = aheadBytes;
  }

  /** From now on a pair more is read. */
  void addPair(String pair) {
    bytes.put(pair, 0L);
  }

  /** How many bytes a pair may have here. */
  int shareBytes() {
    return aheadBytes / Math.max(1, bytes.size());
  }

  /** Whether the pair should be asked for more. */
  boolean wantsMore(String pair) {
    synchronized (lock) {
      long held = bytes.getOrDefault(pair, 0L);
      boolean hasRoom = held < shareBytes() && memory.usedBytes() < memory.limitBytes();
      return !isClosed && failure == null && (hasRoom || held == 0);
    }
  }

  void add(String pair, ReadBatches batches) {
    synchronized (lock) {
      if (!isClosed) {
        shelved.add(new Shelved(pair, batches));
        count(pair, bytesOf(batches));
        lock.notifyAll();
      }
    }
  }

  /** Tells the reader that nothing will come. Its next call asks anew. */
  void fail(FeigeException why) {
    synchronized (lock) {
      failure = why;
      lock.notifyAll();
    }
  }

  /** Whether it was not told yet that there is no such topic; it is not told any more. */
  boolean forgetsThatThereIsNoTopic() {
    synchronized (lock) {
      boolean isForgotten = failure != null && failure.code() == ErrorCode.TOPIC_NOT_FOUND;
      failure = isForgotten ? null : failure;
      return isForgotten;
    }
  }

  /** What was read next, or null when nothing came in time. */
  @Nullable Shelved take(long deadlineNanos) throws InterruptedException {
    synchronized (lock) {
      while (shelved.isEmpty()) {
        FeigeException why = failure;
        if (why != null) {
          failure = null;
          throw FeigeException.seenBy(why);
        }
        if (isClosed) {
          throw new IllegalStateException("the reader is closed");
        }
        long left = deadlineNanos - System.nanoTime();
        if (left <= 0) {
          return null;
        }
        lock.wait(left / 1_000_000, (int) (left % 1_000_000));
      }
      Shelved next = shelved.remove();
      count(next.pair(), -bytesOf(next.batches()));
      return next;
    }
  }

  void close() {
    synchronized (lock) {
      isClosed = true;
      shelved.forEach(each -> count(each.pair(), -bytesOf(each.batches())));
      shelved.clear();
      lock.notifyAll();
    }
  }

  private void count(String pair, long more) {
    bytes.merge(pair, more, Long::sum);
    if (more > 0) {
      memory.reserveAlways(more);
    } else {
      memory.release(-more);
    }
  }

  private static long bytesOf(ReadBatches batches) {
    long sum = 64;
    for (DeliveredBatch delivered : batches.deliveries()) {
      sum += delivered.frame().readableBytes();
    }
    return sum;
  }
}
