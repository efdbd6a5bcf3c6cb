package io.feige.client;

import java.time.Duration;

/** Settings of a producer before it exists. Each call changes this builder and returns it. */
public interface ProducerBuilder {
  /** Replaces all settings at once. */
  ProducerBuilder policy(ProducerPolicy policy);

  /** How safe a message must be before it is confirmed. */
  ProducerBuilder durability(Durability durability);

  /** How batches are compressed. */
  ProducerBuilder compression(Compression compression);

  /** How long a batch waits for more messages. */
  ProducerBuilder linger(Duration linger);

  /** How long a message may take from publish to its outcome. */
  ProducerBuilder timeout(Duration timeout);

  /** The producer. Does not talk to the broker yet. */
  Producer build();
}
