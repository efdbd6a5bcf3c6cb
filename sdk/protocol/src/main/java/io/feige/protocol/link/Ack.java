package io.feige.protocol.link;

import io.feige.protocol.model.Range;

/**
 * A copying replica says how far it is, and promises not to become active for a while.
 *
 * @param epoch of the active that it copies from
 * @param written position up to which the system has its bytes: they survive the process
 * @param durable position up to which its disk has them
 * @param sentNanos of the newest {@link Copy} that is acknowledged, unchanged
 * @param promiseMillis it accepts no activation for so long from now, by its own clock; 0 to
 *     600,000
 */
public record Ack(long epoch, long written, long durable, long sentNanos, int promiseMillis)
    implements LinkMessage {
  /** The longest promise, in milliseconds. */
  public static final int MAX_PROMISE_MILLIS = 600_000;

  /**
   * Refuses what is out of range.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public Ack {
    Range.requireNotNegative("epoch", epoch);
    Range.requireNotNegative("written", written);
    Range.requireNotNegative("durable", durable);
    Range.require("promiseMillis", promiseMillis, 0, MAX_PROMISE_MILLIS);
  }
}
