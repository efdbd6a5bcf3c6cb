package io.feige.client.internal.consume;

import io.feige.client.Delivery;
import io.feige.client.internal.base.VerdictWords;
import io.feige.protocol.model.Verdict;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A delivery that is settled through its consumer's queue of verdicts. */
final class EngineDelivery extends FrameMessage implements Delivery {
  private final Claim claim;
  private final int attempt;
  private volatile boolean isOurs;

  EngineDelivery(DeliveredFrame frame, int index, Claim claim, Slice slice) {
    super(frame, index);
    this.claim = claim;
    this.attempt = slice.attempt();
    this.isOurs = slice.isOurs();
  }

  /** Whether it was claimed or started, so that nobody else gets it. */
  boolean isOurs() {
    return isOurs;
  }

  void becomesOurs() {
    isOurs = true;
  }

  Claim claim() {
    return claim;
  }

  @Override
  public int attempt() {
    return attempt;
  }

  @Override
  public void ack() {
    claim.settling().settle(claim, Verdict.ack(offset(), offset(), attempt));
  }

  @Override
  public CompletableFuture<Void> ackAsync() {
    return claim.settling().settleAsync(claim, Verdict.ack(offset(), offset(), attempt));
  }

  @Override
  public void nack() {
    claim.settling().settle(claim, nackVerdict(Verdict.TOPIC_BACK_OFF));
  }

  @Override
  public void nack(Duration delay) {
    claim.settling().settle(claim, nackVerdict(VerdictWords.delayMillis(delay)));
  }

  @Override
  public CompletableFuture<Void> nackAsync() {
    return claim.settling().settleAsync(claim, nackVerdict(Verdict.TOPIC_BACK_OFF));
  }

  @Override
  public CompletableFuture<Void> nackAsync(Duration delay) {
    return claim.settling().settleAsync(claim, nackVerdict(VerdictWords.delayMillis(delay)));
  }

  @Override
  public void reject(String reason) {
    claim.settling().settle(claim, rejectVerdict(reason));
  }

  @Override
  public CompletableFuture<Void> rejectAsync(String reason) {
    return claim.settling().settleAsync(claim, rejectVerdict(reason));
  }

  @Override
  public void extend(Duration lease) {
    claim.settling().settle(claim, extendVerdict(lease));
  }

  @Override
  public CompletableFuture<Void> extendAsync(Duration lease) {
    return claim.settling().settleAsync(claim, extendVerdict(lease));
  }

  @Override
  public CompletableFuture<Void> releaseAsync() {
    return claim.settling().settleAsync(claim, Verdict.release(offset(), offset(), attempt));
  }

  private Verdict nackVerdict(long delayMillis) {
    return Verdict.nack(offset(), offset(), attempt, delayMillis);
  }

  private Verdict extendVerdict(Duration lease) {
    return Verdict.extend(offset(), offset(), attempt, VerdictWords.delayMillis(lease));
  }

  private Verdict rejectVerdict(String reason) {
    return Verdict.reject(offset(), offset(), attempt, VerdictWords.reason(reason));
  }
}
