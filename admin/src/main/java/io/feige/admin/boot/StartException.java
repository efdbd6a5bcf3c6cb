package io.feige.admin.boot;

import org.jspecify.annotations.Nullable;

/** Admin does not start; the message says why and what to do. */
public final class StartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StartException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
