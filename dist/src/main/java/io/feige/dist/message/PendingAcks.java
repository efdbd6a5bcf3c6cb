package io.feige.dist.message;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeException;
import io.feige.dist.cli.Failures;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Acks under way: a bounded number, taken in order by the thread that pulls. */
final class PendingAcks {
  private static final int MAX_CALLS = 64;

  private record Call(CompletableFuture<Void> outcome, int messages) {}

  private final Consumer consumer;
  private final Deque<Call> calls = new ArrayDeque<>();
  private long acked;
  private @Nullable FeigeException failure;

  PendingAcks(Consumer consumer) {
    this.consumer = consumer;
  }

  /** Acks the deliveries without waiting for it, unless too many acks are under way. */
  void ack(List<Delivery> deliveries) {
    calls.add(new Call(consumer.ackAllAsync(deliveries), deliveries.size()));
    while (calls.size() > MAX_CALLS) {
      take(calls.remove());
    }
    collect();
  }

  /** Counts what is confirmed by now. */
  void collect() {
    while (isHeadDone()) {
      take(calls.remove());
    }
  }

  /** Waits for every outcome. */
  void finish() {
    while (!calls.isEmpty()) {
      take(calls.remove());
    }
  }

  /** Messages whose ack is confirmed. */
  long acked() {
    return acked;
  }

  /** The first ack that failed; null if none did. */
  @Nullable FeigeException failure() {
    return failure;
  }

  private boolean isHeadDone() {
    Call head = calls.peek();
    return head != null && head.outcome().isDone();
  }

  private void take(Call call) {
    try {
      call.outcome().join();
      acked += call.messages();
    } catch (CompletionException thrown) {
      if (!(Failures.root(thrown) instanceof FeigeException refused)) {
        throw thrown;
      }
      if (failure == null) {
        failure = refused;
      }
    }
  }
}
