package io.feige.dist.message;

import java.time.Duration;
import java.util.Optional;

/**
 * When a pull ends by itself.
 *
 * @param count after so many messages
 * @param idleExit when none came for so long; empty for never
 */
record PullLimits(long count, Optional<Duration> idleExit) {
  private static final Duration LOOK = Duration.ofMillis(250);

  PullLimits {
    checkCount(count);
  }

  /** Refuses a number of messages that cannot be meant. */
  static void checkCount(long count) {
    if (count < 0) {
      throw new IllegalArgumentException("--count must not be negative");
    }
  }

  /** How long one call may wait: short enough to notice Ctrl-C and the idle limit. */
  Duration patience(long idleNanos) {
    Duration left = idleExit.map(limit -> limit.minusNanos(idleNanos)).orElse(LOOK);
    if (left.compareTo(LOOK) > 0) {
      return LOOK;
    }
    return left.isNegative() || left.isZero() ? Duration.ofMillis(1) : left;
  }

  /** Whether nothing came for long enough. */
  boolean isIdle(long idleNanos) {
    return idleExit.isPresent() && idleNanos >= idleExit.get().toNanos();
  }
}
