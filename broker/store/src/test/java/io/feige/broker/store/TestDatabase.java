package io.feige.broker.store;

import io.feige.database.DatabaseServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A database on the server of a test class. Its user needs no password. */
record TestDatabase(DatabaseServer server, String name) {
  /** How it is written, with short pauses. */
  StoreSettings settings() {
    return settings(server.url(name), Optional.empty());
  }

  /** The same under another URL, with authorities. */
  static StoreSettings settings(String url, Optional<Path> ca) {
    Duration pause = Duration.ofMillis(20);
    StoreAddress address = new StoreAddress(url, "root", "", ca);
    return new StoreSettings(address, 3, 500, 1 << 20, pause, Duration.ZERO, true);
  }

  /** A message of the first topic, as SQL that inserts it. */
  static String message(long offset, LocalDate day) {
    return "INSERT INTO message (topic, pair, partition_no, message_offset, day, position, epoch,"
        + " body, body_bytes, published_at, stored_at, producer, producer_sequence)"
        + " VALUES ('orders', 'pair-1', 1, "
        + offset
        + ", '"
        + day
        + "', 1, 1, '', 0, NOW(3), NOW(3), 0, 0)";
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
