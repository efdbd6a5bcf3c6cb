package io.feige.client;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * What a consumer may say of a message that it was handed. Say exactly one of {@link #ack}, {@link
 * #nack} or {@link #reject}; when none comes before the lease ends, the message comes again, to
 * this or another consumer of the group, with a higher attempt.
 *
 * <p>The calls that do not end in {@code Async} return when the broker has made the verdict
 * durable. An ack that returned is final: the message is not delivered to the group again. An ack
 * counts even after the lease has ended, the other verdicts fail then with a {@link
 * RefusedException}.
 */
public interface Settlement {
  /**
   * A text that stands for this delivery, for another process of the same group: {@link
   * Consumer#settlement} makes of it what this is. It holds for as long as the lease, and for an
   * ack until the group is reset. It is no secret and gives nobody a right.
   */
  String handle();

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

  /**
   * As {@link #nack()}, with what the dead letter says if this was the last attempt; what is longer
   * than 1,000 characters is cut off.
   */
  void nack(String reason);

  /** As {@link #nack()}, without waiting. */
  CompletableFuture<Void> nackAsync();

  /** As {@link #nack(Duration)}, without waiting. */
  CompletableFuture<Void> nackAsync(Duration delay);

  /** As {@link #nack(String)}, without waiting. */
  CompletableFuture<Void> nackAsync(String reason);

  /** As {@link #nackAsync(String)}, after a delay. */
  CompletableFuture<Void> nackAsync(Duration delay, String reason);

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
