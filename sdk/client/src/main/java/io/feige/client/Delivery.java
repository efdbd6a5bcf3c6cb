package io.feige.client;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A message handed to a consumer until its lease ends. Settle it with exactly one of {@link #ack},
 * {@link #nack} or {@link #reject}; when none comes before the lease ends, the message comes again,
 * to this or another consumer of the group, with a higher attempt.
 *
 * <p>The calls that do not end in {@code Async} return when the broker has made the verdict
 * durable. An ack that returned is final: the message is not delivered to the group again. An ack
 * counts even after the lease has ended, the other verdicts fail then with a {@link
 * RefusedException}.
 */
public interface Delivery extends ReceivedMessage {
  /** Which delivery of this message it is, from 1. */
  int attempt();

  /** Whether the message may have been delivered before. */
  default boolean redelivered() {
    return attempt() > 1;
  }

  /** Done: never deliver it to the group again. */
  void ack();

  /** As {@link #ack}, without waiting; acks given shortly after each other travel together. */
  CompletableFuture<Void> ackAsync();

  /**
   * Not now: deliver it again after the topic's back-off, or dead-letter it after the topic's last
   * attempt.
   */
  void nack();

  /** Not now: deliver it again after this delay, at most 24 days. */
  void nack(Duration delay);

  /** As {@link #nack()}, without waiting. */
  CompletableFuture<Void> nackAsync();

  /** As {@link #nack(Duration)}, without waiting. */
  CompletableFuture<Void> nackAsync(Duration delay);

  /**
   * Never: move it to the topic's dead-letter topic, with this reason; what is longer than 1,000
   * characters is cut off.
   */
  void reject(String reason);

  /** As {@link #reject}, without waiting. */
  CompletableFuture<Void> rejectAsync(String reason);

  /** Not yet: the lease ends this long from now. */
  void extend(Duration lease);

  /** As {@link #extend}, without waiting. */
  CompletableFuture<Void> extendAsync(Duration lease);

  /** Not me: deliver it again at once, to anyone, without counting this as an attempt. */
  CompletableFuture<Void> releaseAsync();
}
