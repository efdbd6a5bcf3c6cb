package io.feige.perf.peers;

import io.feige.perf.peers.load.Work;
import io.feige.perf.peers.server.Fetched;
import io.feige.perf.peers.server.Peer;
import io.feige.perf.peers.server.Servers;
import io.feige.perf.rounds.JsonLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Brokers side by side. */
@Command(
    name = "perf/peers/run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpWidth = 100,
    description = {
      "Fetches brokers, starts one after the other on this machine, puts the same load on each with"
          + " one load generator, and writes the tables of docs/performance.md. Client and broker"
          + " share the machine.",
      "",
      "A run that was stopped goes on where it was, when it is started again with the same --out,"
          + " commit and times.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:a peer or a work failed, as was said", "2:wrong command line"},
    footerHeading = "%nExamples:%n",
    footer = {
      "  perf/peers/run --short",
      "  perf/peers/run --peers feige-node,redis-always --works waiting-16 --rounds 10",
      "  perf/peers/run --peers mqtt-feige,mqtt-mosquitto,mqtt-nats,mqtt-moquette --works rate-20000-128"
    })
public final class PeersCommand implements Callable<Integer> {
  private static final String CHANGED = "-changed";

  @Option(
      names = "--peers",
      split = ",",
      paramLabel = "NAME",
      description =
          "Which, separated by commas. Default: all but those of MQTT, whose names begin with mqtt-.")
  private List<String> peers = Peer.ALL.stream().map(Peer::name).toList();

  @Option(
      names = "--works",
      split = ",",
      paramLabel = "NAME",
      description = "What they are given to do. Default: all.")
  private List<String> works = List.of();

  @Option(
      names = "--short",
      description = "The main works, two rounds, 4 s of warm-up and 6 s: half an hour.")
  private boolean isShort;

  @Option(names = "--rounds", paramLabel = "N", description = "How often. Default: 5.")
  private int rounds;

  @Option(
      names = "--warmup",
      paramLabel = "SECONDS",
      description = "How long a work is done before it counts. Default: 10.")
  private int warmup;

  @Option(
      names = "--time",
      paramLabel = "SECONDS",
      description = "How long it counts. Default: 20.")
  private int time;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "7940",
      description = "The first of some forty free ports. Default: ${DEFAULT-VALUE}.")
  private int port;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where results are kept, and the page is written. Default: target-peers.")
  private Path out = Path.of("target-peers");

  @Option(names = "--fetched", required = true, hidden = true, description = "Jars of the peers.")
  private Path fetched = Path.of("");

  @Option(names = "--root", required = true, hidden = true, description = "Feige's sources.")
  private Path root = Path.of("");

  @Option(names = "--java-home", required = true, hidden = true, description = "The JDK.")
  private Path javaHome = Path.of("");

  @Option(names = "--own", required = true, hidden = true, description = "Jars of this module.")
  private Path own = Path.of("");

  @Option(names = "--commit", required = true, hidden = true, description = "Feige's.")
  private String commit = "";

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Filled by picocli. */
  public PeersCommand() {}

  /** Runs the command line and ends this process. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new PeersCommand()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Campaign.Plan plan = plan();
    Path results = out.toAbsolutePath().normalize();
    Servers servers =
        new Servers(new Fetched(root, javaHome, fetched, own), results.resolve("servers"), port);
    JsonLines<Outcome> outcomes = JsonLines.open(file(results, plan), Outcome.class);
    PrintWriter progress = spec.commandLine().getErr();
    int failures = new Campaign(plan, servers, outcomes, progress).run();
    Report report = new Report(outcomes.all(), plan, Versions.words(commit, fetched));
    Files.writeString(results.resolve("performance.md"), report.words());
    Path images = Files.createDirectories(results.resolve("images/performance"));
    for (Chart chart : report.charts()) {
      Files.writeString(images.resolve(chart.file()), chart.svg());
    }
    spec.commandLine().getOut().println(report.words());
    progress.println("written: " + results.resolve("performance.md"));
    return failures == 0 ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  /** What was measured otherwise, or of another Feige, is not gone on with. */
  private Path file(Path results, Campaign.Plan plan) throws IOException {
    String name = "outcomes-" + commit + "-" + plan.warmup() + "-" + plan.time() + ".jsonl";
    Path file = results.resolve(name);
    if (commit.endsWith(CHANGED)) {
      Files.deleteIfExists(file);
    }
    return file;
  }

  private Campaign.Plan plan() {
    try {
      List<Work> chosen =
          works.isEmpty()
              ? isShort ? Work.SHORT : Work.ALL
              : works.stream().map(Work::named).toList();
      return new Campaign.Plan(
          peers.stream().map(Peer::named).toList(),
          chosen,
          rounds > 0 ? rounds : isShort ? 2 : 5,
          warmup > 0 ? warmup : isShort ? 4 : 10,
          time > 0 ? time : isShort ? 6 : 20);
    } catch (IllegalArgumentException e) {
      throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage());
    }
  }
}
