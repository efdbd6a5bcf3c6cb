package io.feige.protocol.command;

import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;

/**
 * The answer to any request that was not done.
 *
 * @param message what happened, for people
 * @param hint who serves, host:port, where that is known; a number where the wire format has one;
 *     else empty
 * @param retryAfterMillis when to try again at the earliest; 0: no opinion
 */
public record Refusal(ErrorCode code, String message, String hint, int retryAfterMillis)
    implements Answer {
  /** A refusal without a hint that may be retried when the code permits. */
  public static Refusal of(ErrorCode code, String message) {
    return new Refusal(code, message, "", 0);
  }

  /** A refusal of bytes that could not be decoded. */
  public static Refusal of(MalformedFrameException e) {
    return of(e.code(), e.sentence());
  }
}
