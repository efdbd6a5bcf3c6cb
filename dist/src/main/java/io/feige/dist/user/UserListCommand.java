package io.feige.dist.user;

import io.feige.dist.admin.AdminOptions;
import io.feige.dist.cli.Context;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists users. */
@Command(
    name = "list",
    description = "Lists users, how they come in, and what they may do.",
    footer = {"", "Example:", "  feige user list"})
public final class UserListCommand implements Runnable {
  private final Context context;

  @Mixin private AdminOptions options = new AdminOptions();

  public UserListCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    AccessApi.UserList all = new AccessApi(options.api(context)).users();
    List<AccessApi.UserLine> users = all.users();
    if (context.isJson()) {
      users.forEach(context.terminal()::json);
    } else {
      context
          .terminal()
          .line(
              users.isEmpty()
                  ? "There are no users. 'feige user create' makes one."
                  : UserWords.table(users) + UserWords.unlessLetIn(all));
    }
  }
}
