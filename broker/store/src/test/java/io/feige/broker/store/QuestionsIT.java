package io.feige.broker.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.store.jdbc.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The questions that the tables' README has. */
final class QuestionsIT {
  @RegisterExtension private static final TestDatabases DATABASES = TestDatabases.shared();

  private static TestDatabase questions;

  @BeforeAll
  static void fill() throws SQLException {
    questions = DATABASES.database();
    try (Database database = new Database(questions.settings(), 1)) {
      database.migrate();
    }
    fillForPlans();
  }

  @Test
  void theQuestionsOfTheReadmeUseIndexes() throws Exception {
    List<String> asked = asked();
    assertThat(asked).hasSize(10);
    int looked = 0;
    try (Connection connection = questions.connect();
        Statement statement = connection.createStatement()) {
      for (String each : asked) {
        try (ResultSet plan = statement.executeQuery("EXPLAIN " + each)) {
          while (plan.next()) {
            if (List.of("message", "delivery", "m", "d").contains(plan.getString("table"))) {
              looked++;
              assertThat(plan.getString("key")).as(each).isNotNull();
              assertThat(plan.getString("type")).as(each).isNotIn("ALL", "index");
            }
          }
        }
      }
    }
    assertThat(looked).isEqualTo(13);
  }

  /** An index may be used and yet give all the rows of a topic. */
  @Test
  void whatHappenedToAMessageIsFoundWithoutReadingOthers() throws Exception {
    try (Connection connection = questions.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("FLUSH STATUS");
      statement.executeQuery(asked().get(1)).close();
      long read = 0;
      try (ResultSet counts =
          statement.executeQuery("SHOW SESSION STATUS LIKE 'Handler\\_read\\_%'")) {
        while (counts.next()) {
          read += counts.getLong(2);
        }
      }
      assertThat(read).isPositive().isLessThan(50);
    }
  }

  private static List<String> asked() throws IOException {
    String readme =
        Files.readString(Path.of(System.getProperty("feige.root", ""), "sql", "README.md"));
    String queries = readme.substring(readme.indexOf("```sql") + 6, readme.lastIndexOf("```"));
    return Stream.of(queries.split(";"))
        .map(String::strip)
        .filter(each -> !each.isEmpty())
        .toList();
  }

  /** Enough rows of other topics and times that reading all of them is no good plan. */
  private static void fillForPlans() throws SQLException {
    try (Connection connection = questions.connect();
        Statement statement = connection.createStatement()) {
      String numbers = "(SELECT 0 n UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4)";
      String many =
          " FROM (SELECT (((a.n * 5 + b.n) * 5 + c.n) * 5 + d.n) * 5 + e.n AS n FROM "
              + String.join(
                  ", ",
                  Stream.of("a", "b", "c", "d", "e").map(each -> numbers + " " + each).toList())
              + ") many";
      statement.execute(
          "INSERT INTO message (topic, pair, partition_no, message_offset, day, position, epoch,"
              + " message_key, body, body_bytes, published_at, stored_at, producer,"
              + " producer_sequence) SELECT IF(n % 5 = 0, 'orders', CONCAT('t', n % 7)), 'pair-1',"
              + " 1, n, '2026-11-21', n, 1, CONCAT('customer-', n % 500), '', 0, NOW(3),"
              + " '2026-11-21' + INTERVAL n * 20 SECOND, 0, 0"
              + many);
      statement.execute(
          "INSERT INTO delivery (topic, pair, partition_no, message_offset, group_name, generation,"
              + " attempt, day, outcome, consumer, settled_at, epoch) SELECT"
              + " IF(n % 5 = 0, 'orders', CONCAT('t', n % 7)), 'pair-1', 1, n,"
              + " IF(n % 3 = 0, 'billing', 'mail'), 1, 1, '2026-11-21', 'ACKED', 'c',"
              + " '2026-11-21' + INTERVAL n * 20 SECOND, 1"
              + many);
      statement.execute(
          "INSERT INTO topic (pair, partition_no, topic, spec, created_at) VALUES"
              + " ('pair-1', 1, 'orders', '{}', NOW(3)), ('pair-1', 2, 'invoices', '{}', NOW(3))");
      statement.execute("ANALYZE TABLE message, delivery, topic");
    }
  }
}
