package io.feige.dist.quota;

import io.feige.dist.admin.AdminOptions;
import io.feige.dist.cli.Context;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Deletes a quota. */
@Command(
    name = "delete",
    description = "Lifts a quota. Another one that names the same counts then.",
    footer = {"", "Example:", "  feige quota delete user:billing"})
public final class QuotaDeleteCommand implements Runnable {
  private final Context context;

  @Parameters(paramLabel = "WHOSE", description = "As 'quota list' shows it.")
  private String of = "";

  @Mixin private AdminOptions options = new AdminOptions();

  public QuotaDeleteCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    new QuotaApi(options.api(context)).delete(of);
    context.answer(Map.of("deleted", of), "The quota of " + of + " is lifted.");
  }
}
