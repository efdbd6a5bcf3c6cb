package io.feige.client.internal.consume;

import io.feige.client.FeigeException;
import io.feige.client.internal.base.MemoryLimit;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.Verdict;
import io.feige.protocol.model.VerdictKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Where the verdicts on a pair's deliveries gather until they travel. Any thread. Owns the open
 * batch of verdicts and those behind it; the sender takes them out. One batch holds verdicts of one
 * claim: one generation of the group's cursor, one epoch of the pair.
 */
final class Settling {
  private static final long CALL_BYTES = 160;

  private final Object lock = new Object();
  private final MemoryLimit memory;
  private final long timeoutNanos;
  private final Runnable wakeSender;
  private final Runnable wakeInHaste;
  private final ArrayDeque<VerdictBatch> gathered = new ArrayDeque<>();
  private boolean isSenderHungry = true;
  private boolean isSenderResting;
  private long verdicts;
  private int unresolved;
  private @Nullable FeigeException closed;

  /**
   * Nothing has gathered yet.
   *
   * @param wakeSender there is something to send
   * @param wakeInHaste there is something that must not wait for the outcome of what was sent
   */
  Settling(MemoryLimit memory, long timeoutMillis, Runnable wakeSender, Runnable wakeInHaste) {
    this.memory = memory;
    this.timeoutNanos = timeoutMillis * 1_000_000;
    this.wakeSender = wakeSender;
    this.wakeInHaste = wakeInHaste;
  }

  /** Settles and waits until that is durable. */
  void settle(Claim claim, Verdict verdict) {
    reserveOrWait();
    PendingVerdict call = call(verdict, Thread.currentThread());
    enqueue(claim, verdict, call);
    await(call);
  }

  CompletableFuture<Void> settleAsync(Claim claim, Verdict verdict) {
    CompletableFuture<Void> future = new CompletableFuture<>();
    if (!reserveNow(future)) {
      return future;
    }
    PendingVerdict call =
        new PendingVerdict(verdict.kind(), verdict.first(), verdict.last(), null, future);
    try {
      enqueue(claim, verdict, call);
    } catch (FeigeException e) {
      future.completeExceptionally(e);
    }
    return future;
  }

  /**
   * Acks all of them; they are of one claim.
   *
   * @return what to {@link #await}
   */
  PendingVerdict ack(List<EngineDelivery> deliveries) {
    reserveOrWait();
    PendingVerdict call = call(spanOf(deliveries), Thread.currentThread());
    enqueueAcks(deliveries, call);
    return call;
  }

  /** Waits for the outcome in the thread that settles. */
  void await(PendingVerdict call) {
    call.await(System.nanoTime() + timeoutNanos + 1_000_000_000L);
  }

  /** Acks all of them; they are of one claim. */
  CompletableFuture<Void> ackAsync(List<EngineDelivery> deliveries) {
    CompletableFuture<Void> future = new CompletableFuture<>();
    if (reserveNow(future)) {
      Verdict span = spanOf(deliveries);
      try {
        enqueueAcks(
            deliveries, new PendingVerdict(span.kind(), span.first(), span.last(), null, future));
      } catch (FeigeException e) {
        future.completeExceptionally(e);
      }
    }
    return future;
  }

  /**
   * Gives back what was never handed out; nobody waits for the outcome. It leaves before anything
   * is asked for anew: said late, it would end the next lease of the same message.
   */
  void release(Claim claim, List<Verdict> verdicts) {
    synchronized (lock) {
      if (closed != null) {
        return;
      }
      for (Verdict verdict : verdicts) {
        batchFor(claim).add(verdict);
      }
      this.verdicts += verdicts.size();
    }
    wakeInHaste.run();
  }

  /** The next batch to send, or null; then the next verdict wakes the sender. */
  @Nullable VerdictBatch poll() {
    synchronized (lock) {
      VerdictBatch batch = gathered.poll();
      isSenderResting = false;
      if (batch == null) {
        isSenderHungry = true;
      }
      return batch;
    }
  }

  /**
   * How many verdicts have come, of all times, if those that wait may go on gathering; then one
   * that a thread waits for wakes the sender. Else, or if none wait, -1.
   */
  long gathering() {
    synchronized (lock) {
      VerdictBatch first = gathered.peek();
      isSenderResting =
          first != null && gathered.size() == 1 && !first.isFull() && !first.isWaitedFor();
      return isSenderResting ? verdicts : -1;
    }
  }

  /**
   * Whether nothing waits to be sent; then the next verdict wakes the sender. Else the sender asks
   * by itself when it can send.
   */
  boolean isIdle() {
    synchronized (lock) {
      isSenderHungry = gathered.isEmpty();
      return isSenderHungry;
    }
  }

  /** Takes out what is past its time and was never sent. */
  List<VerdictBatch> takeExpired(long nowNanos) {
    List<VerdictBatch> expired = new ArrayList<>();
    synchronized (lock) {
      VerdictBatch first = gathered.peek();
      while (first != null && first.deadlineNanos() - nowNanos <= 0) {
        expired.add(gathered.remove());
        first = gathered.peek();
      }
    }
    return expired;
  }

  /** A batch has its outcome, everyone has been told, and so many calls are over. */
  void resolved(int calls) {
    memory.release(calls * CALL_BYTES);
    synchronized (lock) {
      unresolved--;
      lock.notifyAll();
    }
  }

  /** Waits until everything settled so far has its outcome; false when that took too long. */
  boolean awaitResolved(long deadlineNanos) throws InterruptedException {
    synchronized (lock) {
      while (unresolved > 0) {
        long leftMillis = (deadlineNanos - System.nanoTime()) / 1_000_000;
        if (leftMillis <= 0) {
          return false;
        }
        lock.wait(leftMillis);
      }
      return true;
    }
  }

  void close(FeigeException why) {
    synchronized (lock) {
      closed = why;
    }
  }

  private void enqueue(Claim claim, Verdict verdict, PendingVerdict call) {
    boolean wake;
    synchronized (lock) {
      checkOpen();
      VerdictBatch batch = batchFor(claim);
      batch.add(verdict);
      batch.waiter(call);
      verdicts++;
      wake = takeHunger(call.isThread());
    }
    wakeIf(wake);
  }

  private void enqueueAcks(List<EngineDelivery> deliveries, PendingVerdict call) {
    boolean wake;
    synchronized (lock) {
      checkOpen();
      VerdictBatch batch = batchFor(deliveries.get(0).claim());
      for (EngineDelivery delivery : deliveries) {
        if (batch.isFull()) {
          batch.waiter(call);
          batch = batchFor(delivery.claim());
        }
        batch.ack(delivery.offset(), delivery.offset());
      }
      batch.waiter(call);
      verdicts += deliveries.size();
      wake = takeHunger(call.isThread());
    }
    wakeIf(wake);
  }

  private void checkOpen() {
    if (closed != null) {
      memory.release(CALL_BYTES);
      throw FeigeException.seenBy(closed);
    }
  }

  private VerdictBatch batchFor(Claim claim) {
    VerdictBatch last = gathered.peekLast();
    if (last == null || !last.claim().equals(claim) || last.isFull()) {
      last = new VerdictBatch(claim, System.nanoTime() + timeoutNanos);
      gathered.add(last);
      unresolved++;
    }
    return last;
  }

  private boolean takeHunger(boolean isWaitedFor) {
    VerdictBatch first = gathered.peek();
    boolean isTooMuch = gathered.size() > 1 || (first != null && first.isFull());
    boolean feeds = isSenderHungry || (isSenderResting && (isWaitedFor || isTooMuch));
    isSenderHungry = false;
    isSenderResting &= !feeds;
    return feeds;
  }

  private void wakeIf(boolean wake) {
    if (wake) {
      wakeSender.run();
    }
  }

  private boolean reserveNow(CompletableFuture<Void> future) {
    if (memory.tryReserve(CALL_BYTES)) {
      return true;
    }
    future.completeExceptionally(FeigeException.of(ErrorCode.MEMORY_LIMIT, ""));
    return false;
  }

  private void reserveOrWait() {
    boolean isReserved = false;
    try {
      isReserved = memory.reserve(CALL_BYTES, System.nanoTime() + timeoutNanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!isReserved) {
      throw FeigeException.of(ErrorCode.MEMORY_LIMIT, "");
    }
  }

  private static PendingVerdict call(Verdict verdict, Thread thread) {
    return new PendingVerdict(verdict.kind(), verdict.first(), verdict.last(), thread, null);
  }

  private static Verdict spanOf(List<EngineDelivery> deliveries) {
    long first = Long.MAX_VALUE;
    long last = 0;
    for (EngineDelivery delivery : deliveries) {
      first = Math.min(first, delivery.offset());
      last = Math.max(last, delivery.offset());
    }
    return new Verdict(VerdictKind.ACK, first, last, 1, 0, "");
  }
}
