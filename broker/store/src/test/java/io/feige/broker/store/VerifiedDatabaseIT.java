package io.feige.broker.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.feige.broker.store.jdbc.Database;
import io.feige.broker.store.jdbc.DatabaseFault;
import io.feige.certificates.CertificateFiles;
import io.feige.certificates.CertificateRequest;
import io.feige.database.DatabaseServer;
import io.feige.database.TestServers;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.flywaydb.core.api.FlywayException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The way to the database is encrypted, and the database has shown that it is the right one. */
final class VerifiedDatabaseIT {
  private static final Duration YEAR = Duration.ofDays(365);
  private static final String UNKNOWN =
      "TLS with the database did not come about: its certificate is not of an authority in sql.ca;"
          + " put there the authority that the server's certificate is from";

  @TempDir private static Path dir = Path.of("");
  private static CertificateFiles ours;
  private static CertificateFiles others;
  private static DatabaseServer server;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    ours = new CertificateFiles(dir.resolve("ours"));
    ours.init("ours", YEAR);
    ours.issue(CertificateRequest.of("db", List.of("127.0.0.1"), YEAR), false);
    others = new CertificateFiles(dir.resolve("others"));
    others.init("others", YEAR);
    server =
        TestServers.start(
            TestDatabases.kind(),
            dir.resolve("server"),
            List.of(
                "--ssl",
                "--ssl-ca=" + ours.ca(),
                "--ssl-cert=" + ours.certificate("db"),
                "--ssl-key=" + ours.key("db")));
  }

  @AfterAll
  static void stop() throws InterruptedException {
    server.kill();
    server.close();
  }

  @Test
  void aServerOfTheAuthorityIsTalkedToInCipher() throws SQLException {
    try (Database database = database("127.0.0.1", "", ours.ca())) {
      database.migrate();
      assertThat(cipher(database)).startsWith("TLS");
      database.check();
    }
  }

  @Test
  void aServerOfAnotherAuthorityIsRefused() throws Exception {
    // Each has a pool of its own, because a pool tells why it failed once.
    try (Database database = database("127.0.0.1", "", others.ca());
        // The URL does not weaken that.
        Database lax = database("127.0.0.1", "&sslMode=VERIFY_CA", others.ca());
        Database laxAgain = database("127.0.0.1", "&sslMode=VERIFY_CA", others.ca())) {
      assertThat(
              refusals(
                  () -> database.connect().close(), () -> lax.connect().close(), laxAgain::migrate))
          .containsExactly(UNKNOWN, UNKNOWN, UNKNOWN);
    }
  }

  @Test
  void anAuthorityThatIsReplacedHoldsForTheNextConnection() throws Exception {
    Path ca = Files.copy(others.ca(), dir.resolve("an authority that changes.pem"));
    try (Database database = database("127.0.0.1", "", ca)) {
      assertThat(refusals(() -> database.connect().close())).containsExactly(UNKNOWN);
      Files.copy(ours.ca(), ca, StandardCopyOption.REPLACE_EXISTING);
      // The pool may be in a pause between attempts that is as long as it lets anybody wait.
      await()
          .ignoreExceptionsInstanceOf(SQLException.class)
          .untilAsserted(() -> assertThat(cipher(database)).startsWith("TLS"));
      Files.writeString(ca, "nothing");
      assertThat(cipher(database)).as("a connection that is open stays").startsWith("TLS");
    }
    try (Database database = database("127.0.0.1", "", ca)) {
      assertThat(refusals(() -> database.connect().close()).getFirst())
          .contains("sql.ca cannot be read");
    }
  }

  @Test
  void aServerWithACertificateForAnotherHostIsRefusedUnlessTheUrlSaysThatHostsDoNotMatter()
      throws Exception {
    try (Database database = database("localhost", "", ours.ca())) {
      assertThat(refusals(() -> database.connect().close()).getFirst())
          .startsWith("TLS with the database did not come about: its certificate is for another")
          .contains("localhost");
    }
    try (Database database = database("localhost", "&sslMode=VERIFY_CA", ours.ca())) {
      assertThat(cipher(database)).startsWith("TLS");
    }
  }

  private static Database database(String host, String options, Path ca) {
    String url =
        "jdbc:mysql://"
            + host
            + ":"
            + server.port()
            + "/feige?createDatabaseIfNotExist=true"
            + options;
    return new Database(TestDatabase.settings(url, Optional.of(ca)), 2);
  }

  /** What is said of each that fails. At the same time, because a pool tries for seconds first. */
  private static List<String> refusals(ThrowingCallable... attempts) throws Exception {
    List<String> words = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Throwable>> refused = new ArrayList<>();
      for (ThrowingCallable each : attempts) {
        refused.add(threads.submit(() -> catchThrowable(each)));
      }
      for (Future<Throwable> each : refused) {
        Throwable failure = Waits.get(each);
        assertThat(failure).isInstanceOfAny(SQLException.class, FlywayException.class);
        words.add(DatabaseFault.words(failure));
      }
    }
    return words;
  }

  private static String cipher(Database database) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery("SHOW SESSION STATUS LIKE 'Ssl_cipher'")) {
      assertThat(found.next()).isTrue();
      return found.getString(2);
    }
  }
}
