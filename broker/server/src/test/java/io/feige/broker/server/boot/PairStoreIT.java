package io.feige.broker.server.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.config.NodeSettings;
import io.feige.broker.server.net.RawClient;
import io.feige.database.DatabaseKind;
import io.feige.database.DatabaseServer;
import io.feige.database.TestServers;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.DiskUse;
import io.feige.protocol.command.GetDisk;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.TopicCreated;
import io.feige.protocol.model.DiskHolder;
import io.feige.protocol.model.DiskHolderKind;
import io.feige.protocol.model.TopicSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two whole nodes that hold pairs, with real databases for their history. */
final class PairStoreIT {
  private static final Duration SEVERAL_LOOKS = Duration.ofSeconds(3);
  private static final List<String> NODES = List.of("node-1", "node-2");

  private static final int MANY_SEGMENTS = 6;

  /** So many segments' worth. */
  private static final int MESSAGES = 70 * MANY_SEGMENTS;

  /** The one that is open, the one that is prepared, and what the older snapshot needs. */
  private static final int FEW_SEGMENTS = 4;

  @TempDir private Path dir = Path.of("");
  private long sequence;

  @Test
  void bothNodesKeepWhatHasNoRowsYet() throws Exception {
    try (DatabaseServer database =
            TestServers.start(DatabaseKind.MARIADB, dir.resolve("database"), List.of());
        SmallAdmin admin = new SmallAdmin(SmallAdmin.pair("pair-1", "node-1", "node-2"));
        Node active = Node.start(config(admin, database.url("feige"), "node-1"));
        Node _ = Node.start(config(admin, database.url("feige"), "node-2"))) {
      awaitInSync(admin, "pair-1");
      try (RawClient client = withTopic(active)) {
        publish(client);
        awaitFew();

        database.kill();
        Map<String, String> last =
            Map.of("node-1", segments("node-1").getLast(), "node-2", segments("node-2").getLast());
        publish(client);
        // Nothing comes behind a segment that stays. The nodes look ten times a second.
        await()
            .during(SEVERAL_LOOKS)
            .untilAsserted(() -> {
              for (String node : NODES) {
                assertThat(segments(node))
                    .as(node)
                    .contains(last.getOrDefault(node, ""))
                    .hasSizeGreaterThanOrEqualTo(MANY_SEGMENTS);
              }
            });
        assertThat(holders(client))
            .filteredOn(holder -> holder.kind() == DiskHolderKind.STORE)
            .singleElement()
            .satisfies(store -> {
              assertThat(store.heldBytes()).isGreaterThan((MANY_SEGMENTS - 2L) << 22);
              assertThat(store.sinceMillis()).isPositive();
            });

        database.restart();
        awaitFew();
      }
      database.kill();
    }
  }

  @Test
  void eachPairWritesToItsOwnDatabase() throws Exception {
    try (DatabaseServer first =
            TestServers.start(DatabaseKind.MARIADB, dir.resolve("first"), List.of());
        DatabaseServer second =
            TestServers.start(DatabaseKind.MARIADB, dir.resolve("second"), List.of());
        SmallAdmin admin =
            new SmallAdmin(
                SmallAdmin.pair("pair-1", "node-1", "node-2"),
                SmallAdmin.pair("pair-2", "node-2", "node-1"))) {
      String urls = first.url("feige") + " pair-2=" + second.url("feige");
      try (Node one = Node.start(config(admin, urls, "node-1"));
          Node two = Node.start(config(admin, urls, "node-2"))) {
        awaitInSync(admin, "pair-1");
        awaitInSync(admin, "pair-2");
        publish(one, "by pair-1");
        publish(two, "by pair-2");

        awaitRow(first, "pair-1 by pair-1");
        awaitRow(second, "pair-2 by pair-2");
      }
    }
  }

  private static List<DiskHolder> holders(RawClient client) throws IOException {
    client.send(1_000_000, new GetDisk(100));
    return ((DiskUse) client.receive().answer()).holders();
  }

  private static void publish(Node active, String body) throws IOException {
    try (RawClient client = withTopic(active)) {
      client.send(2, Requests.publish(body));
      assertThat(client.receive().answer()).isInstanceOf(Published.class);
    }
  }

  private static void awaitRow(DatabaseServer database, String row) {
    await()
        .ignoreExceptionsInstanceOf(SQLException.class)
        .untilAsserted(() -> {
          List<String> rows = new ArrayList<>();
          try (Connection connection =
                  DriverManager.getConnection(database.url("feige"), "root", "");
              Statement statement = connection.createStatement();
              ResultSet found =
                  statement.executeQuery("SELECT CONCAT(pair, ' ', body) FROM message")) {
            while (found.next()) {
              rows.add(found.getString(1));
            }
          }
          assertThat(rows).containsExactly(row);
        });
  }

  private static void awaitInSync(SmallAdmin admin, String pair) {
    await().until(() -> admin.state(pair).inSync().size() == 2);
  }

  /** A client of a node whose pair has the topic, which keeps 1 MiB. */
  private static RawClient withTopic(Node active) throws IOException {
    RawClient client = RawClient.shaken(active.port());
    TopicSpec spec = TopicSpec.named("orders").withRetention(0, 1 << 20, false);
    client.send(1, new CreateTopic(spec, false));
    assertThat(client.receive().answer()).isInstanceOf(TopicCreated.class);
    return client;
  }

  private void awaitFew() {
    await()
        .untilAsserted(() -> {
          for (String node : NODES) {
            assertThat(segments(node)).as(node).hasSizeLessThanOrEqualTo(FEW_SEGMENTS);
          }
        });
  }

  private void publish(RawClient client) throws IOException {
    String body = "x".repeat(60_000);
    for (int i = 0; i < MESSAGES; i++) {
      client.send(i, Requests.publish(body, sequence++));
      assertThat(client.receive().answer()).isInstanceOf(Published.class);
    }
  }

  /** The names of a node's segments, the oldest first; the one that is prepared has none yet. */
  private List<String> segments(String node) throws IOException {
    try (Stream<Path> files = Files.list(dir.resolve(node).resolve("pairs/pair-1/journal"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".seg"))
          .sorted()
          .toList();
    }
  }

  private NodeConfig config(SmallAdmin admin, String urls, String node) {
    Map<String, String> flags =
        new HashMap<>(
            Map.ofEntries(
                Map.entry("node.id", node),
                Map.entry("node.dir", dir.resolve(node).toString()),
                Map.entry("listen.port", "0"),
                Map.entry("http.port", "off"),
                Map.entry("journal.segmentBytes", "4MiB"),
                Map.entry("journal.snapshotEveryBytes", "1MiB"),
                Map.entry("limits.maxBatchBytes", "512KiB"),
                Map.entry("cluster.admins", admin.address()),
                Map.entry("cluster.secret", "a secret of sixteen and more"),
                Map.entry("sql.url", urls),
                Map.entry("sql.user", "root")));
    flags.putAll(TwoNodes.PATIENT);
    return NodeSettings.load(Optional.empty(), Map.of(), flags).config();
  }
}
