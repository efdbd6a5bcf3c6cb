package io.feige.broker.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.store.jdbc.Database;
import io.feige.broker.store.jdbc.Days;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class DaysIT {
  private static final LocalDate TODAY = LocalDate.of(2026, 9, 21);
  private static final Duration TWO_DAYS = Duration.ofDays(2);

  @RegisterExtension private static final TestDatabases DATABASES = TestDatabases.shared();

  private TestDatabase rows;
  private Database database;

  @BeforeEach
  void makeTables() throws SQLException {
    rows = DATABASES.database();
    database = new Database(rows.settings(), 1);
    database.migrate();
    keep(TODAY, TWO_DAYS);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void keep(LocalDate today, Duration retention) throws SQLException {
    try (Connection connection = database.connect()) {
      Days.keep(connection, today, retention);
    }
  }

  private void message(long offset, LocalDate day) throws SQLException {
    rows.execute(TestDatabase.message(offset, day));
  }

  private List<String> days() throws SQLException {
    return rows.query("SELECT day FROM message ORDER BY day");
  }

  private List<String> partitions() throws SQLException {
    return rows.query(
        "SELECT partition_name FROM information_schema.partitions WHERE table_schema = DATABASE()"
            + " AND table_name = 'message' ORDER BY partition_ordinal_position");
  }

  private static String nameOf(LocalDate day) {
    return "p" + day.format(DateTimeFormatter.BASIC_ISO_DATE);
  }

  @Test
  void aDayThatIsOldEnoughIsDropped() throws SQLException {
    message(1, TODAY);
    message(2, TODAY.plusDays(1));

    keep(TODAY.plusDays(2), TWO_DAYS);
    assertThat(days()).containsExactly("2026-09-21", "2026-09-22");
    keep(TODAY.plusDays(3), TWO_DAYS);

    assertThat(days()).containsExactly("2026-09-22");
    assertThat(rows.query("SHOW TABLES LIKE '%dropped'")).isEmpty();
  }

  @Test
  void historyIsKeptForGoodWhereNobodySaysForHowLong() throws SQLException {
    message(1, TODAY);

    keep(TODAY.plusYears(1), Duration.ZERO);

    assertThat(days()).containsExactly("2026-09-21");
  }

  @Test
  void partitionsAreMadeAheadAndGoWithTheirDay() throws SQLException {
    assertThat(partitions())
        .containsExactly(
            nameOf(TODAY),
            nameOf(TODAY.plusDays(1)),
            nameOf(TODAY.plusDays(2)),
            nameOf(TODAY.plusDays(3)),
            "p_later");

    keep(TODAY.plusDays(4), TWO_DAYS);

    assertThat(partitions())
        .startsWith(nameOf(TODAY.plusDays(2)))
        .endsWith(nameOf(TODAY.plusDays(7)), "p_later");
  }

  @Test
  void aDayThatCannotBeTakenOutIsDroppedInItsPlace() throws SQLException {
    message(1, TODAY);
    // So no table can be made by this name.
    rows.execute("CREATE VIEW message_dropped AS SELECT 1 AS id");

    keep(TODAY.plusDays(3), TWO_DAYS);

    assertThat(days()).isEmpty();
    assertThat(partitions()).startsWith(nameOf(TODAY.plusDays(1)));
  }
}
