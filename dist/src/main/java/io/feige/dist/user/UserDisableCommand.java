package io.feige.dist.user;

import io.feige.dist.admin.AdminOptions;
import io.feige.dist.cli.Context;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Disables a user. */
@Command(
    name = "disable",
    description =
        "Lets nobody in as this user any more, by whatever means; connections end within seconds.",
    footer = {"", "Example:", "  feige user disable billing"})
public final class UserDisableCommand implements Runnable {
  private final Context context;

  @Parameters(paramLabel = "NAME", description = "The user.")
  private String name = "";

  @Mixin private AdminOptions options = new AdminOptions();

  public UserDisableCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    AccessApi.UserLine now =
        new AccessApi(options.api(context)).alter(name, Map.of("enabled", false));
    context.answer(now, "User " + name + " is disabled.");
  }
}
