package io.feige.client.internal.consume;

import io.feige.client.internal.base.Rate;

/**
 * How far a consumer fetches and claims ahead. Guarded by the buffer's lock.
 *
 * <p>What is here, claimed or not, is to be about what is worked on in half a second, so that
 * nobody keeps from others what it will not come to soon. What is claimed is to be worked on within
 * some milliseconds: much more than a round trip takes, so that a fast consumer never waits for
 * one, and so little that it does not matter who has it. A consumer that is slower than that claims
 * nothing ahead: each message is started when it is handed out.
 *
 * @param prefetchMessages the most messages here
 * @param prefetchBytes the most bytes here
 * @param mayBeStarted whether a pull that somebody waits for may bring messages that are started at
 *     once, which saves the round trip that claims them
 */
record FetchPlan(int prefetchMessages, int prefetchBytes, boolean mayBeStarted) {
  private static final long HOLD_NANOS = 500_000_000;
  private static final long CLAIM_NANOS = 10_000_000;

  /** How many messages to have here, besides those that somebody waits for. */
  int ahead(Rate rate) {
    return Math.min(prefetchMessages, Math.max(1, rate.within(HOLD_NANOS)));
  }

  /** How many messages to have claimed; 0 for a slow consumer. */
  int claimed(Rate rate) {
    return rate.isKnown() ? Math.min(prefetchMessages, rate.within(CLAIM_NANOS)) : 0;
  }
}
