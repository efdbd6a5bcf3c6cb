package io.feige.dist.pair;

import io.feige.dist.admin.AdminOptions;
import io.feige.dist.admin.ClusterStatus;
import io.feige.dist.admin.ClusterStatus.PairLine;
import io.feige.dist.admin.PairWords;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Human;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows a pair. */
@Command(
    name = "describe",
    description = "Shows one pair, and what keeps it from being served if anything does.",
    footer = {"", "Example:", "  feige pair describe pair-1"})
public final class PairDescribeCommand implements Runnable {
  private final Context context;

  @Mixin private AdminOptions options = new AdminOptions();

  @Parameters(paramLabel = "PAIR", description = "Name of the pair.")
  private String pair = "";

  public PairDescribeCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    ClusterStatus status = options.api(context).status();
    PairLine line =
        status.pairs().stream()
            .filter(each -> each.id().equals(pair))
            .findFirst()
            .orElseThrow(() ->
                new CliException(ExitCode.REFUSED, "NO_SUCH_PAIR: there is no pair " + pair + "."));
    context.answer(line, words(line));
  }

  static String words(PairLine pair) {
    return line("pair", pair.id())
        + line("active", PairWords.active(pair) + ", epoch " + pair.epoch())
        + line("master", pair.master())
        + line("backup", pair.backup() + ", serves " + serves(pair) + " while it is active")
        + line("in sync", pair.inSync().isEmpty() ? "nobody" : String.join(", ", pair.inSync()))
        + line("standby", standby(pair))
        + line("store", store(pair))
        + line("failover", failover(pair))
        + line("state", pair.trouble().isEmpty() ? "ok" : pair.trouble()).stripTrailing();
  }

  private static String serves(PairLine pair) {
    return pair.backupServes().equals("PULLS") ? "pulls only" : "everything";
  }

  private static String standby(PairLine pair) {
    return pair.lagBytes() < 0
        ? "not connected"
        : pair.standby() + ", " + Human.bytes(pair.lagBytes()) + " behind";
  }

  private static String store(PairLine pair) {
    return pair.hasStore() ? PairWords.storeLag(pair) + " behind" : "no rows are written";
  }

  private static String failover(PairLine pair) {
    return pair.failoverBoundMillis() < 0
        ? "no bound known"
        : "at most "
            + pair.failoverBoundMillis()
            + " ms from the death of the active to service by the other"
            + (pair.withAdminBoundMillis() < 0
                ? ""
                : ", " + pair.withAdminBoundMillis() + " ms if the leading Admin dies with it");
  }

  private static String line(String name, String value) {
    return name + ":" + " ".repeat(10 - name.length()) + value + "\n";
  }
}
