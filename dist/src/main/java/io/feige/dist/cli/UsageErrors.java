package io.feige.dist.cli;

import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what is wrong with a command line in two lines instead of a screen of help. */
public final class UsageErrors implements IParameterExceptionHandler {
  private final Terminal terminal;

  public UsageErrors(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public int handleParseException(ParameterException wrong, String[] arguments) {
    CommandLine command = wrong.getCommandLine();
    terminal.note("feige: " + sentence(wrong));
    UnmatchedArgumentException.printSuggestions(wrong, command.getErr());
    command.getErr().flush();
    terminal.note("'" + command.getCommandSpec().qualifiedName() + " --help' shows how it goes.");
    return ExitCode.USAGE;
  }

  /** What follows the first word that does not fit may only look wrong because of it. */
  private static String sentence(ParameterException wrong) {
    if (wrong instanceof UnmatchedArgumentException unmatched
        && !unmatched.getUnmatched().isEmpty()) {
      String first = unmatched.getUnmatched().getFirst();
      CommandLine command = wrong.getCommandLine();
      if (first.startsWith("-")) {
        return "there is no option " + first;
      }
      return command.getSubcommands().isEmpty()
          ? "'" + first + "' is one argument too many"
          : "there is no command '" + first + "'; there are " + commands(command);
    }
    return String.valueOf(wrong.getMessage());
  }

  /** The names of the commands below one. */
  static String commands(CommandLine command) {
    return String.join(", ", command.getSubcommands().keySet());
  }
}
