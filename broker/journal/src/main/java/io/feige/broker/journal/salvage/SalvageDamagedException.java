package io.feige.broker.journal.salvage;

import java.io.IOException;

/** A salvage file is not what it was when it was made. */
public final class SalvageDamagedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String cause;

  SalvageDamagedException(String file, String cause) {
    super("salvage file " + file + " is damaged: " + cause);
    this.cause = cause;
  }

  /** What is wrong, without the file's name. */
  String cause() {
    return cause;
  }
}
