package io.feige.client.testing;

import io.feige.client.Delivery;
import io.feige.client.FeigeException;
import io.feige.client.internal.base.DeliveryHandle;
import io.feige.client.internal.base.VerdictWords;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A delivery whose verdicts take effect at once. */
final class MemoryDelivery extends StoredMessage implements Delivery {
  private final MemoryGroup group;
  private final MemoryBroker broker;
  private final int generation;
  private final int attempt;

  MemoryDelivery(StoredMessage message, MemoryGroup group, int generation, int attempt) {
    super(message);
    this.group = group;
    this.broker = group.broker();
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
  public String handle() {
    return new DeliveryHandle(
            topic(), group.name(), MemoryBroker.PAIR, 1, generation, 0, offset(), attempt)
        .toString();
  }

  @Override
  public void ack() {
    settle(() -> group.ack(this));
  }

  @Override
  public CompletableFuture<Void> ackAsync() {
    return later(this::ack);
  }

  @Override
  public void nack() {
    settle(() -> group.nack(this, Optional.empty(), ""));
  }

  @Override
  public void nack(Duration delay) {
    settle(() -> group.nack(this, Optional.of(millis(delay)), ""));
  }

  @Override
  public void nack(String reason) {
    settle(() -> group.nack(this, Optional.empty(), VerdictWords.reason(reason)));
  }

  @Override
  public CompletableFuture<Void> nackAsync() {
    return later(this::nack);
  }

  @Override
  public CompletableFuture<Void> nackAsync(Duration delay) {
    return later(() -> nack(delay));
  }

  @Override
  public CompletableFuture<Void> nackAsync(String reason) {
    return later(() -> nack(reason));
  }

  @Override
  public CompletableFuture<Void> nackAsync(Duration delay, String reason) {
    return later(() ->
        settle(() -> group.nack(this, Optional.of(millis(delay)), VerdictWords.reason(reason))));
  }

  @Override
  public void reject(String reason) {
    settle(() -> group.reject(this, VerdictWords.reason(reason)));
  }

  @Override
  public CompletableFuture<Void> rejectAsync(String reason) {
    return later(() -> reject(reason));
  }

  @Override
  public void extend(Duration lease) {
    settle(() -> group.extend(this, millis(lease)));
  }

  @Override
  public CompletableFuture<Void> extendAsync(Duration lease) {
    return later(() -> extend(lease));
  }

  @Override
  public CompletableFuture<Void> releaseAsync() {
    return later(() -> settle(() -> group.release(this)));
  }

  private static Duration millis(Duration said) {
    return Duration.ofMillis(VerdictWords.delayMillis(said));
  }

  private void settle(Runnable verdict) {
    Boolean unused =
        broker.ask(() -> {
          verdict.run();
          return true;
        });
  }

  private static CompletableFuture<Void> later(Runnable verdict) {
    try {
      verdict.run();
      return CompletableFuture.completedFuture(null);
    } catch (FeigeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
