package io.feige.broker.server.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.config.NodeSettings;
import io.feige.broker.server.net.RawClient;
import io.feige.certificates.CertificateFiles;
import io.feige.certificates.CertificateRequest;
import io.feige.database.DatabaseKind;
import io.feige.database.DatabaseServer;
import io.feige.database.TestServers;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.Published;
import io.feige.protocol.model.TopicSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node whose database does not show the certificate that it should. */
final class VerifiedStoreIT {
  private static final Duration YEAR = Duration.ofDays(365);

  @TempDir private Path dir = Path.of("");

  @Test
  void aNodeServesWithoutItsDatabaseAndStoresEverythingWhenTheAuthorityIsRight() throws Exception {
    CertificateFiles ours = new CertificateFiles(dir.resolve("ours"));
    ours.init("ours", YEAR);
    ours.issue(CertificateRequest.of("db", List.of("127.0.0.1"), YEAR), false);
    CertificateFiles others = new CertificateFiles(dir.resolve("others"));
    others.init("others", YEAR);
    Path ca = Files.copy(others.ca(), dir.resolve("sql-ca.pem"));
    try (DatabaseServer server =
            TestServers.start(
                DatabaseKind.MARIADB,
                dir.resolve("server"),
                List.of(
                    "--ssl",
                    "--ssl-ca=" + ours.ca(),
                    "--ssl-cert=" + ours.certificate("db"),
                    "--ssl-key=" + ours.key("db")));
        Node node = Node.start(config(server, ca));
        RawClient client = RawClient.shaken(node.port())) {
      client.send(1, new CreateTopic(TopicSpec.named("orders"), false));
      client.receive();
      for (int i = 0; i < 20; i++) {
        client.send(i, Requests.publish("message " + i, i));
        assertThat(client.receive().answer()).isInstanceOf(Published.class);
      }
      assertThat(stored(server)).isEmpty();

      Files.copy(ours.ca(), ca, StandardCopyOption.REPLACE_EXISTING);

      await().until(() -> stored(server).equals(Optional.of(20)));
    }
  }

  private NodeConfig config(DatabaseServer server, Path ca) {
    Map<String, String> flags =
        Map.ofEntries(
            Map.entry("node.dir", dir.resolve("node").toString()),
            Map.entry("listen.port", "0"),
            Map.entry("http.port", "off"),
            Map.entry("journal.segmentBytes", "16MiB"),
            Map.entry(
                "sql.url",
                "jdbc:mysql://127.0.0.1:" + server.port() + "/feige?createDatabaseIfNotExist=true"),
            Map.entry("sql.user", "root"),
            Map.entry("sql.ca", ca.toString()));
    return NodeSettings.load(Optional.empty(), Map.of(), flags).config();
  }

  /** How many messages are in the database; empty: it has no tables. */
  private static Optional<Integer> stored(DatabaseServer server) throws SQLException {
    try (Connection connection = DriverManager.getConnection(server.url("feige"), "root", "");
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery("SELECT COUNT(*) FROM message")) {
      return found.next() ? Optional.of(found.getInt(1)) : Optional.empty();
    } catch (SQLException e) {
      if ("42S02".equals(e.getSQLState())) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
