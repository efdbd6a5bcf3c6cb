package io.feige.dist.cluster;

import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Progress;
import io.feige.dist.cli.StopSignal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Starts a cluster on this machine. */
@Command(
    name = "up",
    description = {
      "Starts a cluster on this machine, each part a process of its own: an Admin, nodes that"
          + " back each other up, and, if you want them, proxies for clients that are not the Java SDK"
          + " (--proxies) and a database (--store). Pair i has node i as its master and the next one as its backup; beyond the last node it begins anew.",
      "",
      "Clients use --server localhost:PORT_BASE and find the nodes by it. Returns when Ctrl-C or"
          + " SIGTERM has stopped all of it; with --detach as soon as every pair is in sync. What was"
          + " stored in the directory before is there again.",
      "",
      "The directory has a settings file, a log (below logs) and a process id (NAME.pid) for each"
          + " process. The settings may be changed by hand; the command keeps what it finds."
    },
    footer = {
      "",
      "Examples:",
      "  feige up",
      "  feige up --dir /var/tmp/try --nodes 3 --port-base 8700 --detach",
      "  feige up --pairs 8",
      "  feige up --proxies 2",
      "  feige up --store mysql",
      "  feige up --tls --dir /var/tmp/try",
      "  feige up --store mysql --replication shared-sql",
      "  feige up --dir /var/tmp/try --restart node-2",
      "  feige down --dir /var/tmp/try"
    })
public final class UpCommand implements Callable<Integer> {
  private static final int DEFAULT_NODES = 2;
  private static final int DEFAULT_PORT_BASE = 7700;
  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(45);
  private static final long WATCH_NANOS = 200_000_000L;

  private final Context context;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = "feige-cluster",
      description = "Where everything of the cluster is kept. Default: ${DEFAULT-VALUE}.")
  private Path dir = Path.of("feige-cluster");

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "How many nodes. Default: 2, or what the directory has.")
  private @Nullable Integer nodes;

  @Option(
      names = "--pairs",
      paramLabel = "N",
      description =
          "How many pairs, dealt out to the nodes in turns. More pairs than nodes use more"
              + " processors of each. Default: as many as nodes, or what the directory has.")
  private @Nullable Integer pairs;

  @Option(
      names = "--port-base",
      paramLabel = "PORT",
      description =
          "Where the Admin answers clients; it answers HTTP on the next port, and node I has the"
              + " ports from PORT + 10 I on. Default: 7700, or what the directory has.")
  private @Nullable Integer portBase;

  @Option(
      names = "--node-opts",
      paramLabel = "OPTIONS",
      description =
          "More options for the nodes' JVMs, separated by blanks, as in '-Xmx1g'. They have 256 MiB"
              + " of heap otherwise. Default: those of the start before.")
  private @Nullable String nodeOptions;

  @Option(
      names = "--store",
      paramLabel = "STORE",
      description =
          "Keep the history of all messages in SQL. mysql: in a database server that is started"
              + " with the cluster (MariaDB 11.4, fetched as a Maven artifact of 142 MB), mysql8:"
              + " the same with MySQL 8.0 (528 MB), jdbc:mysql://HOST:PORT/DATABASE: in that one, as"
              + " user feige; a password goes into the settings of nodes and Admin (sql.password)."
              + " Default: none, or what the directory has.")
  private @Nullable String store;

  @Option(
      names = "--replication",
      paramLabel = "KIND",
      description =
          "journal: the standby of a pair copies the active's journal. shared-sql: it copies"
              + " nothing, and takes over what the store has (--store), so a confirm waits for the"
              + " row. Default: journal, or what the directory has.")
  private @Nullable String replication;

  @Option(
      names = "--tls",
      description =
          "Encrypt all connections and ask for a token: the command makes a certificate authority,"
              + " certificates and a token in the directory (ca.pem, admin.token). Default: not, or"
              + " what the directory has.")
  private boolean tls;

  @Option(
      names = "--proxies",
      paramLabel = "N",
      description =
          "How many proxies, for clients that are not the Java SDK; proxy I answers HTTP on the port"
              + " PORT + 10 (NODES + I) and MQTT on the next. Default: 0, or what the directory has.")
  private @Nullable Integer proxies;

  @Option(names = "--detach", description = "Return when the cluster is complete; it runs on.")
  private boolean detach;

  @Option(
      names = "--restart",
      paramLabel = "NAME",
      description = "Only start this process of the directory's cluster again, such as node-1.")
  private @Nullable String restart;

  public UpCommand(Context context) {
    this.context = context;
  }

  /** What {@code --json} prints when the cluster is complete. */
  record Up(
      String dir,
      String address,
      String http,
      String console,
      @Nullable String ca,
      @Nullable String token,
      List<Part> processes) {
    record Part(String name, long pid, String address, @Nullable String mqtt) {}
  }

  @Override
  public Integer call() throws IOException {
    ClusterLayout layout = ClusterLayout.of(dir);
    String one = restart;
    return one == null ? startAll(layout) : startOne(layout, one);
  }

  private LocalCluster cluster(ClusterLayout layout, ClusterPlan plan) throws IOException {
    List<String> options = layout.nodeOptions(nodeOptions);
    return new LocalCluster(layout, plan, context.global().access(), options);
  }

  private int startOne(ClusterLayout layout, String name) throws IOException {
    ClusterPlan plan = layout.requirePlan();
    LocalCluster cluster;
    try (ClusterLayout.Held _ = layout.hold()) {
      cluster = cluster(layout, plan);
      cluster.start(name);
      cluster.awaitListening(name, START_LIMIT);
    }
    context.answer(
        part(cluster, cluster.process(name)),
        name
            + " runs again, as process "
            + cluster.pid(name)
            + ". 'feige status --server "
            + cluster.address()
            + "' shows whether its pairs are in sync.");
    return ExitCode.OK;
  }

  private int startAll(ClusterLayout layout) throws IOException {
    ClusterPlan plan = plan(layout);
    try (StopSignal stop = StopSignal.listen(STOP_LIMIT)) {
      LocalCluster cluster;
      boolean isComplete;
      try (ClusterLayout.Held _ = layout.hold()) {
        layout.create(plan);
        cluster = cluster(layout, plan);
        isComplete = start(cluster, stop);
      }
      if (stop.isSet()) {
        return ExitCode.INTERRUPTED;
      }
      context.answer(up(cluster), words(cluster, isComplete));
      return detach ? ExitCode.OK : attend(cluster, stop);
    }
  }

  private ClusterPlan plan(ClusterLayout layout) throws IOException {
    ClusterPlan stored = layout.storedPlan().orElse(null);
    ClusterPlan asked =
        new ClusterPlan(
            nodes != null ? nodes : stored != null ? stored.nodes() : DEFAULT_NODES,
            pairs != null ? pairs : stored != null ? stored.pairs() : null,
            portBase != null ? portBase : stored != null ? stored.portBase() : DEFAULT_PORT_BASE,
            stored != null && stored.relayed(),
            store != null ? store : stored != null ? stored.store() : null,
            replication != null ? replication : stored != null ? stored.replication() : null,
            tls ? Boolean.TRUE : stored != null ? stored.tls() : null,
            proxies != null ? proxies : stored != null ? stored.proxies() : null,
            stored != null ? stored.calm() : Boolean.TRUE);
    if (stored != null && !stored.equals(asked)) {
      throw new CliException(
          ExitCode.FAILED,
          "the cluster in "
              + layout.dir()
              + " has "
              + stored.nodes()
              + " nodes, "
              + stored.pairCount()
              + " pairs and the ports from "
              + stored.portBase()
              + " on, and "
              + (stored.store() == null ? "no store" : "the store " + stored.store())
              + (stored.replication() == null ? "" : ", and replication " + stored.replication())
              + (stored.isEncrypted() ? ", and TLS" : ", and no TLS")
              + ", and "
              + stored.proxyNames().size()
              + " proxies; leave --nodes, --pairs, --port-base, --store, --replication, --tls and"
              + " --proxies away, or choose another --dir.");
    }
    return asked;
  }

  /** False: it runs, and the Admin does not say whether it is complete. */
  private boolean start(LocalCluster cluster, StopSignal stop) throws IOException {
    List<String> started = cluster.startMissing();
    if (started.isEmpty()) {
      throw new CliException(
          ExitCode.FAILED,
          "the cluster in "
              + cluster.dir()
              + " runs already, at "
              + cluster.address()
              + "; 'feige down' stops it.");
    }
    Progress progress = Progress.on(context.terminal());
    long begun = System.nanoTime();
    try {
      cluster.awaitInSync(
          START_LIMIT,
          missing -> {
            progress.show(() -> missing + " (" + Human.nanos(System.nanoTime() - begun) + ")");
            if (stop.isSet()) {
              throw new StoppedException();
            }
          });
      cluster.awaitDatabase(START_LIMIT);
      cluster.awaitProxies(START_LIMIT);
      return true;
    } catch (StoppedException stopped) {
      cluster.stop(started);
      return true;
    } catch (LocalCluster.StrangerException runs) {
      progress.end();
      context.terminal().note("feige: " + runs.getMessage());
      cluster.awaitDatabase(START_LIMIT);
      cluster.awaitProxies(START_LIMIT);
      return false;
    } catch (RuntimeException failed) {
      progress.end();
      cluster.stop(started);
      throw failed;
    } finally {
      progress.end();
    }
  }

  /** The user does not want to wait any more. */
  private static final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoppedException() {
      super(null, null, false, false);
    }
  }

  /** Stays until it is to stop, or somebody else has stopped everything. */
  private int attend(LocalCluster cluster, StopSignal stop) throws IOException {
    Set<String> away = new HashSet<>();
    while (!stop.isSet()) {
      if (!look(cluster, away)) {
        context.terminal().note("All processes have ended.");
        return ExitCode.OK;
      }
      LockSupport.parkNanos(WATCH_NANOS);
    }
    context.terminal().note("Stopping.");
    cluster.stopAll();
    return ExitCode.INTERRUPTED;
  }

  private boolean look(LocalCluster cluster, Set<String> away) {
    boolean isAnyRunning = false;
    for (LocalProcess process : cluster.processes()) {
      boolean isRunning = process.running().isPresent();
      isAnyRunning |= isRunning;
      boolean isNews = isRunning ? away.remove(process.name()) : away.add(process.name());
      if (!isNews) {
        continue;
      }
      context
          .terminal()
          .note(
              isRunning
                  ? process.name() + " runs again."
                  : process.name()
                      + " has ended. Start it again with 'feige up --dir "
                      + cluster.dir()
                      + " --restart "
                      + process.name()
                      + "'.");
    }
    return isAnyRunning;
  }

  private static Up up(LocalCluster cluster) {
    return new Up(
        cluster.dir().toString(),
        cluster.address(),
        cluster.httpAddress(),
        cluster.console(),
        cluster.isEncrypted() ? cluster.dir().resolve("ca.pem").toString() : null,
        cluster.isEncrypted() ? "file:" + cluster.dir().resolve("admin.token") : null,
        cluster.processes().stream().map(process -> part(cluster, process)).toList());
  }

  private static Up.Part part(LocalCluster cluster, LocalProcess process) {
    return new Up.Part(
        process.name(),
        cluster.pid(process.name()),
        process.shownAddress(),
        process.mqttAddress().orElse(null));
  }

  private String words(LocalCluster cluster, boolean isComplete) {
    StringBuilder words = new StringBuilder(isComplete ? "Every pair is in sync. " : "");
    words.append("Clients: ").append(cluster.address());
    words.append("\nConsole: ").append(cluster.console()).append('\n');
    for (LocalProcess process : cluster.processes()) {
      words
          .append("  ")
          .append(process.name())
          .append("  process ")
          .append(cluster.pid(process.name()))
          .append("  ")
          .append(process.shownAddress())
          .append(process.mqttAddress().map(mqtt -> "  " + mqtt).orElse(""))
          .append('\n');
    }
    if (cluster.isEncrypted()) {
      words
          .append("Encrypted; the console wants the token in ")
          .append(cluster.dir().resolve("admin.token"))
          .append("; show commands the way with --ca ")
          .append(cluster.dir().resolve("ca.pem"))
          .append(" --token file:")
          .append(cluster.dir().resolve("admin.token"))
          .append('\n');
    }
    return words
        .append("Files: ")
        .append(cluster.dir())
        .append('\n')
        .append(
            detach ? "Stop it with 'feige down --dir " + cluster.dir() + "'." : "Ctrl-C stops it.")
        .toString();
  }
}
