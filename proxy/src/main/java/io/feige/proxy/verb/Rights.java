package io.feige.proxy.verb;

import io.feige.client.FeigeException;
import io.feige.protocol.error.ErrorCode;

/** What a refusal says of the caller, and not of what it asked for. */
public final class Rights {
  private Rights() {}

  /** Whether nobody is known by these credentials, or the one who is may not. */
  public static boolean areMissing(FeigeException refused) {
    return refused.code() == ErrorCode.NOT_AUTHENTICATED
        || refused.code() == ErrorCode.NOT_AUTHORIZED;
  }
}
