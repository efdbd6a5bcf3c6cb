package io.feige.client.internal.consume;

import io.feige.client.FeigeException;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.VerdictKind;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One call that settles, and who waits for it: the calling thread, or a future. Resolved once, by
 * the loop.
 */
final class PendingVerdict {
  private final VerdictKind kind;
  private final long first;
  private final long last;
  private final @Nullable Thread thread;
  private final @Nullable CompletableFuture<Void> future;
  private int batches;
  private @Nullable FeigeException failure;
  private volatile boolean isResolved;

  /**
   * A call.
   *
   * @param first the lowest offset it names
   * @param last the highest
   * @param thread who waits, or null
   * @param future what is waited for, or null
   */
  PendingVerdict(
      VerdictKind kind,
      long first,
      long last,
      @Nullable Thread thread,
      @Nullable CompletableFuture<Void> future) {
    this.kind = kind;
    this.first = first;
    this.last = last;
    this.thread = thread;
    this.future = future;
  }

  VerdictKind kind() {
    return kind;
  }

  boolean overlaps(long from, long to) {
    return first <= to && from <= last;
  }

  boolean isFuture() {
    return future != null;
  }

  boolean isThread() {
    return thread != null;
  }

  /** It travels in one more batch. Before any of them is sent. */
  void joins() {
    batches++;
  }

  /** One of its batches has its outcome; true if it was the last. */
  boolean resolve(@Nullable FeigeException withFailure) {
    if (withFailure != null) {
      failure = withFailure;
    }
    if (--batches > 0) {
      return false;
    }
    isResolved = true;
    LockSupport.unpark(thread);
    return true;
  }

  /** On the callback executor. */
  void completeFuture() {
    CompletableFuture<Void> waitedFor = future;
    FeigeException failed = failure;
    if (waitedFor != null && failed == null) {
      waitedFor.complete(null);
    } else if (waitedFor != null && failed != null) {
      waitedFor.completeExceptionally(failed);
    }
  }

  /** Waits in the thread that settles. */
  void await(long deadlineNanos) {
    while (!isResolved) {
      long left = deadlineNanos - System.nanoTime();
      if (left <= 0) {
        throw FeigeException.of(ErrorCode.TIMEOUT_UNKNOWN, "");
      }
      LockSupport.parkNanos(this, left);
      if (!isResolved && Thread.currentThread().isInterrupted()) {
        throw FeigeException.of(ErrorCode.TIMEOUT_UNKNOWN, "The waiting thread was interrupted.");
      }
    }
    FeigeException failed = failure;
    if (failed != null) {
      throw FeigeException.seenBy(failed);
    }
  }
}
