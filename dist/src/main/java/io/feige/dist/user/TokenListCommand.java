package io.feige.dist.user;

import io.feige.dist.admin.AdminOptions;
import io.feige.dist.cli.Context;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists tokens. */
@Command(
    name = "list",
    description = "Lists tokens: whose they are, and until when they are good.",
    footer = {"", "Example:", "  feige token list"})
public final class TokenListCommand implements Runnable {
  private final Context context;

  @Mixin private AdminOptions options = new AdminOptions();

  public TokenListCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    List<AccessApi.TokenLine> tokens = new AccessApi(options.api(context)).tokens().tokens();
    if (context.isJson()) {
      tokens.forEach(context.terminal()::json);
    } else {
      context
          .terminal()
          .line(
              tokens.isEmpty()
                  ? "There are no tokens. 'feige token create' makes one."
                  : UserWords.tokens(tokens));
    }
  }
}
