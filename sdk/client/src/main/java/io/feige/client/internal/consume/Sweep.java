package io.feige.client.internal.consume;

import io.feige.client.internal.net.ClientLoop;

/**
 * Gives back what waits in a consumer's buffer for too long: half of its lease, or since nobody
 * asks. Runs only while there is something to look after. On the loop.
 */
final class Sweep {
  /** A consumer that does not ask for so long keeps nothing from the others of its group. */
  private static final long IDLE_NANOS = 1_000_000_000L;

  private static final long MIN_MILLIS = 20;
  private static final long MAX_MILLIS = 250;

  private final ClientLoop loop;
  private final DeliveryBuffer buffer;
  private final Runnable afterwards;
  private long leaseNanos = IDLE_NANOS * 10;
  private boolean isRunning;

  /**
   * A sweep that does not run.
   *
   * @param afterwards run when something may have been given back
   */
  Sweep(ClientLoop loop, DeliveryBuffer buffer, Runnable afterwards) {
    this.loop = loop;
    this.buffer = buffer;
    this.afterwards = afterwards;
  }

  /** The lease that the nodes give now. */
  void leaseIs(long nanos) {
    leaseNanos = nanos;
  }

  void ensure() {
    if (!isRunning && !buffer.isIdle()) {
      isRunning = true;
      long millis = Math.max(MIN_MILLIS, leaseNanos / 16_000_000);
      loop.afterMillis(Math.min(MAX_MILLIS, millis), this::sweep);
    }
  }

  private void sweep() {
    isRunning = false;
    long idleNanos = Math.min(IDLE_NANOS, leaseNanos / 2);
    buffer.takeStale(System.nanoTime(), idleNanos).giveBack();
    afterwards.run();
    ensure();
  }
}
