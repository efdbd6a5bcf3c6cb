package io.feige.dist.cli;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
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
    String sentence = sentence(wrong);
    if (Arrays.asList(arguments).contains("--json")) {
      terminal.note(Json.line(ErrorJson.of(wrong, sentence, ExitCode.USAGE)));
      return ExitCode.USAGE;
    }
    terminal.note("feige: " + sentence);
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
        return "there is no option " + first + meant(first, options(command));
      }
      return command.getSubcommands().isEmpty()
          ? "'" + first + "' is one argument too many"
          : "there is no command '" + first + "'" + instead(first, command);
    }
    return String.valueOf(wrong.getMessage());
  }

  private static String instead(String word, CommandLine command) {
    String meant = meant(word, command.getSubcommands().keySet());
    return meant.isEmpty() ? "; there are " + commands(command) : meant;
  }

  private static String meant(String word, Collection<String> known) {
    List<String> near = Suggestions.of(word, known);
    return near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?";
  }

  private static List<String> options(CommandLine command) {
    return command.getCommandSpec().options().stream()
        .flatMap(option -> Arrays.stream(option.names()))
        .toList();
  }

  /** The names of the commands below one. */
  static String commands(CommandLine command) {
    return String.join(", ", command.getSubcommands().keySet());
  }
}
