package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.dist.cli.Environment;
import io.feige.dist.cluster.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the nodes of a real cluster tell of themselves, the one that serves and the other. */
@Timeout(300)
class NodesIT {
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final byte[] NO_INPUT = {};

  @TempDir Path dir;

  @RegisterExtension final ClusterLogs logs = new ClusterLogs(() -> dir.resolve("logs"));

  @Test
  void everyNodeTellsWhatItIsLikeAndWhoIsAwayIsNamed() throws Exception {
    OwnCluster.Plan plan = new OwnCluster.Plan(dir, FreePorts.forNodes(2), 1, "", Map.of());
    try (OwnCluster cluster = new OwnCluster(plan)) {
      cluster.startAll();
      cluster.awaitWhole();
      String address = cluster.addresses().getFirst();

      // A machine with much to do may let a pair fail over at any time.
      await().atMost(LIMIT).untilAsserted(() -> areWell(nodes(address)));
      CommandRun one = run(address, "node", "describe", "node-2");
      assertThat(one.exitCode()).as(one.err()).isZero();
      assertThat(one.outText()).contains("node-2", "Java 25", "feige-pair-0", "pair-1");
      CommandRun unknown = run(address, "node", "describe", "node-9");
      assertThat(unknown.exitCode()).isEqualTo(4);
      assertThat(unknown.err()).contains("No node is called node-9");

      cluster.kill("node-2");

      CommandRun left = run(address, "node", "list");
      assertThat(left.exitCode()).isZero();
      assertThat(left.outText().lines()).hasSize(2).last().asString().startsWith("node-1");
      assertThat(left.err()).contains("No answer from node-2");
      assertThat(run(address, "node", "describe", "node-2").exitCode()).isEqualTo(3);
    }
  }

  private static void areWell(List<JsonNode> nodes) {
    assertThat(nodes).extracting(NodesIT::id).containsExactly("node-1", "node-2");
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

  private static List<JsonNode> nodes(String address) {
    CommandRun list = run(address, "node", "list", "--json");
    assertThat(list.exitCode()).as(list.err()).isZero();
    return list.outText().lines().map(line -> new JsonMapper().readTree(line)).toList();
  }

  private static String id(JsonNode node) {
    return node.get("id").asString();
  }

  private static CommandRun run(String address, String... arguments) {
    String[] all =
        Stream.concat(Stream.of("--server", address), Stream.of(arguments)).toArray(String[]::new);
    return CommandRun.of(Environment.REAL, NO_INPUT, all);
  }
}
