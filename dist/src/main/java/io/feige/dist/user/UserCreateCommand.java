package io.feige.dist.user;

import io.feige.dist.admin.AdminOptions;
import io.feige.dist.cli.Context;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates a user. */
@Command(
    name = "create",
    description = {
      "Creates a user. It comes in with a password, with a token of 'feige token create', or with a"
          + " certificate that has one of the names given here.",
      "",
      "Rights: publish:TOPIC, consume:TOPIC/GROUP, read:TOPIC (without a group), manage:TOPIC, viewer,"
          + " operator (switch, promote), administrator (users), announce (a proxy tells of itself),"
          + " proxy (asks for other users). Names may end with *."
    },
    footer = {
      "",
      "Examples:",
      "  feige user create billing --grant publish:invoices --grant 'consume:orders/billing*'",
      "  feige user create ann --new-password --grant administrator --grant operator",
      "  feige user create edge-1 --certificate-name edge-1.example.com --grant 'publish:edge.*'"
    })
public final class UserCreateCommand implements Runnable {
  private final Context context;

  @Parameters(paramLabel = "NAME", description = "The user.")
  private String name = "";

  @Option(names = "--grant", paramLabel = "RIGHT", description = "A right; may be repeated.")
  private List<String> grants = List.of();

  @Option(
      names = "--certificate-name",
      paramLabel = "NAME",
      description = "Common or alternative name in a certificate of this user; may be repeated.")
  private List<String> certificates = List.of();

  @Mixin private NewPassword password = new NewPassword();
  @Mixin private AdminOptions options = new AdminOptions();

  public UserCreateCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    Map<String, Object> user =
        new HashMap<>(Map.of("name", name, "grants", grants, "certificates", certificates));
    password.read(context).ifPresent(given -> user.put("password", given));
    AccessApi api = new AccessApi(options.api(context));
    AccessApi.UserLine made = api.create(user);
    String note = context.isJson() ? "" : noteOf(api);
    context.answer(made, "User " + name + " is there. " + UserWords.how(made) + note);
  }

  private static String noteOf(AccessApi api) {
    try {
      return UserWords.unlessLetIn(api.users());
    } catch (RuntimeException e) {
      return ""; // The user was made, and that is what this command says.
    }
  }
}
