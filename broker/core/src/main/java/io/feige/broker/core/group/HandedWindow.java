package io.feige.broker.core.group;

/**
 * How far messages may be handed out. A HANDED record is committed ahead of the deliveries it
 * covers, so that after a restart every message that may have been delivered before is marked as
 * such. The chunk follows the group's speed, up at once and down by steps: a slow group has few
 * messages marked for nothing, a fast one few records.
 *
 * <p>Owned by one thread.
 */
public final class HandedWindow {
  static final int MIN_CHUNK = 16;
  static final int MAX_CHUNK = 1 << 17;
  private static final long FAST_NANOS = 100_000_000;
  private static final long SLOW_NANOS = 1_000_000_000;

  private long open;
  private long requested;
  private long requestedAtNanos;
  private int chunk = MIN_CHUNK;

  HandedWindow(long open) {
    this.open = open;
    this.requested = open;
  }

  /** Messages below this offset may be handed out. */
  public long open() {
    return open;
  }

  /** What lies beyond is covered by a record that is not committed yet. */
  public void openOnly(long upTo) {
    open = Math.min(open, upTo);
  }

  /** The record that covers messages below {@code upTo} is committed. */
  public void opened(long upTo) {
    open = Math.max(open, upTo);
  }

  /**
   * Whether it is time to write the next record: half of the chunk is used, and none is on its way.
   */
  public boolean isDue(long nextFresh) {
    return requested <= open && open - nextFresh <= chunk / 2;
  }

  /** What the next record is to cover; to be called once for each record that is written. */
  public long request(long nextFresh, long nowNanos) {
    long took = nowNanos - requestedAtNanos;
    if (took < FAST_NANOS) {
      chunk = Math.min(chunk * 2, MAX_CHUNK);
    } else if (took > SLOW_NANOS) {
      chunk = Math.max(chunk >> Math.min(took / SLOW_NANOS, Integer.SIZE - 1), MIN_CHUNK);
    }
    requestedAtNanos = nowNanos;
    requested = Math.max(open, nextFresh) + chunk;
    return requested;
  }
}
