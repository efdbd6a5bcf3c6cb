package io.feige.dist.stream;

import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.Receipt;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.Stored;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Publishes without waiting for each message, within two bounds: messages and bytes under way.
 * Outcomes are taken in the order of publishing, by the publishing thread itself, so nothing else
 * has to be synchronized and a million messages a second cost no million wake-ups. For one thread.
 */
public final class InFlight {
  /** What becomes of the messages, told in the order in which they were published. */
  public interface Outcomes {
    void confirmed(Receipt receipt, long tag);

    void failed(FeigeException failure, long tag);
  }

  private final Producer producer;
  private final Outcomes outcomes;
  private final @Nullable CompletableFuture<Receipt>[] futures;
  private final int[] sizes;
  private final long[] tags;
  private final long maxBytes;
  private int head;
  private int count;
  private long bytes;

  /** At most so many messages, and so many bytes of bodies and keys, are under way. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  public InFlight(Producer producer, int maxMessages, long maxBytes, Outcomes outcomes) {
    this.producer = producer;
    this.outcomes = outcomes;
    this.maxBytes = maxBytes;
    this.futures = new CompletableFuture[maxMessages];
    this.sizes = new int[maxMessages];
    this.tags = new long[maxMessages];
  }

  /**
   * Publishes; waits for earlier messages while a bound is reached. Takes the outcomes that are
   * there.
   *
   * @param size bytes that count against the bound
   * @param tag given back with the outcome
   */
  public void publish(Message message, int size, long tag) {
    while (count == futures.length || (count > 0 && bytes + size > maxBytes)) {
      awaitHead();
      takeDone();
    }
    CompletableFuture<Receipt> future = producer.publishAsync(message);
    while (isMemoryRefusal(future) && count > 0) {
      // The client's own bound is tighter than ours: its refusal stored nothing, so order is kept.
      awaitHead();
      takeDone();
      future = producer.publishAsync(message);
    }
    add(future, size, tag);
    takeDone();
  }

  /** Takes the outcomes that are there, without waiting. */
  public void takeDone() {
    while (count > 0) {
      CompletableFuture<Receipt> future = headFuture();
      if (!future.isDone()) {
        return;
      }
      takeHead(future);
    }
  }

  /** Waits until every message has its outcome. */
  public void finish() {
    while (count > 0) {
      awaitHead();
      takeDone();
    }
  }

  /** Waits at most so long for the oldest message; true if nothing is under way any more. */
  public boolean finishWithin(long millis) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    takeDone();
    while (count > 0 && System.nanoTime() - deadline < 0) {
      awaitHead(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
      takeDone();
    }
    return count == 0;
  }

  /** Messages without an outcome. */
  public int count() {
    return count;
  }

  private void add(CompletableFuture<Receipt> future, int size, long tag) {
    int at = (head + count) % futures.length;
    futures[at] = future;
    sizes[at] = size;
    tags[at] = tag;
    count++;
    bytes += size;
  }

  private CompletableFuture<Receipt> headFuture() {
    CompletableFuture<Receipt> future = futures[head];
    if (future == null) {
      throw new IllegalStateException("no message under way at " + head);
    }
    return future;
  }

  private void takeHead(CompletableFuture<Receipt> future) {
    long tag = tags[head];
    futures[head] = null;
    bytes -= sizes[head];
    head = (head + 1) % futures.length;
    count--;
    Optional<FeigeException> failure = failureOf(future);
    if (failure.isPresent()) {
      outcomes.failed(failure.get(), tag);
    } else {
      outcomes.confirmed(future.join(), tag);
    }
  }

  private void awaitHead() {
    awaitHead(Long.MAX_VALUE);
  }

  private void awaitHead(long millis) {
    try {
      headFuture().get(millis, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException outcome) {
      // takeDone() reports it, or the caller waits again.
      return;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while messages are under way", interrupted);
    }
  }

  private static boolean isMemoryRefusal(CompletableFuture<Receipt> future) {
    return future.isCompletedExceptionally()
        && failureOf(future).filter(f -> f.code() == ErrorCode.MEMORY_LIMIT).isPresent();
  }

  private static Optional<FeigeException> failureOf(CompletableFuture<Receipt> done) {
    if (!done.isCompletedExceptionally()) {
      return Optional.empty();
    }
    Throwable thrown = done.exceptionNow();
    if (thrown instanceof FeigeException failure) {
      return Optional.of(failure);
    }
    throw new IllegalStateException("a message ended with a fault of the client", thrown);
  }

  /** Whether a message that ended like this may have been stored. */
  public static boolean isUnknown(FeigeException failure) {
    return failure.stored() == Stored.UNKNOWN;
  }
}
