package io.feige.dist.user;

import io.feige.dist.admin.AdminOptions;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.user.AccessApi.UserLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Changes what a user may do. */
@Command(
    name = "alter",
    description = {
      "Changes a user's rights, and the names of its certificates.",
      "",
      "It holds within seconds, for connections that are open, too. Who has lost a right is"
          + " disconnected once, and may come again with what is left."
    },
    footer = {
      "",
      "Examples:",
      "  feige user alter billing --grant read:invoices --revoke 'consume:orders/*'",
      "  feige user alter edge-1 --certificate-name edge-1 --certificate-name edge-1b"
    })
public final class UserAlterCommand implements Runnable {
  private final Context context;

  @Parameters(paramLabel = "NAME", description = "The user.")
  private String name = "";

  @Option(names = "--grant", paramLabel = "RIGHT", description = "Gives a right; may be repeated.")
  private List<String> grants = List.of();

  @Option(
      names = "--revoke",
      paramLabel = "RIGHT",
      description = "Takes a right, as 'user list' writes it; may be repeated.")
  private List<String> revoked = List.of();

  @Option(
      names = "--certificate-name",
      paramLabel = "NAME",
      description = "Name in a certificate of this user, instead of those so far; may be repeated.")
  private List<String> certificates = List.of();

  @Mixin private AdminOptions options = new AdminOptions();

  public UserAlterCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    AccessApi api = new AccessApi(options.api(context));
    Map<String, Object> changes = new HashMap<>();
    if (!grants.isEmpty() || !revoked.isEmpty()) {
      changes.put("grants", rights(api));
    }
    if (!certificates.isEmpty()) {
      changes.put("certificates", certificates);
    }
    if (changes.isEmpty()) {
      throw new CliException(ExitCode.USAGE, "nothing is to be changed; --help says what can be.");
    }
    UserLine now = api.alter(name, changes);
    context.answer(now, "User " + name + " is changed. " + UserWords.how(now));
  }

  private List<String> rights(AccessApi api) {
    UserLine user =
        api.users().users().stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(
                () -> new CliException(ExitCode.REFUSED, "there is no user '" + name + "'."));
    List<String> now = new ArrayList<>(user.grants());
    for (String right : revoked) {
      if (!now.remove(right)) {
        throw new CliException(
            ExitCode.REFUSED,
            "user " + name + " has no right " + right + "; it has " + String.join(", ", now) + ".");
      }
    }
    now.addAll(grants);
    return now;
  }
}
