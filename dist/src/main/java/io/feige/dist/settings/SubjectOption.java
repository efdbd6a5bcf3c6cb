package io.feige.dist.settings;

import picocli.CommandLine.Option;

/** Whose settings a command looks at. */
final class SubjectOption {
  /** The kinds of processes that have settings. */
  enum Kind {
    NODE,
    ADMIN,
    PROXY
  }

  @Option(
      names = "--for",
      paramLabel = "KIND",
      defaultValue = "NODE",
      description = "Whose settings: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Kind kind = Kind.NODE;

  Subject<?> subject() {
    return switch (kind) {
      case NODE -> Subject.NODE;
      case ADMIN -> Subject.ADMIN;
      case PROXY -> Subject.PROXY;
    };
  }
}
