package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.FeigeClient;
import io.feige.client.Message;
import io.feige.client.TopicSpec;
import io.feige.dist.process.NodeProcess;
import io.feige.dist.process.NodeSetup;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A node in a process of its own that writes into a database and lets go of its journal early. Its
 * topic {@code orders} keeps a MiB, whatever groups need.
 */
final class StoredNode implements AutoCloseable {
  private static final int BODY_BYTES = 100_000;

  private final String url;
  private final NodeSetup setup;
  private final NodeProcess node;
  private final int httpPort = NodeProcess.freePort();

  private StoredNode(Path dir, String url, List<String> more) {
    this.url = url;
    List<String> settings =
        new ArrayList<>(
            List.of(
                "http.port=" + httpPort,
                "sql.url=" + url,
                "sql.user=root",
                "limits.maxBatchBytes=512KiB",
                "journal.segmentBytes=4MiB",
                "journal.snapshotEveryBytes=1MiB"));
    settings.addAll(more);
    this.setup = new NodeSetup(dir, NodeProcess.freePort(), "256m", settings);
    this.node = NodeProcess.start(setup);
  }

  static StoredNode start(Path dir, String url, String... settings) {
    StoredNode node = new StoredNode(dir, url, List.of(settings));
    node.node.awaitServing(Waits.patience());
    try (FeigeClient client = node.client()) {
      client
          .topics()
          .create(TopicSpec.of("orders").withRetentionBytes(1 << 20).withKeepForGroups(false));
    }
    return node;
  }

  FeigeClient client() {
    return FeigeClient.builder().servers(node.address()).build();
  }

  /** A message of 100 kB that cannot be packed. */
  static Message message(int number) {
    byte[] body = new byte[BODY_BYTES];
    new SplittableRandom(number).nextBytes(body);
    ByteBuffer.wrap(body).putInt(0, number);
    return Message.of(body);
  }

  String log() throws IOException {
    return Files.readString(setup.log());
  }

  void awaitLog(String words) {
    await().untilAsserted(() -> assertThat(log()).contains(words));
  }

  /** The value of a gauge of the pair. */
  double metric(String name) throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + httpPort + "/metrics");
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
          .body()
          .lines()
          .filter(line -> line.startsWith(name + "{"))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
          .findFirst()
          .orElseThrow();
    }
  }

  /** The first column. */
  List<Long> query(String sql) throws SQLException {
    List<Long> rows = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(url, "root", "");
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      while (found.next()) {
        rows.add(found.getLong(1));
      }
    }
    return rows;
  }

  @Override
  public void close() {
    node.close();
  }
}
