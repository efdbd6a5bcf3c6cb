package io.feige.perf.jmeter;

import io.feige.perf.machine.Machine;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Called by {@code perf/jmeter/run} when JMeter has ended. */
@Command(
    name = "summary",
    mixinStandardHelpOptions = true,
    description =
        "Sums up a run of JMeter in Markdown. Ends with 1 if a sample failed, or loss is not known.")
public final class SummaryCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "Results of the run.")
  private Path results = Path.of(".");

  @Option(names = "--plan", required = true, description = "The plan that was run.")
  private Path plan = Path.of(".");

  @Option(names = "--command", required = true, description = "How it was run.")
  private String command = "";

  @Option(names = "--load-before", required = true, description = "Load average before it.")
  private double loadBefore;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Filled by picocli. */
  public SummaryCommand() {}

  /** Runs the command line and ends this process. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new SummaryCommand()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException {
    Path statistics = results.resolve("dashboard/statistics.json");
    PrintWriter out = spec.commandLine().getOut();
    if (!Files.exists(statistics)) {
      spec.commandLine()
          .getErr()
          .println("there is no " + statistics + "; see jmeter.log beside it");
      return CommandLine.ExitCode.SOFTWARE;
    }
    Summary summary = Summary.of(Files.readString(statistics));
    out.println("# " + plan.getFileName() + "\n");
    out.println("`" + command + "`\n");
    out.println(summary.words());
    Path account = results.resolve("account.md");
    if (Files.exists(account)) {
      out.println(
          "What was published and received, and how long it took by the samplers' clocks:\n");
      out.println(Files.readString(account));
    } else {
      out.println("The plan has no Feige Account, or it has written none: loss is not known.\n");
    }
    out.println(Machine.now().words() + " Load average before " + loadBefore + ".");
    out.flush();
    return summary.errors() == 0 && Files.exists(account)
        ? CommandLine.ExitCode.OK
        : CommandLine.ExitCode.SOFTWARE;
  }
}
