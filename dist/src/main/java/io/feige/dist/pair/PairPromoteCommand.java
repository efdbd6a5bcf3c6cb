package io.feige.dist.pair;

import io.feige.dist.admin.AdminApi;
import io.feige.dist.admin.AdminOptions;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Promotes a replica. */
@Command(
    name = "promote",
    description = {
      "The last resort, for a node that is gone for good: has NODE serve the pair although it may lack"
          + " what was confirmed.",
      "",
      "Without --yes it says what may be missing, and changes nothing. What the other node still has"
          + " of it is kept in its salvage when it comes back; see 'feige salvage'."
    },
    footer = {
      "",
      "Examples:",
      "  feige pair promote pair-1 node-2",
      "  feige pair promote pair-1 node-2 --yes"
    })
public final class PairPromoteCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private AdminOptions options = new AdminOptions();

  @Parameters(index = "0", paramLabel = "PAIR", description = "Name of the pair.")
  private String pair = "";

  @Parameters(index = "1", paramLabel = "NODE", description = "The member that is to serve.")
  private String node = "";

  @Option(names = "--yes", description = "Do it, whatever may be missing.")
  private boolean yes;

  public PairPromoteCommand(Context context) {
    this.context = context;
  }

  /** What {@code --json} prints. */
  record Promoted(boolean done, String message, String mayBeMissing) {}

  @Override
  public Integer call() {
    AdminApi api = options.api(context);
    String missing = api.mayBeMissing(pair, node);
    if (!yes) {
      context.answer(
          new Promoted(false, "nothing was changed", missing),
          missing + "\nWith --yes it is done.");
      return ExitCode.REFUSED;
    }
    if (!context.isJson()) {
      context.terminal().line(missing);
    }
    AdminApi.Answer answer = api.promote(pair, node);
    context.answer(
        new Promoted(answer.done(), answer.message(), missing),
        answer.done() ? "Done: " + answer.message() : answer.message());
    return answer.done() ? ExitCode.OK : ExitCode.REFUSED;
  }
}
