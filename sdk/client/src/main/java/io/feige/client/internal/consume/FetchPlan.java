package io.feige.client.internal.consume;

import io.feige.client.internal.base.Rate;

/**
 * How far a consumer fetches and claims ahead. Guarded by the buffer's lock.
 *
 * <p>What is here, claimed or not, is to be about what is worked on in half a second, so that
 * nobody keeps from others what it will not come to soon. What is claimed is to be worked on within
 * a few round trips, or 10 ms if these are shorter, and is one message at least: so much that a
 * fast consumer never waits for a round trip, and so little that it does not matter who has it. A
 * consumer that works on less than two messages in a tenth of a second claims nothing ahead: each
 * message is started when it is handed out.
 *
 * @param prefetchMessages the most messages here
 * @param prefetchBytes the most bytes here
 * @param mayBeStarted whether a pull that somebody waits for may bring messages that are started at
 *     once, which saves the round trip that claims them
 */
record FetchPlan(int prefetchMessages, int prefetchBytes, boolean mayBeStarted) {
  private static final long HOLD_NANOS = 500_000_000;
  private static final long CLAIM_NANOS = 10_000_000;
  private static final long SLOW_NANOS = 100_000_000;

  /** The next are asked for when half is used, and a round trip may take longer than usual. */
  private static final int ROUND_TRIPS = 3;

  /**
   * The same for a topic that keeps its messages in order, if so. Then nothing is fetched ahead: a
   * message that comes again would come behind those of its key that are here already.
   */
  FetchPlan keeping(boolean order) {
    return order ? new FetchPlan(0, prefetchBytes, mayBeStarted) : this;
  }

  /** How many messages to have here, besides those that somebody waits for. */
  int ahead(Rate rate) {
    return Math.min(prefetchMessages, Math.max(1, rate.within(HOLD_NANOS)));
  }

  /**
   * How many messages to have claimed; 0 for a slow consumer.
   *
   * @param roundTripNanos what a request to the messages' pair usually takes; 0 if not known
   */
  int claimed(Rate rate, double roundTripNanos) {
    if (!rate.isKnown() || rate.within(SLOW_NANOS) < 2) {
      return 0;
    }
    long covered = (long) Math.min(HOLD_NANOS, ROUND_TRIPS * roundTripNanos);
    int worth = Math.max(1, rate.within(Math.max(CLAIM_NANOS, covered)));
    return Math.min(prefetchMessages, worth);
  }
}
