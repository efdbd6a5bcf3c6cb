package io.feige.dist.bench;

import io.feige.client.ProducerPolicy;
import java.time.Duration;

/**
 * What one run puts on a node.
 *
 * @param size bytes of each body
 * @param keys messages are published with one of so many, at random; 0: with none
 * @param threads publishing or pulling threads
 * @param inFlight messages of each thread without an outcome, where the run does not wait for each
 * @param ownClients whether each thread has a connection of its own
 * @param limit when the run ends, whichever comes first
 */
record Load(
    String topic,
    int size,
    int keys,
    int threads,
    int inFlight,
    boolean ownClients,
    ProducerPolicy policy,
    Limit limit) {
  /**
   * When a run ends.
   *
   * @param messages in all threads together
   */
  record Limit(Duration time, long messages) {
    static final long ANY = Long.MAX_VALUE;

    static Limit of(Duration time) {
      return new Limit(time, ANY);
    }
  }

  Load within(Limit other) {
    return new Load(topic, size, keys, threads, inFlight, ownClients, policy, other);
  }

  /** Messages that one thread may publish. */
  long messagesPerThread() {
    return limit.messages() == Limit.ANY ? Limit.ANY : (limit.messages() + threads - 1) / threads;
  }
}
