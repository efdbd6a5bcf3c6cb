package io.feige.proxy.boot;

import org.jspecify.annotations.Nullable;

/** The proxy does not start; the message says why and what to do. */
public final class StartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StartException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
