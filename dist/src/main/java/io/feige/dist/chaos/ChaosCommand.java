package io.feige.dist.chaos;

import io.feige.client.FeigeClient;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Json;
import io.feige.dist.cluster.FreePorts;
import io.feige.dist.cluster.LocalCluster;
import io.feige.dist.traffic.Epochs;
import io.feige.dist.traffic.Traffic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Injects faults into a cluster under load and checks its promises. */
@Command(
    name = "chaos",
    description = {
      "Publishes and pulls with many clients while it kills, stops, cuts off and restarts the"
          + " processes of a local cluster at random, and checks at the end what was promised.",
      "",
      "Checked: nothing confirmed is lost, nothing comes again after its confirmed ack, nothing is"
          + " stored twice, keys keep their order, no two nodes serve a pair at a time, and after"
          + " each round all pairs are in sync again in time (--recovery).",
      "",
      "Without --against it makes a cluster of its own, whose processes reach each other through"
          + " ports of this program, so that the network between them can be cut in each direction."
          + " A cluster that 'up' made has no such ports: there the fault 'cut' is left out."
    },
    footer = {
      "",
      "Examples:",
      "  feige chaos --time 20m --report /var/tmp/chaos",
      "  feige chaos --store mysql --replication shared-sql",
      "  feige chaos --against ./feige-cluster --time 2m --faults kill,pause,admin",
      "  feige chaos --round 'pause node-1 30s; cut node-1>admin-1 30s' --round 'switch pair-1'"
    })
public final class ChaosCommand implements Callable<Integer> {
  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final Duration DEFAULT_TIME = Duration.ofMinutes(2);
  private static final int NODES = 2;

  private final Context context;

  @Option(
      names = "--against",
      paramLabel = "DIR",
      description = "Directory of a cluster that 'up' started. Default: one of its own.")
  private @Nullable Path against;

  @Option(
      names = "--store",
      paramLabel = "STORE",
      description = "A message store for its own cluster, as 'up --store' has it. Default: none.")
  private @Nullable String store;

  @Option(
      names = "--replication",
      paramLabel = "KIND",
      description = "As 'up --replication' has it. Default: journal.")
  private @Nullable String replication;

  @Option(
      names = "--time",
      paramLabel = "DURATION",
      description = "How long faults are drawn. Default: 2m; with --round: not at all.")
  private @Nullable Duration time;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "4",
      description =
          "Clients, each publishing and pulling a topic of its own. Default: ${DEFAULT-VALUE}.")
  private int clients = 4;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "500",
      description = "Messages a second of each client. Default: ${DEFAULT-VALUE}.")
  private int rate = 500;

  @Option(
      names = "--faults",
      paramLabel = "KIND",
      split = ",",
      description =
          "Which faults: kill, kill-both, pause, cut, admin, restart, switch, disk, and database"
              + " where there is one (--store). Default: all.")
  private Set<String> kinds = new LinkedHashSet<>();

  @Option(
      names = "--round",
      paramLabel = "FAULTS",
      description =
          "Faults of the first round, separated by ';'; repeated: of the next ones. 'kill"
              + " NAME,... TIME', 'pause NAME TIME', 'cut NAME>NAME,... TIME', 'restart NAME',"
              + " 'switch PAIR', 'disk TIME'.")
  private List<String> rounds = new ArrayList<>();

  @Option(
      names = "--recovery",
      paramLabel = "DURATION",
      defaultValue = "60s",
      description =
          "How long after a round all pairs may take to be in sync again. Default:"
              + " ${DEFAULT-VALUE}.")
  private Duration recovery = Duration.ofSeconds(60);

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Draws the faults. Default: a new one, shown at the end.")
  private @Nullable Long seed;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      defaultValue = "chaos-report",
      description =
          "Where report.md, report.json and timeline.svg are written. Default: ${DEFAULT-VALUE}.")
  private Path report = Path.of("chaos-report");

  public ChaosCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    long drawn = seed == null ? new Random().nextInt(Integer.MAX_VALUE) : seed;
    Set<String> wanted = wanted();
    Path given = against;
    if (given != null) {
      LocalCluster there = LocalCluster.in(given, context.global().access());
      return run(there, plan(drawn, wanted, there));
    }
    Files.createDirectories(report);
    LocalCluster own =
        LocalCluster.create(
            report.resolve("cluster-" + drawn),
            NODES,
            FreePorts.forNodes(NODES),
            store,
            replication);
    Thread hook = new Thread(own::killAll, "feige-end-cluster");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return run(own, plan(drawn, wanted, own));
    } finally {
      own.killAll();
    }
  }

  private ChaosPlan plan(long drawn, Set<String> wanted, LocalCluster cluster) {
    Set<String> possible = new LinkedHashSet<>(wanted);
    if (cluster.relayed().isEmpty()) {
      possible.remove("cut");
    }
    if (!cluster.names().contains("database")) {
      possible.remove("database");
    }
    return new ChaosPlan(drawn, drawnTime(), recovery, possible, rounds);
  }

  private Duration drawnTime() {
    Duration given = time;
    if (given != null) {
      return given;
    }
    return rounds.isEmpty() ? DEFAULT_TIME : Duration.ZERO;
  }

  private Set<String> wanted() {
    if (kinds.isEmpty()) {
      return Set.copyOf(FaultChoice.KINDS);
    }
    if (!FaultChoice.KINDS.containsAll(kinds)) {
      throw new CliException(
          ExitCode.USAGE,
          "--faults takes " + String.join(", ", FaultChoice.KINDS) + ", not " + kinds + ".");
    }
    return kinds;
  }

  private int run(LocalCluster cluster, ChaosPlan plan) throws IOException, InterruptedException {
    try (Network network = new Network(cluster)) {
      var _ = cluster.startMissing();
      cluster.awaitInSync(START_LIMIT, _ -> {});
      Epochs epochs = new Epochs();
      List<Traffic> traffics = traffics(cluster, epochs);
      try {
        Chaos chaos = new Chaos(plan, cluster, context.terminal(), epochs, traffics);
        ChaosReport result = chaos.run(network);
        write(result, chaos.timeline());
        context.answer(result, result.words() + "\nReport: " + report.toAbsolutePath());
        return result.isKept() ? ExitCode.OK : ExitCode.DAMAGED;
      } finally {
        for (Traffic traffic : traffics) {
          traffic.close();
        }
      }
    }
  }

  private List<Traffic> traffics(LocalCluster cluster, Epochs epochs) {
    List<Traffic> made = new ArrayList<>();
    for (int i = 1; i <= clients; i++) {
      FeigeClient client =
          cluster.access().on(FeigeClient.builder().admin(cluster.address())).build();
      client.awaitConnected(START_LIMIT);
      Traffic traffic = new Traffic(client, "chaos-" + i, rate, 256, epochs);
      traffic.start();
      made.add(traffic);
    }
    return made;
  }

  private void write(ChaosReport result, Timeline timeline) throws IOException {
    Files.createDirectories(report);
    Files.writeString(report.resolve("report.md"), result.markdown());
    Files.writeString(report.resolve("report.json"), Json.line(result) + "\n");
    Files.writeString(
        report.resolve("timeline.svg"), TimelineSvg.draw(timeline.samples(), timeline.marks()));
  }
}
