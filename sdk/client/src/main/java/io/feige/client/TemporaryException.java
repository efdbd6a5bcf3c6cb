package io.feige.client;

import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.Stored;
import org.jspecify.annotations.Nullable;

/**
 * Nothing was done, and the same call may succeed later. The client has already retried within the
 * call's timeout.
 */
public final class TemporaryException extends FeigeException {
  private static final long serialVersionUID = 1L;

  TemporaryException(ErrorCode code, Stored stored, String detail, @Nullable Throwable cause) {
    super(code, stored, detail, cause);
  }
}
