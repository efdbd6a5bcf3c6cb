package io.feige.tls;

/**
 * Whether a port is under attack: lately more strangers had to go than became known. A storm of
 * honest clients, of whom a few are slow, is none. What was is forgotten by halves. Only on one
 * thread; times are of one clock, in nanoseconds.
 */
final class Pressure {
  /** After so many halves nothing is left that matters. */
  private static final int MOST_HALVES = 30;

  private final long halfNanos;
  private long since;
  private long evicted;
  private long known;

  Pressure(long halfNanos, long now) {
    this.halfNanos = halfNanos;
    this.since = now;
  }

  void evicted(long now) {
    forget(now);
    evicted++;
  }

  void known(long now) {
    forget(now);
    known++;
  }

  boolean isThere(long now) {
    forget(now);
    return evicted > known;
  }

  private void forget(long now) {
    long halves = halfNanos == 0 ? MOST_HALVES : (now - since) / halfNanos;
    if (halves > 0) {
      since = now;
      evicted >>= Math.min(halves, MOST_HALVES);
      known >>= Math.min(halves, MOST_HALVES);
    }
  }
}
