package io.feige.perf.guard;

import io.feige.perf.machine.ModestMachine;
import io.feige.perf.rounds.JsonLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** Whether a commit is slower than another one. */
@Command(
    name = "perf/guard",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpWidth = 100,
    description = {
      "Measures two commits in turns on this machine, and says row by row how many times as fast"
          + " the second is, and between which ratios that lies with a confidence of 95 %%.",
      "",
      "Each round starts a node and a pair of each commit, and measures them with the benchmarks"
          + " of that commit. A run that was stopped goes on where it was, when it is started again"
          + " with the same commits and settings. All rows take about five minutes a round.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:HEAD is at least as fast as --least asks for, in every row",
      "1:it is slower in a row, or something failed",
      "2:wrong command line",
      "3:in some row this many rounds do not decide it"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  perf/guard main~1 main",
      "  perf/guard v1.2 . --rows pair --rounds 12    this directory as it is, two nodes only",
      "  perf/guard main~1 main --machine slow        with one processor for all of it"
    })
public final class GuardCommand implements Callable<Integer> {
  /** On what it is measured. */
  enum MachineKind {
    AS_IT_IS,
    SLOW
  }

  private static final int UNDECIDED = 3;

  @Parameters(
      index = "0",
      paramLabel = "BASE",
      description = "A commit, or a directory with Feige's sources.")
  private String base = "";

  @Parameters(index = "1", paramLabel = "HEAD", description = "Another.")
  private String head = "";

  @Option(
      names = "--rows",
      split = ",",
      paramLabel = "NAME",
      description =
          "Rows to measure, or the beginnings of their names, separated by commas. Default: all.")
  private List<String> rows = List.of("");

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "6",
      description =
          "How often; 6 at least to have a confidence, 12 so that one bad round does not widen it."
              + " Default: ${DEFAULT-VALUE}.")
  private int rounds;

  @Option(
      names = "--least",
      paramLabel = "RATIO",
      defaultValue = "0.95",
      description = "How many times as fast HEAD has to be. Default: ${DEFAULT-VALUE}.")
  private double least;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "Runs of a row in a round, of which the median counts. Default: ${DEFAULT-VALUE}.")
  private int runs;

  @Option(
      names = "--time",
      paramLabel = "DURATION",
      defaultValue = "3s",
      description = "How long a run takes. Default: ${DEFAULT-VALUE}.")
  private String time = "";

  @Option(
      names = "--warmup",
      paramLabel = "DURATION",
      defaultValue = "6s",
      description = "How long a row runs before it counts. Default: ${DEFAULT-VALUE}.")
  private String warmup = "";

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "7850",
      description = "The first of some twenty free ports. Default: ${DEFAULT-VALUE}.")
  private int port;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Where trees, results and servers are. Default: target-guard.")
  private Path directory = root().resolve("target-guard");

  @Option(
      names = "--machine",
      paramLabel = "KIND",
      defaultValue = "AS_IT_IS",
      description = {
        "SLOW: nodes, Admin and benchmark have the time of one processor together, by a control"
            + " group, which root can make on Linux.",
        "AS_IT_IS: all of this machine. Default: ${DEFAULT-VALUE}."
      })
  private MachineKind machine = MachineKind.AS_IT_IS;

  @Option(names = "--json", description = "Answer in JSON, an object a line.")
  private boolean isJson;

  @Spec private CommandSpec spec;

  /** Set by picocli before anything is called. */
  public GuardCommand() {
    spec = CommandSpec.create();
  }

  /** Runs the command line and ends this process. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new GuardCommand());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler((failure, failed, parsed) -> {
      if (failure instanceof GuardException) {
        failed.getErr().println("perf/guard: " + failure.getMessage());
        return failed.getCommandSpec().exitCodeOnExecutionException();
      }
      throw failure;
    });
    return line;
  }

  private static Path root() {
    return Path.of(System.getProperty("feige.root", ".")).toAbsolutePath().normalize();
  }

  @Override
  public Integer call() throws IOException {
    List<Row> chosen = chosen();
    PrintWriter progress = spec.commandLine().getErr();
    Tree first = Tree.of(base, root(), directory.resolve("trees"));
    Tree second = Tree.of(head, root(), directory.resolve("trees"));
    progress.println(first.name() + ": " + first.version());
    progress.println(second.name() + ": " + second.version());
    JsonLines<Measured> file = JsonLines.open(file(first, second), Measured.class);
    List<String> run =
        List.of("--runs", Integer.toString(runs), "--time", time, "--warmup", warmup);
    try (ModestMachine one = machine == MachineKind.SLOW ? modestMachine() : null) {
      Rounds.Plan plan =
          new Rounds.Plan(
              first.in(one).asBuilt(),
              second.in(one).asBuilt(),
              chosen,
              run,
              directory.resolve("data"),
              port);
      new Rounds(plan, file, progress).run(rounds);
    }
    List<Comparison> all = new ArrayList<>();
    for (Row row : chosen) {
      all.addAll(Comparison.of(row, file.all(), least));
    }
    answer(all);
    return switch (Comparison.worst(all)) {
      case MET -> CommandLine.ExitCode.OK;
      case BELOW -> CommandLine.ExitCode.SOFTWARE;
      case OPEN -> UNDECIDED;
    };
  }

  private static ModestMachine modestMachine() {
    try {
      return ModestMachine.open();
    } catch (IOException e) {
      throw new GuardException("a control group cannot be made (root can, on Linux): " + e);
    }
  }

  private void answer(List<Comparison> all) {
    PrintWriter out = spec.commandLine().getOut();
    if (isJson) {
      all.forEach(one -> out.println(JsonMapper.shared().writeValueAsString(one)));
    } else {
      out.println(Comparison.TABLE_HEAD);
      all.forEach(one -> out.println(one.words()));
    }
    out.flush();
  }

  private List<Row> chosen() {
    for (String name : rows) {
      if (Row.named(name).isEmpty()) {
        String known = String.join(", ", Row.ALL.stream().map(Row::name).toList());
        throw new CommandLine.ParameterException(
            spec.commandLine(), "There is no row '" + name + "'. There are: " + known);
      }
    }
    return Row.ALL.stream().filter(row -> rows.stream().anyMatch(row.name()::startsWith)).toList();
  }

  /**
   * Where the rounds of this comparison are kept; a directory may have changed, so it begins anew.
   */
  private Path file(Tree first, Tree second) throws IOException {
    String where = machine == MachineKind.SLOW ? "-slow" : "";
    String name =
        String.join("-", first.name(), second.name(), runs + "x" + time, warmup) + where + ".jsonl";
    Path file = directory.resolve(name.replace("*", "_"));
    if (first.isChangeable() || second.isChangeable()) {
      Files.deleteIfExists(file);
    }
    return file;
  }
}
