package io.feige.client;

import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.Stored;
import org.jspecify.annotations.Nullable;

/**
 * It is not known whether the operation took effect. Look, or repeat it where repeating does no
 * harm.
 */
public final class OutcomeUnknownException extends FeigeException {
  private static final long serialVersionUID = 1L;

  OutcomeUnknownException(ErrorCode code, Stored stored, String detail, @Nullable Throwable cause) {
    super(code, stored, detail, cause);
  }
}
