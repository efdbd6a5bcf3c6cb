package io.feige.dist.user;

import io.feige.dist.admin.AdminOptions;
import io.feige.dist.cli.Context;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates a token. */
@Command(
    name = "create",
    description = {
      "Creates a token, with which programs come in as a user. It is shown once and kept nowhere: write"
          + " it into a file that only the program can read.",
      "",
      "To replace one, create another, give it to the program, and revoke the first."
    },
    footer = {"", "Example:", "  feige token create billing --expires 90d > billing.token"})
public final class TokenCreateCommand implements Runnable {
  private final Context context;

  @Parameters(paramLabel = "USER", description = "The user whose rights it gives.")
  private String user = "";

  @Option(
      names = "--expires",
      paramLabel = "DURATION",
      defaultValue = "90d",
      description = "How long it is good, at most ten years. Default: ${DEFAULT-VALUE}.")
  private Duration expires = Duration.ZERO;

  @Option(names = "--note", paramLabel = "TEXT", description = "What it is for.")
  private String note = "";

  @Mixin private AdminOptions options = new AdminOptions();

  public TokenCreateCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    AccessApi.FreshToken fresh =
        new AccessApi(options.api(context)).createToken(user, expires.toSeconds(), note);
    context
        .terminal()
        .note("Token " + fresh.id() + " of " + user + ", good until " + fresh.expires() + ":");
    context.answer(fresh, fresh.token());
  }
}
