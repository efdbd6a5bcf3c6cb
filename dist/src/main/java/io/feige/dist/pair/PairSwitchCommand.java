package io.feige.dist.pair;

import io.feige.dist.admin.AdminApi;
import io.feige.dist.admin.AdminOptions;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Switches a pair. */
@Command(
    name = "switch",
    description = {
      "Has a pair served by its other member: the active one finishes what it has, hands over, and"
          + " joins again. Clients follow by themselves, within milliseconds, and nothing is lost.",
      "",
      "Returns when it is done. The other member must be in sync. A master that is in sync gets its"
          + " pair back after failback.after."
    },
    footer = {"", "Example:", "  feige pair switch pair-1"})
public final class PairSwitchCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private AdminOptions options = new AdminOptions();

  @Parameters(paramLabel = "PAIR", description = "Name of the pair.")
  private String pair = "";

  public PairSwitchCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    AdminApi.Answer answer = options.api(context).switchPair(pair);
    context.answer(answer, answer.done() ? "Done: " + answer.message() : answer.message());
    return answer.done() ? ExitCode.OK : ExitCode.REFUSED;
  }
}
