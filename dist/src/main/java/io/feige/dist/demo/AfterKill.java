package io.feige.dist.demo;

import io.feige.client.Delivery;
import io.feige.client.Receipt;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Finds the first confirmation and the first delivery that the new active node of a pair gave. One
 * thread says when the old one was killed, one tells of confirmations, one of deliveries; any may
 * ask.
 */
final class AfterKill {
  /**
   * A kill.
   *
   * @param epoch of the activation that it ended
   * @param millis the time of day right after it: what was stored later, the new active stored
   */
  private record Kill(String pair, long epoch, long nanos, long millis) {}

  private volatile @Nullable Kill kill;
  private final AtomicLong firstConfirm = new AtomicLong();
  private final AtomicLong firstDelivery = new AtomicLong();

  /** The active node of the pair, in that epoch, was killed this moment. */
  void killed(String pair, long epoch, long nanos) {
    kill = new Kill(pair, epoch, nanos, System.currentTimeMillis());
  }

  void confirmed(Receipt receipt) {
    Kill known = kill;
    if (known != null && receipt.pair().equals(known.pair) && receipt.epoch() > known.epoch) {
      firstConfirm.compareAndSet(0, System.nanoTime() - known.nanos);
    }
  }

  /**
   * Whether the new active gave it. A message that the client had fetched from the old one before
   * is not taken for one of the new one's.
   */
  boolean delivered(Delivery delivery) {
    Kill known = kill;
    if (known == null || !delivery.pair().equals(known.pair)) {
      return false;
    }
    boolean isOfNew = delivery.storedAtMillis() > known.millis || delivery.redelivered();
    if (isOfNew) {
      firstDelivery.compareAndSet(0, System.nanoTime() - known.nanos);
    }
    return isOfNew;
  }

  /** From the kill to the first confirmation; 0 before there is one. */
  long confirmNanos() {
    return firstConfirm.get();
  }

  /** From the kill to the first delivery; 0 before there is one. */
  long deliveryNanos() {
    return firstDelivery.get();
  }
}
