package io.feige.dist.pair;

import io.feige.dist.admin.AdminOptions;
import io.feige.dist.admin.PairHistory;
import io.feige.dist.cli.Context;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what happened to a pair. */
@Command(
    name = "history",
    description = {
      "Shows the decisions about a pair with their evidence, the newest last, and for each activation"
          + " what it cost: pause, what was unconfirmed, salvaged and delivered again."
    },
    footer = {
      "",
      "Examples:",
      "  feige pair history pair-1",
      "  feige pair history pair-1 --count 3 --json"
    })
public final class PairHistoryCommand implements Runnable {
  private final Context context;

  @Mixin private AdminOptions options = new AdminOptions();

  @Parameters(paramLabel = "PAIR", description = "Name of the pair.")
  private String pair = "";

  @Option(
      names = {"-n", "--count"},
      paramLabel = "N",
      defaultValue = "20",
      description = "The newest N decisions and reports, at most 200. Default: ${DEFAULT-VALUE}.")
  private int count = 20;

  public PairHistoryCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    PairHistory history = options.api(context).history(pair, count);
    context.answer(history, HistoryWords.of(history));
  }
}
