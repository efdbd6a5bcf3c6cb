package io.feige.client.internal.publish;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says it once when dates are published by a clock that differs from the nodes'. On the loop of the
 * client.
 */
final class ClockCheck {
  private static final Logger LOG = LoggerFactory.getLogger(ClockCheck.class);

  /** What nobody who publishes a date need care about. */
  private static final long TOLERANCE_MILLIS = 2_000;

  private boolean isSaid;

  /** A batch with dates is stored. */
  void stored(String topic, String pair, long aheadMillis) {
    if (aheadMillis != 0 && !isSaid) {
      isSaid = true;
      LOG.warn(
          "the clock of this machine is {} ms {} that of the node which serves {}: dates of messages"
              + " to topic {}, such as deliverAt and expiresAt, count by the node's clock; delay and"
              + " timeToLive do not depend on this one",
          Math.abs(aheadMillis),
          aheadMillis > 0 ? "ahead of" : "behind",
          pair,
          topic);
    }
  }

  /**
   * How far this clock is ahead of the node's, at least; negative: behind; 0: not that anybody
   * could tell.
   *
   * @param storedAtMillis by the node's clock
   * @param nowMillis by this clock, at the answer
   * @param tookMillis since the batch was begun: so old may the node's time be
   */
  static long aheadMillis(long storedAtMillis, long nowMillis, long tookMillis) {
    long atMost = nowMillis - storedAtMillis;
    long atLeast = atMost - tookMillis;
    if (atLeast > TOLERANCE_MILLIS) {
      return atLeast;
    }
    return atMost < -TOLERANCE_MILLIS ? atMost : 0;
  }
}
