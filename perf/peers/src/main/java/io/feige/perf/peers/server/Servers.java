package io.feige.perf.peers.server;

import io.feige.perf.process.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Starts brokers. What is written into their settings is where they listen and store, what a single
 * node needs to run at all, and what the class of durability asks for; the rest are their defaults.
 * Those in Java have 1 GiB of heap, except a pair of Feige, which has the 256 MiB of its defaults.
 */
public final class Servers {
  private static final String HEAP = "-Xmx1g";

  /** Where the proxy of a pair speaks MQTT, after the pair's first port. */
  private static final int PROXY_MQTT = 31;

  /** What Feige's launcher reads for itself. */
  private static final Set<String> LAUNCHER = Set.of("FEIGE_JAVA_HOME", "FEIGE_LIB");

  private final Fetched fetched;
  private final Path below;
  private final int port;

  /**
   * Servers that are started one after the other.
   *
   * @param below where they store
   * @param port the first of some forty that are free
   */
  public Servers(Fetched fetched, Path below, int port) {
    this.fetched = fetched;
    this.below = below;
    this.port = port;
  }

  /** Starts one, and waits until clients can connect. */
  public Server start(Peer peer) throws IOException, InterruptedException {
    Ports.requireFree(port);
    Server server = new Server(below.resolve(peer.name()));
    try {
      switch (peer.name()) {
        case "feige-node" -> feigeNode(server);
        case "feige-pair" -> server.awaitPort(feigePair(server));
        case "mqtt-feige" -> server.awaitPort(feigePair(server, "--proxies", "1") + PROXY_MQTT);
        case "mqtt-nats" -> natsMqtt(server);
        case "mqtt-mosquitto" -> mosquitto(server, peer);
        case "mqtt-moquette" -> moquette(server);
        case "kafka", "kafka-fsync" -> kafka(server, peer);
        case "rocketmq", "rocketmq-fsync" -> rocketMq(server, peer);
        case "artemis" -> artemis(server);
        case "rabbitmq" -> rabbitMq(server);
        case "nats" -> nats(server);
        case "redis-always", "redis-everysec" -> redis(server, peer);
        default -> throw new IllegalArgumentException("nobody knows how to start " + peer.name());
      }
      return server;
    } catch (IOException | InterruptedException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private ProcessBuilder feige(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(fetched.root().resolve("bin/feige").toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    // A variable of the caller's must not set the node otherwise.
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.startsWith("FEIGE_") && !LAUNCHER.contains(name));
    return builder;
  }

  private void feigeNode(Server server) throws IOException, InterruptedException {
    String directory = server.directory().resolve("data").toString();
    ProcessBuilder node = feige("node", "--dir", directory, "--port", Integer.toString(port));
    node.environment().put("FEIGE_OPTS", HEAP);
    server.start("node", node);
    server.awaitPort(port);
  }

  /** The port of its Admin. */
  private int feigePair(Server server, String... more) throws IOException, InterruptedException {
    Path cluster = server.directory().resolve("cluster");
    List<String> command =
        new ArrayList<>(
            List.of(
                "up",
                "--dir",
                cluster.toString(),
                "--port-base",
                Integer.toString(port),
                "--detach"));
    command.addAll(List.of(more));
    Process up =
        feige(command.toArray(String[]::new))
            .redirectErrorStream(true)
            .redirectOutput(server.directory().resolve("up.log").toFile())
            .start();
    server.atEnd(() -> runQuietly(feige("down", "--dir", cluster.toString())));
    if (up.waitFor() != 0) {
      throw new IOException(Files.readString(server.directory().resolve("up.log")));
    }
    List<Long> pids = new ArrayList<>();
    try (Stream<Path> files = Files.list(cluster)) {
      for (Path file : files.filter(one -> one.toString().endsWith(".pid")).toList()) {
        pids.add(Long.parseLong(Files.readString(file).strip()));
      }
    }
    server.adopt(pids);
    return port;
  }

  private void kafka(Server server, Peer peer) throws IOException, InterruptedException {
    Map<String, String> settings = new TreeMap<>(peer.settings());
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", "1");
    settings.put("controller.quorum.voters", "1@localhost:" + (port + 1));
    settings.put("controller.listener.names", "CONTROLLER");
    settings.put(
        "listeners", "PLAINTEXT://localhost:" + port + ",CONTROLLER://localhost:" + (port + 1));
    settings.put("log.dirs", server.directory().resolve("data").toString());
    settings.put("offsets.topic.replication.factor", "1");
    settings.put("offsets.topic.num.partitions", "1");
    settings.put("transaction.state.log.replication.factor", "1");
    settings.put("transaction.state.log.min.isr", "1");
    settings.put("share.coordinator.state.topic.replication.factor", "1");
    settings.put("share.coordinator.state.topic.min.isr", "1");
    settings.put("group.initial.rebalance.delay.ms", "0");
    Path file = write(server, "server.properties", settings);
    run(
        server,
        java("kafka", HEAP, "kafka.tools.StorageTool")
            .args("format", "-t", "AAAAAAAAQACAAAAAAAAAAQ", "-c", file.toString()));
    server.start("kafka", java("kafka", HEAP, "kafka.Kafka").args(file.toString()).builder());
    server.awaitPort(port);
  }

  private void rocketMq(Server server, Peer peer) throws IOException, InterruptedException {
    Map<String, String> names = Map.of("listenPort", Integer.toString(port));
    Path namesFile = write(server, "namesrv.conf", names);
    server.start(
        "namesrv", rocketMqProcess(server, "-Xmx256m", "namesrv.NamesrvStartup", namesFile));
    server.awaitPort(port);
    Map<String, String> settings = new TreeMap<>(peer.settings());
    settings.put("namesrvAddr", "localhost:" + port);
    settings.put("listenPort", Integer.toString(port + 10));
    settings.put("brokerIP1", "127.0.0.1");
    settings.put("brokerName", "bench");
    settings.put("autoCreateTopicEnable", "true");
    // Else it refuses what has waited for 200 ms, which no other broker here does.
    settings.put("waitTimeMillsInSendQueue", "60000");
    settings.put("storePathRootDir", server.directory().resolve("store").toString());
    Path file = write(server, "broker.conf", settings);
    server.start("broker", rocketMqProcess(server, HEAP, "broker.BrokerStartup", file));
    server.awaitPort(port + 10);
    // Clients ask the name server, which has to know the broker first.
    server.awaitPort(port);
  }

  private ProcessBuilder rocketMqProcess(Server server, String heap, String main, Path file) {
    ProcessBuilder builder =
        java("rocketmq", heap, "-Duser.home=" + server.directory(), "org.apache.rocketmq." + main)
            .args("-c", file.toString())
            .builder();
    builder.environment().put("ROCKETMQ_HOME", server.directory().toString());
    return builder;
  }

  private void artemis(Server server) throws IOException, InterruptedException {
    server.start(
        "artemis",
        java("artemis", HEAP, "io.feige.perf.peers.server.ArtemisMain")
            .args(server.directory().resolve("data").toString(), Integer.toString(port))
            .builder());
    server.awaitPort(port);
  }

  private void rabbitMq(Server server) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("/usr/lib/rabbitmq/bin/rabbitmq-server");
    Map<String, String> environment = builder.environment();
    String directory = server.directory().toString();
    environment.put("HOME", directory);
    environment.put("RABBITMQ_NODENAME", "bench@localhost");
    environment.put("RABBITMQ_NODE_IP_ADDRESS", "127.0.0.1");
    environment.put("RABBITMQ_NODE_PORT", Integer.toString(port));
    environment.put("RABBITMQ_DIST_PORT", Integer.toString(port + 1));
    environment.put("ERL_EPMD_PORT", Integer.toString(port + 2));
    environment.put("RABBITMQ_MNESIA_BASE", directory + "/mnesia");
    environment.put("RABBITMQ_LOG_BASE", directory + "/log");
    environment.put("RABBITMQ_ENABLED_PLUGINS_FILE", directory + "/enabled_plugins");
    environment.put("RABBITMQ_CONFIG_FILE", directory + "/none");
    server.start("rabbitmq", builder);
    ProcessBuilder epmd = new ProcessBuilder("epmd", "-port", Integer.toString(port + 2), "-kill");
    server.atEnd(() -> {
      // It stays as long as a node is registered.
      server.stopProcesses();
      runQuietly(epmd);
    });
    server.awaitPort(port);
  }

  private void nats(Server server) throws IOException, InterruptedException {
    server.start(
        "nats",
        new ProcessBuilder(
            "nats-server",
            "-a",
            "127.0.0.1",
            "-p",
            Integer.toString(port),
            "-js",
            "-sd",
            server.directory().resolve("data").toString()));
    server.awaitPort(port);
  }

  private void natsMqtt(Server server) throws IOException, InterruptedException {
    Path file =
        Files.writeString(
            server.directory().resolve("nats.conf"),
            "listen: 127.0.0.1:"
                + (port + 1)
                + "\nserver_name: bench\njetstream { store_dir: \""
                + server.directory().resolve("data")
                + "\" }\nmqtt { host: 127.0.0.1, port: "
                + port
                + " }\n");
    server.start("nats", new ProcessBuilder("nats-server", "-c", file.toString()));
    server.awaitPort(port);
  }

  private void mosquitto(Server server, Peer peer) throws IOException, InterruptedException {
    Map<String, String> settings = new TreeMap<>(peer.settings());
    settings.put("listener", port + " 127.0.0.1");
    settings.put("allow_anonymous", "true");
    settings.put("persistence", "true");
    settings.put("persistence_location", server.directory() + "/");
    // Else it becomes another user, who may not write there.
    settings.put("user", System.getProperty("user.name", ""));
    Path file = write(server, "mosquitto.conf", settings, " ");
    server.start("mosquitto", new ProcessBuilder("/usr/sbin/mosquitto", "-c", file.toString()));
    server.awaitPort(port);
  }

  private void moquette(Server server) throws IOException, InterruptedException {
    Files.createDirectories(server.directory().resolve("config"));
    Map<String, String> settings = new TreeMap<>();
    settings.put("host", "127.0.0.1");
    settings.put("port", Integer.toString(port));
    settings.put("allow_anonymous", "true");
    settings.put("persistence_enabled", "true");
    settings.put("data_path", server.directory() + "/");
    settings.put("telemetry_enabled", "false");
    var _ = write(server, "config/moquette.conf", settings, " ");
    server.start(
        "moquette",
        java("moquette", HEAP, "-Dmoquette.path=" + server.directory(), "io.moquette.broker.Server")
            .builder());
    server.awaitPort(port);
  }

  private void redis(Server server, Peer peer) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "redis-server",
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--dir",
                server.directory().toString(),
                "--appendonly",
                "yes",
                "--save",
                ""));
    peer.settings().forEach((name, value) -> command.addAll(List.of("--" + name, value)));
    server.start("redis", new ProcessBuilder(command));
    server.awaitPort(port);
  }

  /** The load generator with the client of a broker. */
  public ProcessBuilder load(Peer peer, List<String> arguments) {
    return java(peer.driver(), "-Xmx2g", "io.feige.perf.peers.load.LoadCommand")
        .args(arguments.toArray(String[]::new))
        .builder();
  }

  private JavaCommand java(String driver, String... optionsAndMain) {
    List<String> command = new ArrayList<>();
    command.add(fetched.java().resolve("bin/java").toString());
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "-cp",
            fetched.classPath(driver)));
    command.addAll(List.of(optionsAndMain));
    return new JavaCommand(command);
  }

  private record JavaCommand(List<String> command) {
    JavaCommand args(String... arguments) {
      command.addAll(List.of(arguments));
      return this;
    }

    ProcessBuilder builder() {
      return new ProcessBuilder(command);
    }
  }

  private static Path write(Server server, String name, Map<String, String> settings)
      throws IOException {
    return write(server, name, settings, "=");
  }

  private static Path write(
      Server server, String name, Map<String, String> settings, String between) throws IOException {
    Path file = server.directory().resolve(name);
    return Files.write(
        file,
        settings.entrySet().stream().map(one -> one.getKey() + between + one.getValue()).toList());
  }

  private static void run(Server server, JavaCommand command)
      throws IOException, InterruptedException {
    Path log = server.directory().resolve("setup.log");
    Process process =
        command.builder().redirectErrorStream(true).redirectOutput(log.toFile()).start();
    if (process.waitFor() != 0) {
      throw new IOException(Files.readString(log));
    }
  }

  private static void runQuietly(ProcessBuilder builder) {
    try {
      builder
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException | InterruptedException e) {
      System.err.println(builder.command() + ": " + e);
    }
  }
}
