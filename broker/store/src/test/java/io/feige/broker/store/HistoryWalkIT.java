package io.feige.broker.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.store.history.Found;
import io.feige.broker.store.history.HistoryWalk;
import io.feige.broker.store.history.Place;
import io.feige.broker.store.history.Search;
import io.feige.broker.store.jdbc.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Going through the rows of a topic, some at a time. */
final class HistoryWalkIT {
  private static final int ROWS = 6_000;
  private static final Instant BEGIN = Instant.parse("2026-11-21T00:00:00Z");

  @RegisterExtension private static final TestDatabases DATABASES = TestDatabases.shared();

  private static TestDatabase rows;
  private static Database database;

  @BeforeAll
  static void fill() throws SQLException {
    rows = DATABASES.database();
    try (Database writing = new Database(rows.settings(), 1)) {
      writing.migrate();
    }
    rows.execute(
        "ALTER TABLE message REORGANIZE PARTITION p_later INTO"
            + " (PARTITION d1 VALUES LESS THAN ('2026-11-22'),"
            + " PARTITION p_later VALUES LESS THAN (MAXVALUE))");
    database = Database.forReading(rows.settings().address(), 1);
    try (Connection connection = rows.connect();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO message (topic, pair, partition_no, message_offset, day, position,"
                    + " epoch, message_key, headers, body, body_bytes, published_at, stored_at,"
                    + " producer, producer_sequence)"
                    + " VALUES (?, 'pair-1', 1, ?, ?, 1, 1, ?, ?, '', 0, ?, ?, 0, 0)")) {
      for (int i = 0; i < ROWS; i++) {
        // Seven at the same time, over two days.
        LocalDateTime time =
            LocalDateTime.ofInstant(BEGIN.plusSeconds(i / 7 * 180L), ZoneOffset.UTC);
        insert.setString(1, i % 3 == 0 ? "orders" : "t" + i % 5);
        insert.setLong(2, i);
        insert.setObject(3, time.toLocalDate());
        insert.setString(4, key(i));
        insert.setString(5, headers(i));
        insert.setObject(6, time);
        insert.setObject(7, time);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    rows.execute("ANALYZE TABLE message");
  }

  @AfterAll
  static void close() {
    database.close();
  }

  private static String key(int row) {
    return switch (row) {
      case 18 -> "ü";
      case 21 -> "ü ";
      default -> "customer-" + row % 50;
    };
  }

  private static @Nullable String headers(int row) {
    return switch (row) {
      case 18 -> "{\"tone\": \"soft\"}";
      case 21 -> "{\"tone\": \"soft \"}";
      case 24 -> "{\"tone\": [\"soft  \", \"x\"]}";
      case 3 -> "{\"type\": \"refund\"}";
      case 6 -> "{\"type\": [\"order\", \"refund\"]}";
      case 9 -> "{\"it's \\\"\\\\odd\\\" $.*[0]; --\": \"' OR 1=1 -- \"}";
      case 12 -> "{\"type\": \"über \\\"x\\\"\\n\"}";
      case 15 -> "{\"type\": [\"a\", \"über \\\"x\\\"\\n\"]}";
      default -> null;
    };
  }

  private static Search search(
      @Nullable String key, @Nullable String name, @Nullable String value) {
    return new Search("orders", key, null, null, name, value);
  }

  private static List<Long> walk(Search search, int step) throws SQLException {
    List<Place> places = new ArrayList<>();
    HistoryWalk walk = new HistoryWalk(database, search, null);
    while (!walk.isAtEnd()) {
      walk.next(step, 5).stream().map(Found::place).forEach(places::add);
      Place reached = walk.reached();
      // As from a text that was sent and came back.
      walk =
          walk.isAtEnd() || reached == null
              ? walk
              : new HistoryWalk(database, search, Place.parse(reached.toString()));
    }
    assertThat(places).isSorted();
    return places.stream().map(Place::offset).toList();
  }

  @Test
  void everyRowIsMetOnceTheYoungestFirst() throws SQLException {
    List<Long> met = walk(search(null, null, null), 100);

    assertThat(met).hasSize(ROWS / 3).doesNotHaveDuplicates();
    assertThat(met.getFirst()).isEqualTo(ROWS - 3);
    assertThat(met.getLast()).isZero();
    assertThat(walk(search("customer-9", null, null), 7)).hasSize(ROWS / 150);
  }

  @Test
  void aHeaderIsFoundHoweverOddItIs() throws SQLException {
    assertThat(walk(search(null, "type", "refund"), 1_000)).containsExactly(6L, 3L);
    assertThat(walk(search(null, "type", null), 1_000)).containsExactly(15L, 12L, 6L, 3L);
    assertThat(walk(search(null, "type", "über \"x\"\n"), 1_000)).containsExactly(15L, 12L);
    assertThat(walk(search(null, "it's \"\\odd\" $.*[0]; --", "' OR 1=1 -- "), 1_000))
        .containsExactly(9L);
    for (String odd : List.of("", "*", "$", "a\" OR \"", "\\", "\\\"", "'", "');--", "é\u0000")) {
      assertThat(walk(search(null, odd, "' OR '1'='1"), 3_000)).as(odd).isEmpty();
      assertThat(walk(search(null, odd, null), 3_000)).as(odd).isEmpty();
    }
  }

  @Test
  void blanksAtTheEndOfAKeyOrAHeaderCount() throws SQLException {
    assertThat(walk(search("ü", null, null), 1_000)).containsExactly(18L);
    assertThat(walk(search("ü ", null, null), 1_000)).containsExactly(21L);
    assertThat(walk(search("ü  ", null, null), 1_000)).isEmpty();
    assertThat(walk(search(null, "tone", "soft"), 1_000)).containsExactly(18L);
    assertThat(walk(search(null, "tone", "soft "), 1_000)).containsExactly(21L);
    assertThat(walk(search(null, "tone", "soft  "), 1_000)).containsExactly(24L);
    assertThat(walk(search(null, "tone", "soft   "), 1_000)).isEmpty();
  }

  /** However many rows there are, a page costs what it shows. */
  @Test
  void aPageDoesNotReadTheRowsBehindIt() throws SQLException {
    for (Search each : List.of(search(null, null, null), search("customer-9", null, null))) {
      HistoryWalk walk = new HistoryWalk(database, each, null);
      assertThat(walk.next(10, 5)).hasSize(10);
      long before = read();
      assertThat(walk.next(10, 5)).hasSize(10);
      assertThat(read() - before).isBetween(1L, 60L);
    }
  }

  /** What the one connection of the pool has read. */
  private static long read() throws SQLException {
    long read = 0;
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet counts =
            statement.executeQuery("SHOW SESSION STATUS LIKE 'Handler\\_read\\_%'")) {
      while (counts.next()) {
        read += counts.getLong(2);
      }
    }
    return read;
  }
}
