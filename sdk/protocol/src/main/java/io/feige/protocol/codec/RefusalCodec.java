package io.feige.protocol.codec;

import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;

/** The answer with ERROR, the same for every command. */
final class RefusalCodec {
  private static final int MAX_MESSAGE_CHARACTERS = 2_000;

  private RefusalCodec() {}

  static void write(WireWriter out, Refusal refusal) {
    out.u16(refusal.code().number())
        .string(shortened(refusal.message()))
        .string(refusal.hint())
        .u32(refusal.retryAfterMillis());
  }

  /** An error that a newer server knows and this build does not keeps its number in the message. */
  static Refusal readRefusal(WireReader in) {
    int number = in.u16("code");
    String message = in.string("message");
    String hint = in.string("hint");
    int retryAfterMillis = in.u32("retryAfterMillis");
    ErrorCode code = ErrorCode.ofNumber(number);
    return code == null
        ? new Refusal(
            ErrorCode.UNRECOGNIZED, "error " + number + ": " + message, hint, retryAfterMillis)
        : new Refusal(code, message, hint, retryAfterMillis);
  }

  // A message may quote what a peer sent; a refusal must never itself be too large to send.
  private static String shortened(String message) {
    if (message.length() <= MAX_MESSAGE_CHARACTERS) {
      return message;
    }
    int end = MAX_MESSAGE_CHARACTERS;
    return message.substring(0, Character.isHighSurrogate(message.charAt(end - 1)) ? end - 1 : end)
        + "...";
  }
}
