package io.feige.dist.user;

import io.feige.dist.admin.AdminOptions;
import io.feige.dist.cli.Context;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Enables a user. */
@Command(
    name = "enable",
    description = "Lets a user in again that was disabled.",
    footer = {"", "Example:", "  feige user enable billing"})
public final class UserEnableCommand implements Runnable {
  private final Context context;

  @Parameters(paramLabel = "NAME", description = "The user.")
  private String name = "";

  @Mixin private AdminOptions options = new AdminOptions();

  public UserEnableCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    AccessApi.UserLine now =
        new AccessApi(options.api(context)).alter(name, Map.of("enabled", true));
    context.answer(now, "User " + name + " is enabled.");
  }
}
