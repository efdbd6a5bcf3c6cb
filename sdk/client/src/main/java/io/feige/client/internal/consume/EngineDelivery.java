package io.feige.client.internal.consume;

import io.feige.client.Delivery;
import io.feige.protocol.model.Verdict;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A delivery that is settled through its consumer's queue of verdicts. */
final class EngineDelivery extends FrameMessage implements Delivery {
  private static final int MAX_REASON_CHARACTERS = 1_000;

  private final Settling settling;
  private final int generation;
  private final int attempt;

  EngineDelivery(DeliveredFrame frame, int index, Settling settling, int generation, int attempt) {
    super(frame, index);
    this.settling = settling;
    this.generation = generation;
    this.attempt = attempt;
  }

  int generation() {
    return generation;
  }

  @Override
  public int attempt() {
    return attempt;
  }

  @Override
  public void ack() {
    settling.settle(generation, Verdict.ack(offset(), offset(), attempt));
  }

  @Override
  public CompletableFuture<Void> ackAsync() {
    return settling.settleAsync(generation, Verdict.ack(offset(), offset(), attempt));
  }

  @Override
  public void nack() {
    settling.settle(generation, nackVerdict(Verdict.TOPIC_BACK_OFF));
  }

  @Override
  public void nack(Duration delay) {
    settling.settle(generation, nackVerdict(delay.toMillis()));
  }

  @Override
  public CompletableFuture<Void> nackAsync() {
    return settling.settleAsync(generation, nackVerdict(Verdict.TOPIC_BACK_OFF));
  }

  @Override
  public CompletableFuture<Void> nackAsync(Duration delay) {
    return settling.settleAsync(generation, nackVerdict(delay.toMillis()));
  }

  @Override
  public void reject(String reason) {
    settling.settle(generation, rejectVerdict(reason));
  }

  @Override
  public CompletableFuture<Void> rejectAsync(String reason) {
    return settling.settleAsync(generation, rejectVerdict(reason));
  }

  @Override
  public void extend(Duration lease) {
    settling.settle(generation, extendVerdict(lease));
  }

  @Override
  public CompletableFuture<Void> extendAsync(Duration lease) {
    return settling.settleAsync(generation, extendVerdict(lease));
  }

  @Override
  public CompletableFuture<Void> releaseAsync() {
    return settling.settleAsync(generation, Verdict.release(offset(), offset(), attempt));
  }

  private Verdict nackVerdict(long delayMillis) {
    return Verdict.nack(offset(), offset(), attempt, delayMillis);
  }

  private Verdict extendVerdict(Duration lease) {
    return Verdict.extend(offset(), offset(), attempt, lease.toMillis());
  }

  private Verdict rejectVerdict(String reason) {
    if (reason.length() > MAX_REASON_CHARACTERS) {
      throw new IllegalArgumentException(
          "a reason has at most " + MAX_REASON_CHARACTERS + " characters, not " + reason.length());
    }
    return Verdict.reject(offset(), offset(), attempt, reason);
  }
}
