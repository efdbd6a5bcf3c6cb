package io.feige.dist.user;

import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A password that a user is given. */
final class NewPassword {
  private static final String ASK = "ask";

  @Option(
      names = "--new-password",
      paramLabel = "file:PATH",
      arity = "0..1",
      fallbackValue = ASK,
      description =
          "The user's password, 12 to 256 characters, in a file, or as env:NAME; without a value it is"
              + " asked for.")
  private @Nullable String source;

  /** The password; empty: none is to be given. */
  Optional<String> read(Context context) {
    String from = source;
    if (from == null) {
      return Optional.empty();
    }
    return Optional.of(from.equals(ASK) ? asked(context) : context.global().secret(from));
  }

  /** The password, asked for if the option is missing. */
  String require(Context context) {
    return read(context).orElseGet(() -> asked(context));
  }

  private static String asked(Context context) {
    String first = context.global().askSecret("New password: ");
    if (!first.equals(context.global().askSecret("The same again: "))) {
      throw new CliException(ExitCode.USAGE, "the two are not the same; nothing was done.");
    }
    return first;
  }
}
