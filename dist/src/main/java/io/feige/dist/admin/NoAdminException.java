package io.feige.dist.admin;

import io.feige.dist.cli.CliException;

/** Nobody answered, or somebody who is no Admin. */
final class NoAdminException extends CliException {
  private static final long serialVersionUID = 1L;

  NoAdminException(int exitCode, String sentence, Throwable cause) {
    super(exitCode, sentence, cause);
  }
}
