package io.feige.broker.store;

import io.feige.database.DatabaseKind;
import io.feige.database.DatabaseServer;
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

/**
 * A database on the server of a test class: MariaDB, or what {@code -Dfeige.database} names. Its
 * user needs no password.
 */
record TestDatabase(DatabaseServer server, String name) {
  /** Starts the server that the tests of a class share. */
  static DatabaseServer startServer(Path below) throws IOException, InterruptedException {
    return DatabaseServer.start(
        DatabaseKind.valueOf(System.getProperty("feige.database", "MARIADB")), below);
  }

  /** How it is written, with short pauses. */
  StoreSettings settings() {
    return new StoreSettings(
        server.url(name), "root", "", 3, 500, 1 << 20, Duration.ofMillis(20), Duration.ZERO, true);
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(server.url(name), "root", "");
  }

  void execute(String... statements) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** The rows, with {@code |} between their columns. */
  List<String> query(String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      int columns = found.getMetaData().getColumnCount();
      while (found.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          row.add(String.valueOf(found.getString(i)));
        }
        rows.add(String.join("|", row));
      }
    }
    return rows;
  }
}
