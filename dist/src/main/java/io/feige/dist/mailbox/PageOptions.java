package io.feige.dist.mailbox;

import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import picocli.CommandLine.Option;

/** Which part of a list by identity is wanted. */
final class PageOptions {
  @Option(
      names = "--after",
      paramLabel = "IDENTITY",
      defaultValue = "",
      description = "Begin behind this identity.")
  private String after = "";

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "100",
      description = "How many at most; ${DEFAULT-VALUE} unless given.")
  private int limit;

  String after() {
    return after;
  }

  int limit() {
    if (limit < 1) {
      throw new CliException(ExitCode.USAGE, "--limit must be 1 or more.");
    }
    return limit;
  }
}
