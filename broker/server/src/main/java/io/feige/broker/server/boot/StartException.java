package io.feige.broker.server.boot;

import org.jspecify.annotations.Nullable;

/** The node did not start. The message says why and what to do; nothing keeps running. */
public final class StartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StartException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
