package io.feige.broker.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The partitions of the large tables: one for each day, made some days ahead, dropped as a whole
 * when the day is old enough. What no partition has been made for is in the last one.
 */
public final class Days {
  private static final Logger LOG = LoggerFactory.getLogger(Days.class);
  private static final List<String> TABLES = List.of("message", "delivery");
  private static final int AHEAD = 3;
  private static final String LAST = "p_later";
  private static final String SPARE = "_dropped";
  private static final String LOCK = "feige_days";
  private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("'p'yyyyMMdd");

  /** Longest that a change of a table waits for transactions on it, in seconds. */
  private static final int LOCK_WAIT_SECONDS = 10;

  private Days() {}

  /**
   * Makes the partitions of the next days and drops old ones. One of all nodes does it at a time;
   * the others do nothing meanwhile. Commits what the connection has begun.
   *
   * @param retention age at which a day is dropped; zero: never
   */
  public static void keep(Connection connection, LocalDate today, Duration retention)
      throws SQLException {
    boolean hadAutoCommit = connection.getAutoCommit();
    // MariaDB exchanges a partition beside the session's transaction and would wait for its locks.
    connection.setAutoCommit(true);
    try {
      limitWaits(connection, String.valueOf(LOCK_WAIT_SECONDS));
      if (lock(connection)) {
        keepLocked(connection, today, retention);
      }
    } finally {
      limitWaits(connection, "DEFAULT");
      connection.setAutoCommit(hadAutoCommit);
    }
  }

  /** The day by the database's clock, in UTC. */
  public static LocalDate today(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet got = statement.executeQuery("SELECT UTC_DATE()")) {
      got.next();
      return LocalDate.parse(got.getString(1));
    }
  }

  private static void keepLocked(Connection connection, LocalDate today, Duration retention)
      throws SQLException {
    try {
      for (String table : TABLES) {
        NavigableSet<LocalDate> days = days(connection, table);
        addAhead(connection, table, days, today);
        if (!retention.isZero()) {
          dropBefore(connection, table, days, today.minusDays(retention.toDays()));
        }
      }
    } finally {
      run(connection, "DO RELEASE_LOCK('" + LOCK + "')");
    }
  }

  private static void limitWaits(Connection connection, String seconds) throws SQLException {
    run(connection, "SET SESSION lock_wait_timeout = " + seconds);
    run(connection, "SET SESSION innodb_lock_wait_timeout = " + seconds);
  }

  private static boolean lock(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet got = statement.executeQuery("SELECT GET_LOCK('" + LOCK + "', 0)")) {
      return got.next() && got.getInt(1) == 1;
    }
  }

  /** The days that have a partition. */
  private static NavigableSet<LocalDate> days(Connection connection, String table)
      throws SQLException {
    NavigableSet<LocalDate> days = new TreeSet<>();
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT partition_name FROM information_schema.partitions"
                + " WHERE table_schema = DATABASE() AND table_name = ?")) {
      select.setString(1, table);
      try (ResultSet found = select.executeQuery()) {
        while (found.next()) {
          String name = found.getString(1);
          if (name != null && name.matches("p\\d{8}")) {
            days.add(LocalDate.parse(name, NAME));
          }
        }
      }
    }
    return days;
  }

  private static void addAhead(
      Connection connection, String table, NavigableSet<LocalDate> days, LocalDate today)
      throws SQLException {
    LocalDate first = days.isEmpty() ? today : days.last().plusDays(1);
    LocalDate end = today.plusDays(AHEAD + 1L);
    List<LocalDate> missing = first.isBefore(end) ? first.datesUntil(end).toList() : List.of();
    if (missing.isEmpty()) {
      return;
    }
    String parts =
        missing.stream()
            .map(day ->
                "PARTITION " + NAME.format(day) + " VALUES LESS THAN ('" + day.plusDays(1) + "')")
            .collect(Collectors.joining(", "));
    run(
        connection,
        "ALTER TABLE "
            + table
            + " REORGANIZE PARTITION "
            + LAST
            + " INTO ("
            + parts
            + ", PARTITION "
            + LAST
            + " VALUES LESS THAN (MAXVALUE))");
    days.addAll(missing);
  }

  private static void dropBefore(
      Connection connection, String table, NavigableSet<LocalDate> days, LocalDate oldest)
      throws SQLException {
    SortedSet<LocalDate> old = days.headSet(oldest);
    if (old.isEmpty()) {
      return;
    }
    for (LocalDate day : old) {
      takeOut(connection, table, NAME.format(day));
    }
    String parts = old.stream().map(NAME::format).collect(Collectors.joining(", "));
    run(connection, "ALTER TABLE " + table + " DROP PARTITION " + parts);
    LOG.info("the rows of {} in {} have reached their age and are dropped", old, table);
  }

  /**
   * Takes the rows out of a partition at once and drops them beside the table, because nobody can
   * write to it while a partition with rows is dropped. Where that fails, they go with it.
   */
  private static void takeOut(Connection connection, String table, String partition)
      throws SQLException {
    String spare = table + SPARE;
    // What an earlier attempt has left.
    run(connection, "DROP TABLE IF EXISTS " + spare);
    try {
      run(connection, "CREATE TABLE " + spare + " LIKE " + table);
      run(connection, "ALTER TABLE " + spare + " REMOVE PARTITIONING");
      run(
          connection,
          "ALTER TABLE " + table + " EXCHANGE PARTITION " + partition + " WITH TABLE " + spare);
    } catch (SQLException e) {
      LOG.info(
          "{} of {} is dropped in its place, and nobody can write meanwhile, because: {}",
          partition,
          table,
          e.getMessage());
    }
    run(connection, "DROP TABLE IF EXISTS " + spare);
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
