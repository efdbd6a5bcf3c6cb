package io.feige.client.internal.consume;

import io.feige.client.internal.base.DeliveryHandle;

/** A delivery that somebody else was handed, known by its handle. */
record EngineSettlement(DeliveryHandle named, Claim.Port port) implements Claimed {
  @Override
  public Claim claim() {
    return new Claim(port, named.holder(), named.generation(), named.epoch());
  }

  @Override
  public long offset() {
    return named.offset();
  }

  @Override
  public int attempt() {
    return named.attempt();
  }
}
