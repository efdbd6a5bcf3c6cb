package io.feige.dist.quota;

import io.feige.dist.admin.AdminOptions;
import io.feige.dist.cli.Context;
import io.feige.dist.quota.QuotaApi.QuotaLine;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists quotas. */
@Command(
    name = "list",
    description = "Lists how much users and topics may have of each node.",
    footer = {"", "Example:", "  feige quota list"})
public final class QuotaListCommand implements Runnable {
  private final Context context;

  @Mixin private AdminOptions options = new AdminOptions();

  public QuotaListCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    List<QuotaLine> quotas = new QuotaApi(options.api(context)).quotas();
    if (context.isJson()) {
      quotas.forEach(context.terminal()::json);
    } else {
      context
          .terminal()
          .line(
              quotas.isEmpty()
                  ? "There are no quotas. 'feige quota set' makes one."
                  : QuotaWords.table(quotas));
    }
  }
}
