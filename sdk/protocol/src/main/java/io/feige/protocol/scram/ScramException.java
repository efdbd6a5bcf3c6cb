package io.feige.protocol.scram;

import org.jspecify.annotations.Nullable;

/** A message does not follow the scheme, or the other side does not know what it should. */
public final class ScramException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ScramException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** What is wrong, for a log. */
  public ScramException(String message) {
    this(message, null);
  }
}
