package io.feige.client.internal.base;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Ever longer pauses between attempts, doubling up to a bound, each shortened at random by up to a
 * half so that clients that failed together do not come back together. For one thread.
 */
public final class Backoff {
  private final long firstMillis;
  private final long mostMillis;
  private long nextMillis;

  /** A back-off from one pause to another, in milliseconds. */
  public Backoff(long firstMillis, long mostMillis) {
    this.firstMillis = firstMillis;
    this.mostMillis = mostMillis;
    this.nextMillis = firstMillis;
  }

  /** The pause before the next attempt, at least 1 ms. */
  public long nextMillis() {
    long whole = nextMillis;
    nextMillis = Math.min(mostMillis, whole * 2);
    return Math.max(1, whole - ThreadLocalRandom.current().nextLong(whole / 2 + 1));
  }

  /** It worked: the next pause is the first again. */
  public void reset() {
    nextMillis = firstMillis;
  }
}
