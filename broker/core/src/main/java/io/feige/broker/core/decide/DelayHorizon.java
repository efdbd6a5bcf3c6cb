package io.feige.broker.core.decide;

import io.feige.broker.core.port.Now;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a deliverAt that lies too far in the future. Such a batch would be kept for longer than
 * anybody remembers why, and most often the publisher has taken another unit of time.
 */
final class DelayHorizon {
  private static final long DAY_MILLIS = 86_400_000;
  private static final long MICROS_PER_MILLI = 1_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** What is this near to now, in whichever unit, was meant to be. */
  private static final long PLAUSIBLE_MILLIS = 10 * 365 * DAY_MILLIS;

  private DelayHorizon() {}

  /** Null: it may be stored. */
  static @Nullable Refusal refuse(long deliverAtMillis, Now now, Lifetimes lifetimes) {
    long latest = now.millis() + lifetimes.delayMillis();
    if (deliverAtMillis <= latest) {
      return null;
    }
    String words =
        "deliverAt is "
            + deliverAtMillis
            + ", and it must be at most "
            + latest
            + " in milliseconds since 1970, "
            + lifetimes.delayMillis() / DAY_MILLIS
            + " days from now";
    return Refusal.of(
        ErrorCode.DELAY_TOO_LONG,
        words + likelyMistake(deliverAtMillis, now) + "; nothing was stored");
  }

  private static String likelyMistake(long deliverAt, Now now) {
    if (isPlausible(deliverAt / MICROS_PER_MILLI, now)) {
      return "; it looks like microseconds, a thousand times too many";
    }
    if (isPlausible(deliverAt / NANOS_PER_MILLI, now)) {
      return "; it looks like nanoseconds, a million times too many";
    }
    return "";
  }

  private static boolean isPlausible(long millis, Now now) {
    return Math.abs(millis - now.millis()) <= PLAUSIBLE_MILLIS;
  }
}
