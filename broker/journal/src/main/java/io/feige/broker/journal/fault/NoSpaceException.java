package io.feige.broker.journal.fault;

import java.io.IOException;

/** The disk, or the quota of this user on it, is full. */
public final class NoSpaceException extends IOException {
  private static final long serialVersionUID = 1L;

  public NoSpaceException(String message, IOException cause) {
    super(message, cause);
  }

  public NoSpaceException(String message) {
    super(message);
  }
}
