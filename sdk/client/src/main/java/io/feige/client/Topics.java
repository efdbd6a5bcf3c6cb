package io.feige.client;

import java.util.List;

/**
 * Operations on topics. Each waits for the answers of all pairs, at most for the client's request
 * timeout; when a pair fails, the exception says which, and at which it was done.
 */
public interface Topics {
  /**
   * Creates a topic.
   *
   * @throws RefusedException it exists already, or the spec is not acceptable
   */
  TopicDescription create(TopicSpec spec);

  /** Creates a topic, or returns the one of that name as it is. */
  TopicDescription createIfAbsent(TopicSpec spec);

  /**
   * Gives a topic other settings, at every pair that has it. Retention, attempts and back-off count
   * at once, the lease with the next delivery. To change one thing, take {@link
   * TopicDescription#spec()} and what is {@code with} another value.
   *
   * @throws RefusedException there is none of that name, or the order differs, which cannot change
   */
  TopicDescription alter(TopicSpec spec);

  /** All topics, by name. */
  List<TopicDescription> list();

  /**
   * One topic.
   *
   * @throws RefusedException there is none of that name
   */
  TopicDescription describe(String topic);

  /**
   * Deletes a topic with its messages and groups.
   *
   * @throws RefusedException there is none of that name
   */
  void delete(String topic);
}
