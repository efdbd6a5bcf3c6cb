package io.feige.client.internal.consume;

import io.feige.client.Settlement;
import io.feige.client.internal.base.DeliveryHandle;
import io.feige.client.internal.base.VerdictWords;
import io.feige.protocol.model.Verdict;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** What is settled through its consumer's queue of verdicts. */
interface Claimed extends Settlement {
  /** What it has to be settled with. */
  Claim claim();

  /** What it is, for another process. */
  DeliveryHandle named();

  /** The message's number in its partition. */
  long offset();

  /** Which delivery of it. */
  int attempt();

  @Override
  default String handle() {
    return named().toString();
  }

  @Override
  default void ack() {
    claim().settling().settle(claim(), Verdict.ack(offset(), offset(), attempt()));
  }

  @Override
  default CompletableFuture<Void> ackAsync() {
    return claim().settling().settleAsync(claim(), Verdict.ack(offset(), offset(), attempt()));
  }

  @Override
  default void nack() {
    claim().settling().settle(claim(), nackVerdict(Verdict.TOPIC_BACK_OFF));
  }

  @Override
  default void nack(Duration delay) {
    claim().settling().settle(claim(), nackVerdict(VerdictWords.delayMillis(delay)));
  }

  @Override
  default void nack(String reason) {
    claim().settling().settle(claim(), nackVerdict(Verdict.TOPIC_BACK_OFF, reason));
  }

  @Override
  default CompletableFuture<Void> nackAsync() {
    return claim().settling().settleAsync(claim(), nackVerdict(Verdict.TOPIC_BACK_OFF));
  }

  @Override
  default CompletableFuture<Void> nackAsync(Duration delay) {
    return claim().settling().settleAsync(claim(), nackVerdict(VerdictWords.delayMillis(delay)));
  }

  @Override
  default CompletableFuture<Void> nackAsync(String reason) {
    return nackAsync(Verdict.TOPIC_BACK_OFF, reason);
  }

  @Override
  default CompletableFuture<Void> nackAsync(Duration delay, String reason) {
    return nackAsync(VerdictWords.delayMillis(delay), reason);
  }

  private CompletableFuture<Void> nackAsync(long delayMillis, String reason) {
    return claim().settling().settleAsync(claim(), nackVerdict(delayMillis, reason));
  }

  @Override
  default void reject(String reason) {
    claim().settling().settle(claim(), rejectVerdict(reason));
  }

  @Override
  default CompletableFuture<Void> rejectAsync(String reason) {
    return claim().settling().settleAsync(claim(), rejectVerdict(reason));
  }

  @Override
  default void extend(Duration lease) {
    claim().settling().settle(claim(), extendVerdict(lease));
  }

  @Override
  default CompletableFuture<Void> extendAsync(Duration lease) {
    return claim().settling().settleAsync(claim(), extendVerdict(lease));
  }

  @Override
  default CompletableFuture<Void> releaseAsync() {
    return claim().settling().settleAsync(claim(), Verdict.release(offset(), offset(), attempt()));
  }

  private Verdict nackVerdict(long delayMillis) {
    return Verdict.nack(offset(), offset(), attempt(), delayMillis);
  }

  private Verdict nackVerdict(long delayMillis, String reason) {
    String words = VerdictWords.reason(reason);
    return Verdict.nack(offset(), offset(), attempt(), delayMillis, words);
  }

  private Verdict extendVerdict(Duration lease) {
    return Verdict.extend(offset(), offset(), attempt(), VerdictWords.delayMillis(lease));
  }

  private Verdict rejectVerdict(String reason) {
    return Verdict.reject(offset(), offset(), attempt(), VerdictWords.reason(reason));
  }
}
