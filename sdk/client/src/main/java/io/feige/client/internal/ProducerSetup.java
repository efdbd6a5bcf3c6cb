package io.feige.client.internal;

import io.feige.client.Compression;
import io.feige.client.Durability;
import io.feige.client.Producer;
import io.feige.client.ProducerBuilder;
import io.feige.client.ProducerPolicy;
import java.time.Duration;
import java.util.function.Function;

/** Collects a producer's policy; who makes the producer is given. */
public final class ProducerSetup implements ProducerBuilder {
  private final Function<ProducerPolicy, Producer> maker;
  private ProducerPolicy policy = ProducerPolicy.DEFAULT;

  /** A setup whose producer is made by the given function. */
  public ProducerSetup(Function<ProducerPolicy, Producer> maker) {
    this.maker = maker;
  }

  @Override
  public ProducerBuilder policy(ProducerPolicy other) {
    policy = other;
    return this;
  }

  @Override
  public ProducerBuilder durability(Durability durability) {
    return policy(policy.withDurability(durability));
  }

  @Override
  public ProducerBuilder compression(Compression compression) {
    return policy(policy.withCompression(compression));
  }

  @Override
  public ProducerBuilder linger(Duration linger) {
    return policy(policy.withLinger(linger));
  }

  @Override
  public ProducerBuilder timeout(Duration timeout) {
    return policy(policy.withTimeout(timeout));
  }

  @Override
  public Producer build() {
    return maker.apply(policy);
  }
}
