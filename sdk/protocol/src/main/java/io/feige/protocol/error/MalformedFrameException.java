package io.feige.protocol.error;

/**
 * Bytes that do not follow the format. The only exception that decoding throws, whatever the bytes
 * are. Carries no stack trace: it speaks about the bytes, not about the code, and a hostile peer
 * must not make it expensive.
 */
public final class MalformedFrameException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  /**
   * @param code what to answer the sender
   * @param sentence what is wrong with which field, fit to be sent to the sender
   */
  public MalformedFrameException(ErrorCode code, String sentence) {
    super(sentence, null, false, false);
    this.code = code;
  }

  /** What to answer the sender. */
  public ErrorCode code() {
    return code;
  }

  /** What is wrong with which field. */
  public String sentence() {
    return String.valueOf(getMessage());
  }
}
