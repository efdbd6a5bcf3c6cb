package io.feige.broker.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.store.jdbc.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A database that keeps what a migration did before it failed. */
final class MigrationIT {
  @RegisterExtension private static final TestDatabases DATABASES = TestDatabases.shared();

  private static void update(Database database, String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
      connection.commit();
    }
  }

  @Test
  void eachIsRunAgainOverWhatItHasDone() throws SQLException {
    TestDatabase rows = DATABASES.database();
    try (Database database = new Database(rows.settings(), 5)) {
      database.migrate();
      List<String> versions = rows.query("SELECT version, success FROM feige_schema_history");
      update(database, "UPDATE feige_schema_history SET success = 0");

      database.migrate();

      database.check();
      assertThat(rows.query("SELECT version, success FROM feige_schema_history"))
          .hasSizeGreaterThanOrEqualTo(4)
          .containsExactlyElementsOf(versions);
    }
  }
}
