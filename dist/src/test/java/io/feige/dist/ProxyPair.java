package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.FeigeClient;
import io.feige.dist.cluster.FreePorts;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowingConsumer;
import org.awaitility.core.ConditionTimeoutException;
import tools.jackson.databind.JsonNode;

/** Two proxies before a cluster of real processes, which can be killed. */
final class ProxyPair implements AutoCloseable {
  private static final String IN_HAND = "feige_proxy_requests_in_hand ";

  private final UpCluster cluster;
  private final ProxyCaller one;
  private final ProxyCaller two;
  private final ProxyCaller oneForOperators;

  /**
   * Starts them.
   *
   * @param more options of up
   */
  ProxyPair(Path dir, HttpClient http, String... more) {
    cluster = new UpCluster(dir, FreePorts.forNodes(4), false);
    String base = Integer.toString(cluster.port());
    List<String> command =
        new ArrayList<>(
            List.of(
                "up", "--proxies", "2", "--dir", dir.toString(), "--port-base", base, "--detach"));
    command.addAll(List.of(more));
    CommandRun up = UpCluster.run(command.toArray(String[]::new));
    String first = "http://127.0.0.1:" + (cluster.port() + 30);
    assertThat(up.outText()).containsPattern("proxy-1 {2}process \\d+ {2}" + first);
    one = new ProxyCaller(http, first, "");
    two = new ProxyCaller(http, "http://127.0.0.1:" + (cluster.port() + 40), "");
    oneForOperators = new ProxyCaller(http, "http://127.0.0.1:" + (cluster.port() + 32), "");
  }

  ProxyCaller one() {
    return one;
  }

  ProxyCaller two() {
    return two;
  }

  /** Where clients of MQTT find a proxy: 1 or 2. */
  String mqtt(int proxy) {
    return "tcp://127.0.0.1:" + mqttPort(proxy);
  }

  /** The same over WebSocket. */
  String mqttOverWebSocket(int proxy) {
    return "ws://127.0.0.1:" + (mqttPort(proxy) - 1) + "/mqtt";
  }

  int mqttPort(int proxy) {
    return cluster.port() + 10 * (2 + proxy) + 1;
  }

  /** Requests that the first proxy has not answered yet. */
  int inHandOfOne() {
    return oneForOperators
        .get("/metrics")
        .text()
        .lines()
        .filter(line -> line.startsWith(IN_HAND))
        .mapToInt(line -> (int) Double.parseDouble(line.substring(IN_HAND.length())))
        .findFirst()
        .orElseThrow();
  }

  /** What Admin says that a proxy does; empty: it does not know it. */
  String state(String proxy) throws IOException {
    for (JsonNode each : cluster.status().get("proxies")) {
      if (each.get("id").stringValue().equals(proxy)) {
        return each.get("state").stringValue();
      }
    }
    return "";
  }

  /**
   * Whom to kill.
   *
   * @param which 0 or 1: a proxy; 2: who serves the first pair; 3: who stands by there
   */
  String victim(int which) throws IOException {
    if (which < 2) {
      return "proxy-" + (which + 1);
    }
    String active = cluster.status().get("pairs").get(0).get("active").stringValue();
    boolean isFirst = active.equals("node-1");
    return which == 2 ? active : isFirst ? "node-2" : "node-1";
  }

  /** What is wrong, as JSON. */
  String alerts() {
    return run("alerts", "--json");
  }

  /** What a command on this cluster says. */
  String run(String... arguments) {
    return cluster.ask(arguments);
  }

  /** A command on this cluster that may fail. */
  CommandRun attempt(String... arguments) {
    return cluster.attempt(arguments);
  }

  /** One that needs no proxy. */
  FeigeClient client() throws IOException {
    return cluster.client();
  }

  Path logs() {
    return cluster.dir().resolve("logs");
  }

  /** One of its processes. */
  ProcessHandle process(String name) throws IOException {
    String pid = Files.readString(cluster.dir().resolve(name + ".pid")).strip();
    return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
  }

  /** A node is killed while its pair is in sync: else nobody could take over. */
  void kill(String name) throws IOException {
    if (name.startsWith("node-")) {
      awaitInSync();
    }
    ProcessHandle process = process(name);
    process.destroyForcibly();
    process.onExit().join();
  }

  void restart(String name) {
    UpCluster.run("up", "--dir", cluster.dir().toString(), "--restart", name);
  }

  void awaitInSync() {
    cluster.awaitInSync();
  }

  /**
   * Tries what holds as long as no pair fails over, such as a lease. On a busy machine one may do
   * so at any time: it is tried again then, with another topic.
   */
  void withoutFailover(String topic, ThrowingConsumer<String> work) throws IOException {
    for (int time = 0; ; time++) {
      List<Integer> before = cluster.epochs();
      try {
        work.accept(topic + "." + time);
        return;
      } catch (AssertionError | ConditionTimeoutException e) {
        if (cluster.epochs().equals(before)) {
          throw e;
        }
      }
    }
  }

  @Override
  public void close() {
    UpCluster.run("down", "--dir", cluster.dir().toString());
  }
}
