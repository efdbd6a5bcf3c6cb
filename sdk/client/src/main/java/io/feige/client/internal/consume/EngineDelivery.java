package io.feige.client.internal.consume;

import io.feige.client.Delivery;
import io.feige.client.internal.base.DeliveryHandle;

/** A delivery that is settled through its consumer's queue of verdicts. */
final class EngineDelivery extends FrameMessage implements Delivery, Claimed {
  private final Claim claim;
  private final int attempt;
  private volatile boolean isOurs;

  EngineDelivery(DeliveredFrame frame, int index, Claim claim, Slice slice) {
    super(frame, index);
    this.claim = claim;
    this.attempt = slice.attempt();
    this.isOurs = slice.isOurs();
  }

  /** Whether it was claimed or started, so that nobody else gets it. */
  boolean isOurs() {
    return isOurs;
  }

  void becomesOurs() {
    isOurs = true;
  }

  @Override
  public Claim claim() {
    return claim;
  }

  @Override
  public int attempt() {
    return attempt;
  }

  @Override
  public DeliveryHandle named() {
    return new DeliveryHandle(
        topic(),
        claim.port().group(),
        pair(),
        claim.epoch(),
        claim.generation(),
        claim.holder(),
        offset(),
        attempt);
  }
}
