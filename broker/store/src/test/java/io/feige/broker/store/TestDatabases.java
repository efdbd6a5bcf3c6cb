package io.feige.broker.store;

import static org.awaitility.Awaitility.await;

import io.feige.database.DatabaseKind;
import io.feige.database.DatabaseServer;
import io.feige.database.TestServers;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Databases for the tests of a class, on the server that all classes of the process share, or on
 * one of the class alone: MariaDB, or what {@code -Dfeige.database} names. They go with the class.
 */
final class TestDatabases implements BeforeAllCallback, AfterAllCallback {
  private static final AtomicInteger MADE = new AtomicInteger();

  private final @Nullable Supplier<Path> own;
  private final List<String> names = new ArrayList<>();
  private @Nullable DatabaseServer server;

  private TestDatabases(@Nullable Supplier<Path> own) {
    this.own = own;
  }

  static TestDatabases shared() {
    return new TestDatabases(null);
  }

  /**
   * For a class that kills the server.
   *
   * @param dir where it is kept; asked when the class begins
   */
  static TestDatabases ofOwnServer(Supplier<Path> dir) {
    return new TestDatabases(dir);
  }

  static DatabaseKind kind() {
    return DatabaseKind.valueOf(System.getProperty("feige.database", "MARIADB"));
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
    server =
        own == null ? TestServers.shared(kind()) : TestServers.start(kind(), own.get(), List.of());
  }

  @Override
  public void afterAll(ExtensionContext context) throws SQLException, InterruptedException {
    if (own == null) {
      drop();
    } else {
      server().kill();
      server().close();
    }
  }

  DatabaseServer server() {
    return Objects.requireNonNull(server, "the class has not begun");
  }

  /** A database that nobody has used. */
  TestDatabase database() throws SQLException {
    String name = "test_" + MADE.incrementAndGet();
    names.add(name);
    execute("CREATE DATABASE " + name);
    return new TestDatabase(server(), name);
  }

  private void drop() throws SQLException {
    for (String name : names) {
      // The last of them might hold what is locked for the whole server.
      endConnections(name);
      execute("DROP DATABASE " + name);
    }
  }

  /** Ends all connections to a database, and waits until they are gone. */
  void endConnections(String database) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      await()
          .pollInterval(Duration.ofMillis(10))
          .pollDelay(Duration.ZERO)
          .until(() -> {
            List<String> left = connections(statement, database);
            for (String each : left) {
              end(statement, each);
            }
            return left.isEmpty();
          });
    }
  }

  private static List<String> connections(Statement statement, String database)
      throws SQLException {
    List<String> ids = new ArrayList<>();
    try (ResultSet found =
        statement.executeQuery(
            "SELECT id FROM information_schema.processlist WHERE db = '" + database + "'")) {
      while (found.next()) {
        ids.add(found.getString(1));
      }
    }
    return ids;
  }

  private static void end(Statement statement, String connection) {
    try {
      statement.execute("KILL " + connection);
    } catch (SQLException gone) {
      // It has ended by itself.
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(server().url("mysql"), "root", "");
  }
}
