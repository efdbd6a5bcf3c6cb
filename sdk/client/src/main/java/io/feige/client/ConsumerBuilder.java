package io.feige.client;

import java.time.Duration;

/**
 * Settings of a consumer before it exists. Each call changes this builder and returns it. A group
 * must be named.
 */
public interface ConsumerBuilder {
  /**
   * The group whose messages are pulled. Every group gets every message; within a group each
   * message goes to one consumer.
   */
  ConsumerBuilder group(String group);

  /** What this consumer is called in status pages and logs; by default something unique. */
  ConsumerBuilder name(String name);

  /** Where the group begins if it does not exist yet. */
  ConsumerBuilder startFrom(GroupStart start);

  /** Replaces prefetch, lease, concurrency and handling limit at once. */
  ConsumerBuilder policy(ConsumerPolicy policy);

  /**
   * How many messages are fetched ahead; none of a topic that keeps an order, or a message that
   * comes again would come behind those of its key that are here already.
   */
  ConsumerBuilder prefetch(int messages);

  /** How long a delivery may take before it comes again. */
  ConsumerBuilder lease(Duration lease);

  /** How many handlers {@link #listen} runs at the same time. */
  ConsumerBuilder concurrency(int handlers);

  /** A consumer to pull with. Does not talk to the broker yet. */
  Consumer build();

  /**
   * Calls the handler for each message until the returned {@link Listening} or the client is
   * closed; returns at once. An exception out of the handler is a retry with back-off. Leases are
   * extended while handlers run, up to the policy's handling limit. Where the topic is ordered, the
   * order is kept. Handlers run on threads that all listeners of the process share; a listener
   * without messages has none.
   *
   * @throws RefusedException the topic is unknown or not allowed
   */
  Listening listen(Handler handler);
}
