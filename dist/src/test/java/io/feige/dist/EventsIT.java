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

/** What a real cluster tells of itself when its processes are killed. */
@Timeout(300)
class EventsIT {
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final byte[] NO_INPUT = {};

  @TempDir Path dir;

  @RegisterExtension final ClusterLogs logs = new ClusterLogs(() -> dir.resolve("logs"));

  @Test
  void whoFollowsIsToldOfAKilledNodeAndSeesAnAdminGoAndComeBack() throws Exception {
    OwnCluster.Plan plan = new OwnCluster.Plan(dir, FreePorts.forNodes(2), 1, "", Map.of());
    try (OwnCluster cluster = new OwnCluster(plan)) {
      cluster.startAll();
      cluster.awaitWhole();
      String address = cluster.addresses().getFirst();
      try (ChildCommand follower =
          ChildCommand.start(dir, "--server", address, "events", "--follow", "--limit", "1")) {
        await().atMost(LIMIT).until(() -> follower.out().lines().count() == 1);
        String active = cluster.pair().active();
        cluster.kill(active);
        until(follower, "WARNING   NODE_GONE   " + active + "  ");
        until(follower, "WARNING   DECISION    pair-1  FAILOVER, active ");
        cluster.start(active);
        until(follower, "INFO      NODE_CAME   " + active + "  ");
        until(follower, "INFO      REPORT      pair-1  ");

        cluster.kill("admin-1");
        await().atMost(LIMIT).until(() -> follower.err().contains("no Admin answers"));
        cluster.start("admin-1");
        until(follower, "INFO      LEADER      admin-1  admin-1 leads as leader epoch 2");
        cluster.awaitWhole();

        follower.interrupt();
        assertThat(follower.exitCode()).isEqualTo(130);
        assertThat(follower.err().lines().filter(line -> line.contains("no Admin"))).hasSize(1);
        assertThat(follower.out().lines()).doesNotHaveDuplicates();
      }
      List<String> kinds = kinds(address);
      // Where ZooKeeper takes its time to start, an alert that nobody leads comes before all of it.
      assertThat(kinds)
          .containsSubsequence(
              "LEADER admin-1", "DECISION pair-1", "REPORT pair-1", "LEADER admin-1");
    }
  }

  private static void until(ChildCommand follower, String words) {
    await()
        .atMost(LIMIT)
        .untilAsserted(() -> assertThat(follower.out()).as(() -> follower.err()).contains(words));
  }

  private static List<String> kinds(String address) {
    CommandRun run =
        CommandRun.of(
            Environment.REAL, NO_INPUT, "--server", address, "events", "--json", "--limit", "1000");
    assertThat(run.exitCode()).as(run.err()).isZero();
    Stream<JsonNode> events = run.outText().lines().map(new JsonMapper()::readTree);
    return events
        .map(event -> event.get("kind").asString() + " " + event.get("of").asString())
        .toList();
  }
}
