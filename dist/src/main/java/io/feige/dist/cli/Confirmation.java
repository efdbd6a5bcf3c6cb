package io.feige.dist.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Option;

/** Asks before something is done that has no way back. */
public final class Confirmation {
  private static final int MAX_ANSWER_BYTES = 1_000;

  @Option(
      names = {"-y", "--yes"},
      description = "Do it without asking.")
  private boolean yes;

  /**
   * Returns when it was agreed to.
   *
   * @param what will be done and lost, one sentence without its full stop
   * @param name that has to be typed to agree
   * @throws CliException if it was not agreed to, or there is nobody to ask
   */
  public void require(Context context, String what, String name) {
    if (yes) {
      return;
    }
    Terminal terminal = context.terminal();
    if (context.isJson() || !terminal.errIsTerminal()) {
      throw new CliException(ExitCode.USAGE, what + ". Nothing was done: --yes is needed.");
    }
    terminal.prompt(what + ". Type its name to go on: ");
    if (!line(terminal).strip().equals(name)) {
      throw new CliException(ExitCode.REFUSED, "nothing was done.");
    }
  }

  private static String line(Terminal terminal) {
    try {
      byte[] line = new byte[MAX_ANSWER_BYTES];
      int length = 0;
      int next = terminal.in().read();
      while (next >= 0 && next != '\n' && length < line.length) {
        line[length++] = (byte) next;
        next = terminal.in().read();
      }
      return new String(line, 0, length, StandardCharsets.UTF_8);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
