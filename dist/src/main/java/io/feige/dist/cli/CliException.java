package io.feige.dist.cli;

/** Ends a command with one sentence for the user and an exit code for the script. */
public class CliException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  public CliException(int exitCode, String sentence) {
    super(sentence);
    this.exitCode = exitCode;
  }

  public CliException(int exitCode, String sentence, Throwable cause) {
    super(sentence, cause);
    this.exitCode = exitCode;
  }

  /** One of {@link ExitCode}. */
  public int exitCode() {
    return exitCode;
  }
}
