package io.feige.client.internal.listen;

import io.feige.client.Delivery;
import io.feige.client.FeigeException;
import io.feige.client.Handler;
import io.feige.client.Verdict;
import io.feige.protocol.error.ErrorCode;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the handler for one delivery and carries its verdict out. Any thread. */
final class HandlerCall {
  private static final Logger LOG = LoggerFactory.getLogger(HandlerCall.class);

  private final Handler handler;
  private final LeaseKeeper leases;

  HandlerCall(Handler handler, LeaseKeeper leases) {
    this.handler = handler;
    this.leases = leases;
  }

  /** Whether the message is over for this group; false if it is to come again. */
  boolean handle(Delivery delivery) {
    Verdict verdict = verdictOf(delivery);
    leases.end(delivery);
    CompletableFuture<Void> settled = settle(delivery, verdict);
    if (isOutOfMemory(settled)) {
      settleWaiting(delivery, verdict);
    } else {
      var unused = settled.whenComplete((done, failure) -> warn(delivery, failure));
    }
    return !(verdict instanceof Verdict.Retry);
  }

  private Verdict verdictOf(Delivery delivery) {
    try {
      return handler.handle(delivery);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Verdict.retry();
    } catch (Exception | LinkageError | AssertionError e) {
      LOG.warn("the handler failed on {} attempt {}: retry", delivery, delivery.attempt(), e);
      return Verdict.retry();
    }
  }

  private static CompletableFuture<Void> settle(Delivery delivery, Verdict verdict) {
    if (verdict instanceof Verdict.Ack) {
      return delivery.ackAsync();
    }
    if (verdict instanceof Verdict.Reject reject) {
      return delivery.rejectAsync(reject.reason());
    }
    return ((Verdict.Retry) verdict)
        .delay()
        .map(delivery::nackAsync)
        .orElseGet(delivery::nackAsync);
  }

  private static boolean isOutOfMemory(CompletableFuture<Void> settled) {
    if (!settled.isCompletedExceptionally()) {
      return false;
    }
    Throwable failure = settled.handle((done, thrown) -> thrown).join();
    return failure instanceof FeigeException e && e.code() == ErrorCode.MEMORY_LIMIT;
  }

  /**
   * The memory limit is reached: wait with this verdict, which slows the handlers down as it
   * should.
   */
  private static void settleWaiting(Delivery delivery, Verdict verdict) {
    try {
      if (verdict instanceof Verdict.Ack) {
        delivery.ack();
      } else if (verdict instanceof Verdict.Reject reject) {
        delivery.reject(reject.reason());
      } else {
        ((Verdict.Retry) verdict).delay().ifPresentOrElse(delivery::nack, delivery::nack);
      }
    } catch (FeigeException e) {
      warn(delivery, e);
    }
  }

  private static void warn(
      Delivery delivery, @org.jspecify.annotations.Nullable Throwable failure) {
    if (failure != null) {
      LOG.warn("the verdict on {} was not taken: {}", delivery, failure.getMessage());
    }
  }
}
