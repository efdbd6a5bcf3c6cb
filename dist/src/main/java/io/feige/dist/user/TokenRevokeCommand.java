package io.feige.dist.user;

import io.feige.dist.admin.AdminOptions;
import io.feige.dist.cli.Context;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Revokes a token. */
@Command(
    name = "revoke",
    description = "Makes a token useless; connections that came with it end within seconds.",
    footer = {"", "Example:", "  feige token revoke Rk3vXw0aJ1c8"})
public final class TokenRevokeCommand implements Runnable {
  private final Context context;

  @Parameters(paramLabel = "TOKEN", description = "Its id, as 'token list' shows it.")
  private String id = "";

  @Mixin private AdminOptions options = new AdminOptions();

  public TokenRevokeCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    new AccessApi(options.api(context)).revoke(id);
    context.answer(Map.of("revoked", id), "Token " + id + " is revoked.");
  }
}
