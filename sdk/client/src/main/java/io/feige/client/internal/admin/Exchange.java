package io.feige.client.internal.admin;

import java.time.Duration;
import java.time.Instant;

/**
 * When a node was asked and has answered.
 *
 * @param askedAt by this client's clock
 * @param took from the question to the answer
 */
record Exchange(Instant askedAt, Duration took) {
  /** Halfway between question and answer. */
  Instant middle() {
    return askedAt.plus(half());
  }

  /** So far from the middle the node may have answered. */
  Duration half() {
    return took.dividedBy(2);
  }
}
