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
    terminal.note("feige: " + wrong.getMessage());
    UnmatchedArgumentException.printSuggestions(wrong, command.getErr());
    command.getErr().flush();
    terminal.note("'" + command.getCommandSpec().qualifiedName() + " --help' shows how it goes.");
    return ExitCode.USAGE;
  }
}
