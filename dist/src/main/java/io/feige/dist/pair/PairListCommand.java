package io.feige.dist.pair;

import io.feige.dist.admin.AdminOptions;
import io.feige.dist.admin.ClusterStatus.PairLine;
import io.feige.dist.admin.PairWords;
import io.feige.dist.cli.Context;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists pairs. */
@Command(
    name = "list",
    description = "Lists all pairs: who is active, who is in sync.",
    footer = {"", "Example:", "  feige pair list"})
public final class PairListCommand implements Runnable {
  private final Context context;

  @Mixin private AdminOptions options = new AdminOptions();

  public PairListCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    List<PairLine> pairs = options.api(context).status().pairs();
    if (context.isJson()) {
      pairs.forEach(context.terminal()::json);
    } else {
      context.terminal().line(PairWords.table(pairs));
    }
  }
}
