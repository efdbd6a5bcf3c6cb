package io.feige.dist;

import static org.awaitility.Awaitility.await;

import io.feige.dist.admin.AdminApi;
import io.feige.dist.admin.ClusterStatus;
import io.feige.dist.cli.Access;
import io.feige.dist.cli.CliException;
import io.feige.dist.process.JavaProgram;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A cluster with one pair whose processes a test starts and kills one by one: two nodes, and either
 * one Admin with its own ZooKeeper, or several with as many servers of a ZooKeeper.
 */
final class OwnCluster implements AutoCloseable {
  static final String PAIR = "pair-1";

  private static final int PORTS_EACH = 10;

  private static final List<String> SMALL =
      List.of("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
  private static final List<String> NODE = List.of("-Xmx256m", "-XX:+UseSerialGC");

  /**
   * What it is made of.
   *
   * @param base the first of its ports
   * @param nodeSettings more lines of the nodes' settings
   * @param environment of a process of that name, beside this one's
   */
  record Plan(
      Path dir,
      int base,
      int admins,
      String nodeSettings,
      Map<String, Map<String, String>> environment) {}

  private final Plan plan;
  private final List<String> zookeepers;
  private final List<String> admins;
  private final List<String> names = new ArrayList<>();
  private final Map<String, Process> processes = new LinkedHashMap<>();

  OwnCluster(Plan plan) throws IOException {
    this.plan = plan;
    this.admins = numbered("admin-", plan.admins());
    this.zookeepers = plan.admins() == 1 ? List.of() : numbered("zookeeper-", plan.admins());
    names.addAll(zookeepers);
    names.addAll(admins);
    names.addAll(numbered("node-", 2));
    Files.createDirectories(plan.dir().resolve("logs"));
    Files.writeString(plan.dir().resolve("secret"), "a secret of this test alone, and long enough");
    for (String name : names) {
      Files.createDirectories(plan.dir().resolve(name));
      Files.writeString(settingsOf(name), settings(name));
    }
  }

  private static List<String> numbered(String prefix, int count) {
    return IntStream.rangeClosed(1, count).mapToObj(number -> prefix + number).toList();
  }

  private int port(String name) {
    return plan.base() + PORTS_EACH * names.indexOf(name);
  }

  private String address(String name) {
    return "127.0.0.1:" + port(name);
  }

  /** Where clients connect. */
  List<String> addresses() {
    return admins.stream().map(this::address).toList();
  }

  private Path settingsOf(String name) {
    return plan.dir().resolve(name).resolve(name.startsWith("zoo") ? "zoo.cfg" : "feige.yaml");
  }

  private String settings(String name) throws IOException {
    if (name.startsWith("zoo")) {
      int number = zookeepers.indexOf(name) + 1;
      Files.writeString(plan.dir().resolve(name).resolve("myid"), number + "\n");
      return zookeeperSettings(name);
    }
    return name.startsWith("admin") ? adminSettings(name) : nodeSettings(name);
  }

  private String zookeeperSettings(String name) {
    StringBuilder servers = new StringBuilder();
    for (int i = 0; i < zookeepers.size(); i++) {
      int port = port(zookeepers.get(i));
      servers.append("server.%d=127.0.0.1:%d:%d\n".formatted(i + 1, port + 1, port + 2));
    }
    return """
    tickTime=1000
    initLimit=10
    syncLimit=5
    dataDir=%s
    clientPort=%d
    clientPortAddress=127.0.0.1
    admin.enableServer=false
    4lw.commands.whitelist=srvr
    %s\
    """
        .formatted(plan.dir().resolve(name), port(name), servers);
  }

  private String adminSettings(String name) {
    String connect = zookeepers.stream().map(this::address).collect(Collectors.joining(","));
    return """
    admin: {id: %s, dir: "%s"}
    listen: {host: 127.0.0.1, port: %d}
    http: {host: 127.0.0.1, port: %d}
    cluster: {secret: "file:%s"}
    zookeeper: {connect: "%s"}
    failback: {after: 0}
    pairs: %s=node-1/node-2
    """
        .formatted(
            name,
            plan.dir().resolve(name),
            port(name),
            port(name) + 1,
            plan.dir().resolve("secret"),
            connect,
            PAIR);
  }

  private String nodeSettings(String name) {
    return """
    node: {id: %s, dir: "%s"}
    listen: {host: 127.0.0.1, port: %d}
    http: {port: off}
    cluster: {admins: "%s", link: "127.0.0.1:%d", secret: "file:%s"}
    %s\
    """
        .formatted(
            name,
            plan.dir().resolve(name).resolve("data"),
            port(name),
            String.join(",", addresses()),
            port(name) + 1,
            plan.dir().resolve("secret"),
            plan.nodeSettings());
  }

  void startAll() throws IOException {
    for (String name : names) {
      start(name);
    }
  }

  void start(String name) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command(name));
    builder.environment().keySet().removeIf(variable -> variable.startsWith("FEIGE_"));
    builder.environment().putAll(plan.environment().getOrDefault(name, Map.of()));
    Path log = plan.dir().resolve("logs").resolve(name + ".log");
    builder.redirectErrorStream(true).redirectOutput(Redirect.appendTo(log.toFile()));
    processes.put(name, builder.start());
  }

  private List<String> command(String name) {
    String settings = settingsOf(name).toString();
    if (!name.startsWith("zoo")) {
      boolean isNode = name.startsWith("node");
      return JavaProgram.command(
          isNode ? NODE : SMALL, List.of(isNode ? "node" : "admin", "--config", settings));
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
    command.addAll(SMALL);
    command.addAll(List.of("-cp", System.getProperty("java.class.path", "")));
    command.addAll(List.of("org.apache.zookeeper.server.quorum.QuorumPeerMain", settings));
    return command;
  }

  private Process process(String name) {
    return Objects.requireNonNull(processes.get(name), name);
  }

  /** Kills processes at once, as far as there is such a thing, and waits until they are gone. */
  void kill(String... which) throws InterruptedException {
    for (String name : which) {
      process(name).destroyForcibly();
    }
    for (String name : which) {
      process(name).waitFor();
    }
  }

  /** What the leading Admin says; empty while none does. */
  Optional<ClusterStatus> status() {
    return admins.stream()
        .filter(name -> processes.containsKey(name) && process(name).isAlive())
        .flatMap(name -> statusOf(name).stream())
        .filter(ClusterStatus::live)
        .findFirst();
  }

  private Optional<ClusterStatus> statusOf(String admin) {
    try {
      return Optional.of(
          new AdminApi(List.of("127.0.0.1:" + (port(admin) + 1)), Access.PLAIN).status());
    } catch (CliException away) {
      return Optional.empty();
    }
  }

  ClusterStatus.PairLine pair() {
    return status().orElseThrow().pairs().getFirst();
  }

  String leadingAdmin() {
    return status().orElseThrow().admins().stream()
        .filter(ClusterStatus.AdminLine::leader)
        .findFirst()
        .orElseThrow()
        .id();
  }

  /** The server that leads ZooKeeper. */
  String leadingZooKeeper() {
    return zookeepers.stream()
        .filter(name -> modeOf(name).contains("Mode: leader"))
        .findFirst()
        .orElseThrow();
  }

  private String modeOf(String zookeeper) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port(zookeeper))) {
      socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException away) {
      return "";
    }
  }

  /** Waits until everything runs, one leads, and both nodes are in sync. */
  void awaitWhole() {
    await()
        .atMost(Waits.patience().multipliedBy(2))
        .ignoreException(CliException.class)
        .failFast("a process ended by itself", this::hasEnded)
        .until(() -> {
          Optional<ClusterStatus> status = status();
          return status.isPresent()
              && status.get().admins().size() == admins.size()
              && !status.get().pairs().isEmpty()
              && status.get().pairs().getFirst().hasAllInSync()
              && zookeepers.stream().allMatch(name -> modeOf(name).contains("Mode: "));
        });
  }

  private boolean hasEnded() {
    return processes.values().stream().anyMatch(process -> !process.isAlive());
  }

  @Override
  public void close() {
    processes.values().forEach(Process::destroyForcibly);
    for (Process process : processes.values()) {
      try {
        process.waitFor();
      } catch (InterruptedException e) {
        throw new UncheckedIOException(new IOException(e));
      }
    }
  }
}
