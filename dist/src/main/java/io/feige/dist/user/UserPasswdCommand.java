package io.feige.dist.user;

import io.feige.dist.admin.AdminOptions;
import io.feige.dist.cli.Context;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Gives a user a password. */
@Command(
    name = "passwd",
    description = {
      "Gives a user a new password, which is asked for, or read from a file.",
      "",
      "With --keep-old the former one is good, too, until the next time: give the new one to all"
          + " programs, then set it again without --keep-old. Connections that are open stay."
    },
    footer = {
      "",
      "Examples:",
      "  feige user passwd ann",
      "  feige user passwd app --keep-old --new-password file:new"
    })
public final class UserPasswdCommand implements Runnable {
  private final Context context;

  @Parameters(paramLabel = "NAME", description = "The user.")
  private String name = "";

  @Option(names = "--keep-old", description = "The former password stays good, too.")
  private boolean keepsOld;

  @Mixin private NewPassword password = new NewPassword();
  @Mixin private AdminOptions options = new AdminOptions();

  public UserPasswdCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    AccessApi.UserLine now =
        new AccessApi(options.api(context)).givePassword(name, password.require(context), keepsOld);
    context.answer(
        now,
        "User "
            + name
            + " has a new password"
            + (now.passwords() > 1 ? "; the former one is good, too." : "."));
  }
}
