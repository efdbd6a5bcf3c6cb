package io.feige.dist.pair;

import io.feige.dist.admin.AdminApi;
import io.feige.dist.admin.AdminOptions;
import io.feige.dist.admin.DrillStatus;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Confirmation;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Rehearses a failover. */
@Command(
    name = "drill",
    description = {
      "Rehearses a failover: ends the process of the pair's active node as a crash would end it, and"
          + " judges what comes of it. The other member has to serve within the pair's bound, all"
          + " that was confirmed has to be there, and the node, which starts itself again, has to"
          + " come back in sync.",
      "",
      "Clients wait for as long as that takes, and lose nothing. It is refused unless each pair that"
          + " the node serves is in sync."
    },
    footer = {
      "",
      "Examples:",
      "  feige pair drill pair-1",
      "  feige pair drill pair-1 --yes --json"
    })
public final class PairDrillCommand implements Callable<Integer> {
  private static final long LOOK_NANOS = 200_000_000L;

  private final Context context;

  @Mixin private AdminOptions options = new AdminOptions();

  @Parameters(paramLabel = "PAIR", description = "Name of the pair.")
  private String pair = "";

  @Mixin private Confirmation confirmation = new Confirmation();

  public PairDrillCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    AdminApi api = options.api(context);
    confirmation.require(
        context, "The process of the node that serves " + pair + " will be ended", pair);
    DrillStatus drill = follow(api, api.beginDrill(pair));
    context.answer(drill, pair + ": the drill has " + drill.verdict() + ".");
    return drill.hasPassed() ? ExitCode.OK : ExitCode.DAMAGED;
  }

  private DrillStatus follow(AdminApi api, DrillStatus begun) {
    DrillStatus drill = begun;
    Set<String> told = new HashSet<>();
    tell(drill.node() + " has ended; " + drill.to() + " is to take over.");
    while (true) {
      for (DrillStatus.Check check : drill.checks()) {
        if (!check.isWaiting() && told.add(check.check())) {
          tell(check.state() + " " + check.check() + ": " + check.sentence() + ".");
        }
      }
      if (!drill.isRunning()) {
        return drill;
      }
      LockSupport.parkNanos(LOOK_NANOS);
      if (Thread.currentThread().isInterrupted()) {
        throw new CliException(
            ExitCode.INTERRUPTED, "interrupted; the drill goes on, and the node starts itself.");
      }
      drill = api.drill(pair);
    }
  }

  private void tell(String line) {
    if (!context.isJson()) {
      context.terminal().line(line);
    }
  }
}
