package io.feige.client.internal.listen;

import io.feige.client.Delivery;
import io.feige.client.FeigeException;
import io.feige.client.Handler;
import io.feige.client.Verdict;
import io.feige.protocol.error.ErrorCode;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the handler for one delivery and carries its verdict out, whatever the handler does: what
 * it throws, and no verdict at all, is a retry with the topic's back-off. Any thread.
 */
final class HandlerCall {
  private static final Logger LOG = LoggerFactory.getLogger(HandlerCall.class);

  private final Handler handler;
  private final LeaseKeeper leases;
  private final Consumer<Throwable> failures;

  /**
   * The calls of a handler.
   *
   * @param failures told of everything that goes wrong
   */
  HandlerCall(Handler handler, LeaseKeeper leases, Consumer<Throwable> failures) {
    this.handler = handler;
    this.leases = leases;
    this.failures = failures;
  }

  /** Whether the message is over for this group; false if it is to come again. */
  boolean handle(Delivery delivery) {
    leases.begin(delivery);
    Outcome outcome;
    try {
      outcome = outcomeOf(delivery);
    } finally {
      leases.end(delivery);
      // What the handler has left behind would keep this thread from ever waiting again.
      boolean unused = Thread.interrupted();
    }
    carryOut(delivery, outcome);
    return !(outcome.verdict() instanceof Verdict.Retry);
  }

  /**
   * What a handler made of a delivery.
   *
   * @param reason of a retry; empty: the handler said so itself
   */
  private record Outcome(Verdict verdict, String reason) {}

  private Outcome outcomeOf(Delivery delivery) {
    try {
      Verdict verdict = handler.handle(delivery);
      if (verdict != null) {
        return new Outcome(verdict, "");
      }
      return failed(
          delivery, new IllegalStateException("the handler returned null, which is no verdict"));
    } catch (Throwable e) { // Errors too: a stack that overflowed is free again here.
      return failed(delivery, e);
    }
  }

  private void carryOut(Delivery delivery, Outcome outcome) {
    try {
      CompletableFuture<Void> settled = settle(delivery, outcome);
      if (isOutOfMemory(settled)) {
        settleWaiting(delivery, outcome);
      } else {
        var unused = settled.whenComplete((done, failure) -> notTaken(delivery, failure));
      }
    } catch (RuntimeException | Error e) {
      notTaken(delivery, e); // It comes again when its lease ends.
    }
  }

  private static CompletableFuture<Void> settle(Delivery delivery, Outcome outcome) {
    Verdict verdict = outcome.verdict();
    if (verdict instanceof Verdict.Ack) {
      return delivery.ackAsync();
    }
    if (verdict instanceof Verdict.Reject reject) {
      return delivery.rejectAsync(reject.reason());
    }
    return ((Verdict.Retry) verdict)
        .delay()
        .map(delivery::nackAsync)
        .orElseGet(() -> delivery.nackAsync(outcome.reason()));
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
  private static void settleWaiting(Delivery delivery, Outcome outcome) {
    Verdict verdict = outcome.verdict();
    if (verdict instanceof Verdict.Ack) {
      delivery.ack();
    } else if (verdict instanceof Verdict.Reject reject) {
      delivery.reject(reject.reason());
    } else {
      ((Verdict.Retry) verdict)
          .delay()
          .ifPresentOrElse(delivery::nack, () -> delivery.nack(outcome.reason()));
    }
  }

  private Outcome failed(Delivery delivery, Throwable failure) {
    failures.accept(failure);
    String reason = "";
    try {
      reason = failure.toString();
      LOG.warn("the handler failed on {}, attempt {}", delivery, delivery.attempt(), failure);
    } catch (Throwable e) { // Out of memory, perhaps; the retry matters more than the words.
      failure.addSuppressed(e);
    }
    return new Outcome(Verdict.retry(), reason);
  }

  private void notTaken(Delivery delivery, @Nullable Throwable failure) {
    if (failure != null) {
      failures.accept(failure);
      LOG.warn("the verdict on {} was not taken: {}", delivery, failure.getMessage());
    }
  }
}
