package io.feige.dist.cluster;

import io.feige.dist.admin.AdminApi;
import io.feige.dist.admin.ClusterStatus;
import io.feige.dist.cli.Access;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.process.NodeSetup;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The processes of a local cluster, whoever has started them: they are found by the files in its
 * directory. For one thread.
 */
public final class LocalCluster {
  // Deciding takes little; starting soon matters more.
  private static final List<String> ADMIN_OPTIONS =
      List.of("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
  // The first thousands of clients come to a proxy that has compiled little: with the second
  // compiler they cost half as much again, most of it for compiling.
  private static final List<String> PROXY_OPTIONS =
      List.of(
          "-Xmx256m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:CompileThresholdScaling=0.2");
  private static final String NODE_HEAP = "256m";
  private static final Pattern GC_CHOICE = Pattern.compile("-XX:\\+Use\\w+GC");
  private static final Duration STOP_LIMIT = Duration.ofSeconds(15);
  private static final long LOOK_NANOS = 50_000_000L;

  /** So long an Admin may take to know its users after it has started. */
  private static final long REFUSED_NANOS = 5_000_000_000L;

  private static final long END_LOOK_NANOS = 10_000_000L;

  private final ClusterLayout layout;
  private final ClusterPlan plan;
  private final Access access;
  private final List<LocalProcess> processes;
  private final List<String> nodeOptions;
  private @Nullable AdminApi api;

  /**
   * A cluster in a directory.
   *
   * @param access how the caller meets servers; the files of the directory say it better
   * @param nodeOptions more options for the JVMs of nodes
   */
  LocalCluster(ClusterLayout layout, ClusterPlan plan, Access access, List<String> nodeOptions) {
    this.layout = layout;
    this.plan = plan;
    this.access = access;
    this.nodeOptions = List.copyOf(nodeOptions);
    this.processes =
        plan.names().stream().map(name -> new LocalProcess(plan, layout, name)).toList();
  }

  /** A cluster in a directory in which there is none yet; nothing is started. */
  public static LocalCluster create(Path dir, int nodes, int portBase, boolean isRelayed)
      throws IOException {
    return create(dir, new ClusterPlan(nodes, null, portBase, isRelayed, null, null, null, null));
  }

  /** The same with the times of {@code up}. */
  static LocalCluster calm(Path dir, int nodes, int portBase) throws IOException {
    ClusterPlan plan = new ClusterPlan(nodes, null, portBase, false, null, null, null, null);
    return create(dir, plan.calmly());
  }

  /**
   * The same with a store.
   *
   * @param store as {@code up --store} has it; null: none
   * @param replication as {@code up --replication} has it; null: the default
   */
  public static LocalCluster create(
      Path dir, int nodes, int portBase, @Nullable String store, @Nullable String replication)
      throws IOException {
    return create(
        dir, new ClusterPlan(nodes, null, portBase, true, store, replication, null, null));
  }

  /** The same with proxies. */
  public static LocalCluster withProxies(Path dir, int nodes, int proxies, int portBase)
      throws IOException {
    return create(dir, new ClusterPlan(nodes, null, portBase, false, null, null, null, proxies));
  }

  private static LocalCluster create(Path dir, ClusterPlan plan) throws IOException {
    ClusterLayout layout = ClusterLayout.of(dir);
    layout.create(plan);
    return new LocalCluster(layout, plan, Access.PLAIN, List.of());
  }

  /** The cluster that is in a directory, whether it runs or not. */
  public static LocalCluster in(Path dir, Access access) throws IOException {
    ClusterLayout layout = ClusterLayout.of(dir);
    return new LocalCluster(layout, layout.requirePlan(), access, List.of());
  }

  /** The ways between processes that somebody else has to serve. */
  public List<RelayedPath> relayed() {
    return plan.relayedPaths();
  }

  /** Names of the processes in the order of their start. */
  public List<String> names() {
    return plan.names();
  }

  /** Says whether another program has one of the ports that such a cluster would listen on. */
  static void requirePorts(int nodes, int portBase) {
    ClusterPlan plan = new ClusterPlan(nodes, null, portBase, false, "mysql", null, null, null);
    plan.names().forEach(name -> LocalProcess.requirePorts(name, plan.ports(name)));
  }

  /** Where clients connect. */
  public String address() {
    return plan.adminAddress();
  }

  /** Where the Admin answers HTTP. */
  public String httpAddress() {
    return plan.httpAddress();
  }

  /** Where the proxies are, a URL each. */
  public List<String> proxyAddresses() {
    return plan.proxyNames().stream().map(plan::shownAddress).toList();
  }

  /** Where a browser finds the console, and comes in where this user can read with what. */
  String console() {
    String place = (isEncrypted() ? "https://" : "http://") + httpAddress() + "/";
    return layout.httpToken(httpAddress()).map(token -> place + "login#" + token).orElse(place);
  }

  /** Whether connections are encrypted and a token is asked for. */
  boolean isEncrypted() {
    return plan.isEncrypted();
  }

  /** How its servers are met: as its files say, or the caller. */
  public Access access() {
    return plan.isEncrypted() ? layout.access() : access;
  }

  /** The Admin's REST interface. */
  public AdminApi api() {
    AdminApi made = api;
    if (made == null) {
      // Not before the files are there that say how it is met.
      made = new AdminApi(List.of(plan.httpAddress()), access());
      api = made;
    }
    return made;
  }

  public Path dir() {
    return layout.dir();
  }

  List<LocalProcess> processes() {
    return processes;
  }

  /** The command lines of its servers, for somebody who starts them. */
  public List<List<String>> commandLines() {
    return processes.stream().map(LocalProcess::arguments).toList();
  }

  /** Those that run. */
  List<LocalProcess> running() {
    return processes.stream().filter(process -> process.running().isPresent()).toList();
  }

  /** Where a process logs. */
  public Path log(String name) {
    return layout.log(name);
  }

  /** The number of a process that runs. */
  public long pid(String name) {
    return process(name)
        .running()
        .map(ProcessHandle::pid)
        .orElseThrow(() -> new CliException(ExitCode.FAILED, name + " does not run."));
  }

  LocalProcess process(String name) {
    return processes.stream()
        .filter(process -> process.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new CliException(
                ExitCode.USAGE,
                "there is no '" + name + "'; there are " + String.join(", ", plan.names()) + "."));
  }

  /** Starts what does not run, and says what that was. If one cannot be started, none stays. */
  public List<String> startMissing() throws IOException {
    List<LocalProcess> missing =
        processes.stream().filter(process -> process.running().isEmpty()).toList();
    missing.forEach(LocalProcess::requirePorts);
    List<String> started = new ArrayList<>();
    for (LocalProcess process : missing) {
      process.start(options(process));
      started.add(process.name());
    }
    return started;
  }

  /** Waits until the database that belongs to the cluster listens, if there is one. */
  void awaitDatabase(Duration limit) {
    if (plan.database().isPresent()) {
      awaitListening(ClusterPlan.DATABASE, limit);
    }
  }

  /** Waits until the proxies listen, if there are any. */
  void awaitProxies(Duration limit) {
    plan.proxyNames().forEach(name -> awaitListening(name, limit));
  }

  /** Starts one process again. */
  public void start(String name) throws IOException {
    LocalProcess process = process(name);
    Optional<ProcessHandle> running = process.running();
    if (running.isPresent()) {
      throw new CliException(
          ExitCode.FAILED, name + " runs already, as process " + running.get().pid() + ".");
    }
    process.requirePorts();
    process.start(options(process));
  }

  private List<String> options(LocalProcess process) {
    if (process.name().equals(ClusterPlan.ADMIN)) {
      return ADMIN_OPTIONS;
    }
    if (ClusterPlan.isProxy(process.name())) {
      return PROXY_OPTIONS;
    }
    List<String> options = new ArrayList<>(NodeSetup.smallHeap(NODE_HEAP));
    if (nodeOptions.stream().anyMatch(GC_CHOICE.asMatchPredicate())) {
      // A JVM that is told of two collectors does not start.
      options.removeIf(GC_CHOICE.asMatchPredicate());
    }
    options.addAll(nodeOptions);
    return options;
  }

  /** How the Admin sees the cluster; empty while it does not answer. */
  public Optional<ClusterStatus> status() {
    try {
      return Optional.of(api().status());
    } catch (CliException notYet) {
      return Optional.empty();
    }
  }

  /**
   * How the Admin sees the cluster; empty while it does not answer, and while it has refused to for
   * a short time only: an Admin that has just started does not know its users yet.
   */
  private Optional<ClusterStatus> statusForAMember(long[] refusedSince) {
    try {
      ClusterStatus status = api().status();
      refusedSince[0] = 0;
      return Optional.of(status);
    } catch (CliException notYet) {
      boolean isRefused = notYet.exitCode() == ExitCode.REFUSED;
      long now = System.nanoTime();
      refusedSince[0] = !isRefused ? 0 : refusedSince[0] == 0 ? now : refusedSince[0];
      if (isRefused && now - refusedSince[0] > REFUSED_NANOS) {
        throw new StrangerException(
            "the processes run, and "
                + ClusterPlan.ADMIN
                + " does not tell how the cluster is: give --user or --token to wait until it is"
                + " complete. If it has no user yet, make one with the secret in "
                + layout.dir().resolve(ClusterPlan.ADMIN).resolve("setup.secret")
                + ", see docs/security.md. The Admin said: "
                + notYet.getMessage());
      }
      return Optional.empty();
    }
  }

  /** Whoever asks is not let in; what runs is not to blame. */
  static final class StrangerException extends CliException {
    private static final long serialVersionUID = 1L;

    private StrangerException(String sentence) {
      super(ExitCode.REFUSED, sentence);
    }
  }

  /**
   * Waits until both members of every pair are in sync.
   *
   * @param progress told again and again what is still missing
   */
  public void awaitInSync(Duration limit, Consumer<String> progress) {
    long deadline = System.nanoTime() + limit.toNanos();
    long[] refusedSince = {0};
    while (true) {
      Optional<ClusterStatus> status = statusForAMember(refusedSince);
      String missing = status.map(this::missing).orElse("waiting for " + ClusterPlan.ADMIN);
      if (missing.isEmpty()) {
        return;
      }
      progress.accept(missing);
      requireRunning(processes);
      if (System.nanoTime() - deadline > 0) {
        throw new CliException(
            ExitCode.FAILED,
            "the cluster is not complete after "
                + limit.toSeconds()
                + " s ("
                + missing
                + "); its logs are in "
                + layout.dir().resolve("logs")
                + ".");
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /** Whether both members of every pair are in sync now. */
  public boolean isComplete() {
    return status().map(this::missing).filter(String::isEmpty).isPresent();
  }

  private String missing(ClusterStatus status) {
    List<String> away = plan.nodeNames().stream().filter(node -> !status.isAlive(node)).toList();
    if (!away.isEmpty()) {
      return "waiting for " + String.join(", ", away);
    }
    if (status.pairs().size() < plan.pairCount()) {
      return "waiting for the pairs to be known";
    }
    return String.join(
        ", ",
        status.pairs().stream()
            .filter(pair -> !pair.hasAllInSync())
            .map(ClusterStatus.PairLine::whatIsMissing)
            .toList());
  }

  /** Waits until one process takes connections. */
  public void awaitListening(String name, Duration limit) {
    LocalProcess process = process(name);
    long deadline = System.nanoTime() + limit.toNanos();
    while (!process.isListening()) {
      requireRunning(List.of(process));
      if (System.nanoTime() - deadline > 0) {
        throw new CliException(
            ExitCode.FAILED,
            name
                + " does not listen after "
                + limit.toSeconds()
                + " s; its log: "
                + layout.log(name));
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private static void requireRunning(List<LocalProcess> all) {
    for (LocalProcess process : all) {
      if (process.running().isEmpty()) {
        throw process.endedByItself();
      }
    }
  }

  /** Whether a process runs. */
  public boolean isRunning(String name) {
    return process(name).running().isPresent();
  }

  /** Stops one process in order. */
  public void stop(String name) throws IOException {
    var _ = stop(List.of(process(name)));
  }

  /** Kills a process as nothing else can, and waits for its end. */
  public void kill(String name) {
    kill(process(name));
  }

  private static void kill(LocalProcess process) {
    process.running().ifPresent(ProcessHandle::destroyForcibly);
    awaitEnd(process);
  }

  /** Kills everything that runs. */
  public void killAll() {
    processes.forEach(process -> process.running().ifPresent(ProcessHandle::destroyForcibly));
    processes.forEach(LocalCluster::awaitEnd);
  }

  /** Stops everything that runs, each before what it needs, and says what that was. */
  public List<String> stopAll() throws IOException {
    List<String> stopped = new ArrayList<>(stop(named(plan.proxyNames())));
    stopped.addAll(stop(named(plan.nodeNames())));
    stopped.addAll(stop(List.of(process(ClusterPlan.ADMIN))));
    if (plan.database().isPresent()) {
      stopped.addAll(stop(List.of(process(ClusterPlan.DATABASE))));
    }
    return stopped;
  }

  private List<LocalProcess> named(List<String> names) {
    return processes.stream().filter(process -> names.contains(process.name())).toList();
  }

  /** Stops what a start has begun. */
  void stop(Iterable<String> names) throws IOException {
    List<LocalProcess> those = new ArrayList<>();
    names.forEach(name -> those.add(process(name)));
    stop(those);
  }

  private List<String> stop(List<LocalProcess> those) throws IOException {
    List<LocalProcess> running =
        those.stream().filter(process -> process.running().isPresent()).toList();
    running.forEach(process -> process.running().ifPresent(ProcessHandle::destroy));
    for (LocalProcess process : running) {
      if (!awaitEnd(process)) {
        kill(process);
      }
    }
    for (LocalProcess process : those) {
      process.forget();
    }
    return running.stream().map(LocalProcess::name).toList();
  }

  // Asked of the system again and again: one that this process has not started cannot be waited
  // for,
  // and one that nobody has waited for still has its number.
  private static boolean awaitEnd(LocalProcess process) {
    long deadline = System.nanoTime() + STOP_LIMIT.toNanos();
    while (process.running().isPresent()) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      LockSupport.parkNanos(END_LOOK_NANOS);
    }
    return true;
  }
}
