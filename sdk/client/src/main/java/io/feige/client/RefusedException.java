package io.feige.client;

import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.Stored;
import org.jspecify.annotations.Nullable;

/** Refused: the same call will be refused again until something changes. Nothing was done. */
public final class RefusedException extends FeigeException {
  private static final long serialVersionUID = 1L;

  RefusedException(ErrorCode code, Stored stored, String detail, @Nullable Throwable cause) {
    super(code, stored, detail, cause);
  }
}
