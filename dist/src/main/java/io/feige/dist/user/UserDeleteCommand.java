package io.feige.dist.user;

import io.feige.dist.admin.AdminOptions;
import io.feige.dist.cli.Confirmation;
import io.feige.dist.cli.Context;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Deletes a user. */
@Command(
    name = "delete",
    description = "Deletes a user with its tokens; it asks, unless --yes is given.",
    footer = {"", "Example:", "  feige user delete billing"})
public final class UserDeleteCommand implements Runnable {
  private final Context context;

  @Parameters(paramLabel = "NAME", description = "The user.")
  private String name = "";

  @Mixin private Confirmation confirmation = new Confirmation();
  @Mixin private AdminOptions options = new AdminOptions();

  public UserDeleteCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    confirmation.require(context, "User " + name + " and its tokens will be deleted", name);
    new AccessApi(options.api(context)).delete(name);
    context.answer(Map.of("deleted", name), "User " + name + " is deleted.");
  }
}
