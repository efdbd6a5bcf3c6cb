package io.feige.client.internal.publish;

import io.feige.protocol.error.ErrorCode;
import java.util.OptionalLong;

/**
 * The broker's no to a batch.
 *
 * @param code why
 * @param detail the broker's words
 * @param hint who might say yes, as {@code host:port}, or the second in which the producer should
 *     begin; empty where the broker does not know
 * @param retryAfterMillis how long the broker asks to wait, 0 where it does not say
 */
record PublishRefusal(ErrorCode code, String detail, String hint, long retryAfterMillis) {
  private static final long MOST_SECONDS = (1L << 32) - 1;

  /** A node has something else under the name of a batch that it was never sent before. */
  static PublishRefusal nameTaken(long nowSeconds) {
    return new PublishRefusal(
        ErrorCode.PRODUCER_UNKNOWN,
        "another client publishes under the name of this producer",
        Long.toString(nowSeconds),
        0);
  }

  /** The second in which the producer should begin, if the hint is one. */
  OptionalLong beginAtSecond() {
    try {
      long seconds = Long.parseLong(hint);
      return seconds < 0 || seconds > MOST_SECONDS
          ? OptionalLong.empty()
          : OptionalLong.of(seconds);
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
