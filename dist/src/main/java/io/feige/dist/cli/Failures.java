package io.feige.dist.cli;

import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.GroupDescription;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.RetryClass;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Turns what went wrong into one sentence on standard error and an exit code. */
public final class Failures implements IExecutionExceptionHandler {
  private static final int MOST_SUGGESTED = 3;

  private final Terminal terminal;
  private final GlobalOptions global;

  public Failures(Terminal terminal, GlobalOptions global) {
    this.terminal = terminal;
    this.global = global;
  }

  @Override
  public int handleExecutionException(
      Exception thrown, CommandLine command, @Nullable ParseResult parsed) {
    Throwable failure = root(thrown);
    if (isBrokenPipe(failure)) {
      return ExitCode.OK;
    }
    tell(failure, parsed);
    if (global.isVerbose()) {
      failure.printStackTrace(terminal.err());
      terminal.err().flush();
    }
    return exitCode(failure);
  }

  private void tell(Throwable failure, @Nullable ParseResult parsed) {
    String sentence = sentence(failure, global) + didYouMean(failure, parsed);
    if (global.isJson()) {
      terminal.note(Json.line(ErrorJson.of(failure, sentence, exitCode(failure))));
    } else {
      terminal.note("feige: " + sentence);
    }
  }

  /** Topics or groups whose names are near that of one which is not there. */
  private String didYouMean(Throwable failure, @Nullable ParseResult parsed) {
    if (!(failure instanceof FeigeException refused) || parsed == null) {
      return "";
    }
    boolean isTopic = refused.code() == ErrorCode.TOPIC_NOT_FOUND;
    boolean isGroup = refused.code() == ErrorCode.GROUP_NOT_FOUND;
    if (!(isTopic || isGroup) || global.asksForPassword()) {
      return "";
    }
    String topic = named(parsed, "TOPIC");
    try (FeigeClient client = global.connect()) {
      return isTopic
          ? near(topic, client.topics().list().stream().map(each -> each.spec().name()).toList())
          : near(
              named(parsed, "GROUP"),
              client.groups().list(topic).stream().map(GroupDescription::group).toList());
    } catch (RuntimeException e) {
      return "";
    }
  }

  private static String near(String word, List<String> names) {
    List<String> near =
        word.isEmpty() || names.contains(word)
            ? List.of()
            : Suggestions.of(word, names).stream().limit(MOST_SUGGESTED).toList();
    return near.isEmpty() ? "" : " Did you mean " + String.join(" or ", near) + "?";
  }

  /** What the command line has in the place of a name; empty: nothing. */
  private static String named(ParseResult parsed, String label) {
    ParseResult command = parsed;
    while (command.hasSubcommand()) {
      command = command.subcommand();
    }
    return command.matchedPositionals().stream()
        .filter(positional -> positional.paramLabel().equals(label))
        .flatMap(positional -> positional.stringValues().stream())
        .findFirst()
        .orElse("");
  }

  /** The failure without the wrappers that threads and streams put around it. */
  public static Throwable root(Throwable thrown) {
    Throwable failure = thrown;
    while ((failure instanceof CompletionException
            || failure instanceof ExecutionException
            || failure instanceof UncheckedIOException)
        && failure.getCause() != null) {
      failure = failure.getCause();
    }
    return failure;
  }

  /** Whether the reader of our output went away, which is its right. */
  public static boolean isBrokenPipe(Throwable failure) {
    return failure instanceof IOException
        && String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT).contains("broken pipe");
  }

  /** What a script is told. */
  public static int exitCode(Throwable failure) {
    return switch (failure) {
      case CliException known -> known.exitCode();
      case FeigeException refused -> exitCode(refused);
      case IllegalArgumentException _ -> ExitCode.USAGE;
      default -> ExitCode.FAILED;
    };
  }

  private static int exitCode(FeigeException failure) {
    if (failure.code() == ErrorCode.CONNECT_FAILED || failure.code() == ErrorCode.NO_ANSWER) {
      return ExitCode.UNREACHABLE;
    }
    if (failure.retryClass() == RetryClass.OUTCOME_UNKNOWN) {
      return ExitCode.UNKNOWN;
    }
    return failure.code() == ErrorCode.CLIENT_CLOSED ? ExitCode.FAILED : ExitCode.REFUSED;
  }

  private static String sentence(Throwable failure, GlobalOptions global) {
    return switch (failure) {
      case FeigeException refused when refused.code() == ErrorCode.CONNECT_FAILED ->
          unreachable(refused, global);
      case FeigeException refused -> words(refused);
      case CliException known -> words(known);
      case NoSuchFileException missing -> "there is no file " + missing.getFile() + ".";
      case FileNotFoundException missing -> words(missing) + ".";
      case AccessDeniedException denied -> "no permission for the file " + denied.getFile() + ".";
      case FileAlreadyExistsException exists -> "the file " + exists.getFile() + " exists.";
      case IOException broken -> words(broken) + ".";
      case IllegalArgumentException wrong -> words(wrong) + ".";
      default -> fault(failure, global);
    };
  }

  private static String unreachable(FeigeException failure, GlobalOptions global) {
    ErrorCode code = failure.code();
    // What the table says of the code is said better here, so only the cause is left of it.
    String cause =
        words(failure)
            .replace(code.name() + ": " + code.sentence(), "")
            .replace("Nothing was stored. " + code.whatToDo(), "")
            .replaceAll("\\S*\\(\\.\\.\\) failed with error\\(-?\\d+\\): ", "")
            .replace("Not connected yet", "what listens there does not answer as a node does")
            .strip();
    return "no server answers at "
        + String.join(", ", global.servers())
        + (cause.isEmpty() ? "" : " (" + cause.replaceAll("\\.$", "") + ")")
        + "; nothing was done. Start a cluster with 'feige up', or name another server with"
        + " --server.";
  }

  private static String fault(Throwable failure, GlobalOptions global) {
    return "a fault of the program: "
        + failure
        + (global.isVerbose() ? "" : ". Run again with --verbose for the details.");
  }

  private static String words(Throwable failure) {
    String message = failure.getMessage();
    return message == null ? failure.getClass().getSimpleName() : message;
  }
}
