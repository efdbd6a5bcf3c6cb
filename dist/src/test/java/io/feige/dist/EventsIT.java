package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.broker.server.config.NodeSettings;
import io.feige.dist.cli.Environment;
import io.feige.dist.cluster.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a real cluster and its nodes tell of themselves, also when processes are killed. Each test
 * finds the cluster whole.
 */
class EventsIT {
  private static final byte[] NO_INPUT = {};

  @TempDir static Path dir;

  @RegisterExtension static final ClusterLogs LOGS = new ClusterLogs(() -> dir.resolve("logs"));

  private static OwnCluster cluster;
  private static String address;

  @BeforeAll
  static void startAll() throws IOException {
    cluster = new OwnCluster(new OwnCluster.Plan(dir, FreePorts.forNodes(2), 1, "", Map.of()));
    cluster.startAll();
    address = cluster.addresses().getFirst();
  }

  @BeforeEach
  void isWhole() {
    cluster.awaitWhole();
  }

  @AfterAll
  static void killAll() {
    cluster.close();
  }

  @Test
  void whoFollowsIsToldOfAKilledNodeAndSeesAnAdminGoAndComeBack() throws Exception {
    try (ChildCommand follower =
        ChildCommand.start(dir, "--server", address, "events", "--follow", "--limit", "1")) {
      await().until(() -> !follower.out().isEmpty());
      String active = cluster.pair().active();
      cluster.kill(active);
      until(follower, "WARNING   NODE_GONE   " + active + "  ");
      until(follower, "WARNING   DECISION    pair-1  FAILOVER, active ");
      cluster.start(active);
      until(follower, "INFO      NODE_CAME   " + active + "  ");
      until(follower, "INFO      REPORT      pair-1  ");

      long led = leaders(follower);
      cluster.kill("admin-1");
      await().until(() -> follower.err().contains("no Admin answers"));
      cluster.start("admin-1");
      // On a busy machine it may have had to win the lead anew before.
      await().until(() -> leaders(follower) > led);
      cluster.awaitWhole();

      follower.interrupt();
      assertThat(follower.exitCode()).isEqualTo(130);
      assertThat(follower.err().lines().filter(line -> line.contains("no Admin"))).hasSize(1);
      assertThat(follower.out().lines()).doesNotHaveDuplicates();
    }
    // Where ZooKeeper takes its time to start, an alert that nobody leads comes before all of it.
    assertThat(kinds())
        .containsSubsequence(
            "LEADER admin-1", "DECISION pair-1", "REPORT pair-1", "LEADER admin-1");
  }

  private static void until(ChildCommand follower, String words) {
    await()
        .untilAsserted(() -> assertThat(follower.out()).as(() -> follower.err()).contains(words));
  }

  private static long leaders(ChildCommand follower) {
    return follower
        .out()
        .lines()
        .filter(
            line -> line.contains("INFO      LEADER      admin-1  admin-1 leads as leader epoch "))
        .count();
  }

  private static List<String> kinds() {
    CommandRun run = run("events", "--json", "--limit", "1000");
    assertThat(run.exitCode()).as(run.err()).isZero();
    Stream<JsonNode> events = run.outText().lines().map(new JsonMapper()::readTree);
    return events
        .map(event -> event.get("kind").asString() + " " + event.get("of").asString())
        .toList();
  }

  @Test
  void everyNodeTellsWhatItIsLikeAndWhoIsAwayIsNamed() throws Exception {
    // A machine with much to do may let a pair fail over at any time.
    await().untilAsserted(() -> areWell(nodes()));
    CommandRun one = run("node", "describe", "node-2");
    assertThat(one.exitCode()).as(one.err()).isZero();
    assertThat(one.outText()).contains("node-2", "Java 25", "feige-pair-0", "pair-1");
    CommandRun unknown = run("node", "describe", "node-9");
    assertThat(unknown.exitCode()).isEqualTo(4);
    assertThat(unknown.err())
        .contains("The cluster has no node of that name: none is called node-9.");

    cluster.kill("node-2");

    CommandRun left = run("node", "list");
    assertThat(left.exitCode()).isZero();
    assertThat(left.outText().lines()).hasSize(2).last().asString().startsWith("node-1");
    assertThat(left.err()).contains("No answer from node-2");
    assertThat(run("node", "describe", "node-2").exitCode()).isEqualTo(3);
    cluster.start("node-2");
  }

  @Test
  void settingsOfANodeThatRunsAreShown() {
    List<JsonNode> settings =
        run("config", "show", "--node", "node-2", "--json")
            .outText()
            .lines()
            .map(new JsonMapper()::readTree)
            .toList();
    assertThat(settings)
        .hasSize(NodeSettings.SCHEMA.keys().size())
        .anySatisfy(setting -> {
          assertThat(setting.get("key").asString()).isEqualTo("node.id");
          assertThat(setting.get("value").asString()).isEqualTo("node-2");
          assertThat(setting.get("origin").asString()).isNotEqualTo("default");
        })
        .anySatisfy(setting -> {
          assertThat(setting.get("key").asString()).isEqualTo("cluster.secret");
          assertThat(setting.get("value").asString()).isEqualTo("********");
        });
    assertThat(run("config", "show", "--node", "node-2").outText()).startsWith("SETTING");
    assertThat(run("config", "show", "--node", "node-9").exitCode()).isEqualTo(4);
  }

  private static void areWell(List<JsonNode> nodes) {
    assertThat(nodes).extracting(EventsIT::id).containsExactly("node-1", "node-2");
    assertThat(nodes)
        .allSatisfy(node -> {
          assertThat(node.get("alive").asBoolean()).isTrue();
          assertThat(node.get("deadThreads")).isEmpty();
          assertThat(node.get("failing")).isEmpty();
          assertThat(node.get("clockAheadMillis").asLong()).isBetween(-2_000L, 2_000L);
          assertThat(node.get("threads")).isNotEmpty();
          assertThat(node.get("replicas")).hasSize(1);
          JsonNode replica = node.get("replicas").get(0);
          assertThat(replica.get("pair").asString()).isEqualTo("pair-1");
          assertThat(replica.get("freeBytes").asLong()).isPositive();
        });
    assertThat(nodes)
        .extracting(node -> node.get("replicas").get(0).get("role").asString())
        .containsExactlyInAnyOrder("ACTIVE", "STANDBY");
  }

  private static List<JsonNode> nodes() {
    CommandRun list = run("node", "list", "--json");
    assertThat(list.exitCode()).as(list.err()).isZero();
    return list.outText().lines().map(line -> new JsonMapper().readTree(line)).toList();
  }

  private static String id(JsonNode node) {
    return node.get("id").asString();
  }

  private static CommandRun run(String... arguments) {
    String[] all =
        Stream.concat(Stream.of("--server", address), Stream.of(arguments)).toArray(String[]::new);
    return CommandRun.of(Environment.REAL, NO_INPUT, all);
  }
}
