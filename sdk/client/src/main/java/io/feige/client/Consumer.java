package io.feige.client;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Pulls messages of one topic for one group. Safe for use by any number of threads.
 *
 * <p>From the first {@link #pull} on the client fetches ahead: about what is worked on in half a
 * second, bounded by the {@link ConsumerPolicy}. What was fetched and not handed out goes back to
 * the broker, without counting as an attempt, when nobody calls {@link #pull} for a second or when
 * half of its lease is over; and when another consumer of the group has nothing to do, the broker
 * gives some of it to that one. Of a topic with an order nothing is fetched ahead.
 */
public interface Consumer extends AutoCloseable {
  /** The topic. */
  String topic();

  /** The group. */
  String group();

  /**
   * Waits until at least one message is there, then returns what is there, up to {@code max}. Empty
   * when nothing came in time. Of a topic with an order several messages of one key can come
   * together: deal with them in their order, and if one is not acked, release those behind it.
   *
   * @throws RefusedException the broker refuses this consumer for good: topic unknown, not allowed
   * @throws IllegalStateException the consumer is closed
   */
  List<Delivery> pull(int max, Duration wait);

  /**
   * A delivery by its {@link Settlement#handle}, whichever consumer of this topic and group was
   * handed it, in this process or another one. Asks nobody; whether the lease still holds is found
   * when it is settled.
   *
   * @throws IllegalArgumentException it is no handle of this topic and group
   * @throws TemporaryException this client does not know the pair that the message is at
   */
  Settlement settlement(String handle);

  /** Acks all of them and returns when that is durable. The cheapest way to ack many. */
  void ackAll(Collection<? extends Delivery> deliveries);

  /** As {@link #ackAll}, without waiting. */
  CompletableFuture<Void> ackAllAsync(Collection<? extends Delivery> deliveries);

  /** Waits until every verdict given before this call has its outcome. */
  void flush();

  /**
   * Waits for the outcome of verdicts given, at most for the client's close timeout, and gives back
   * what was fetched and not handed out. Deliveries handed out and not settled come again when
   * their lease ends.
   */
  @Override
  void close();
}
