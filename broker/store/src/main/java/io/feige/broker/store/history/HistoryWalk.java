package io.feige.broker.store.history;

import io.feige.broker.store.history.Search.Condition;
import io.feige.broker.store.jdbc.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Goes through what a search is for, the youngest first, some rows at a time, so that it can be
 * ended and gone on with anywhere. Bodies are not read. The indexes know the order of times only,
 * so rows of one millisecond are sorted, and no others. For one thread.
 */
public final class HistoryWalk {
  private static final String AMONG_EQUALS = "(pair, partition_no, message_offset) < (?, ?, ?)";

  private static final String BY_TIME = " ORDER BY stored_at DESC LIMIT ";
  private static final String BY_PLACE =
      " ORDER BY pair DESC, partition_no DESC, message_offset DESC LIMIT ";

  private final Database database;
  private final Search search;
  private @Nullable Place reached;
  private long lookedAt;
  private boolean isAtEnd;

  private record Row(Found found, boolean isWanted) {
    Instant time() {
      return found.place().storedAt();
    }
  }

  /**
   * Begins.
   *
   * @param after it begins behind this place; null: at the youngest message
   */
  public HistoryWalk(Database database, Search search, @Nullable Place after) {
    this.database = database;
    this.search = search;
    this.reached = after;
  }

  /**
   * Looks at the next rows, and gives those that are searched for.
   *
   * @param most rows to look at, at most
   * @param seconds that the database may take
   * @throws SQLException if that was not enough ({@link
   *     io.feige.broker.store.jdbc.DatabaseFault#isTimeUp}) or fails; nothing was looked at
   */
  public List<Found> next(int most, int seconds) throws SQLException {
    List<Row> rows = new ArrayList<>();
    boolean isLast = false;
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    try (Connection connection = database.connect()) {
      Place from = reached;
      if (from != null) {
        rows.addAll(atOnce(connection, from.storedAt(), from, most, until));
      }
      int wanted = most - rows.size();
      if (wanted > 0) {
        List<Row> older = older(connection, from == null ? null : from.storedAt(), wanted, until);
        isLast = older.size() < wanted;
        if (!isLast) {
          // Of the last millisecond there may be more.
          Instant cut = older.getLast().time();
          older.removeIf(row -> row.time().equals(cut));
          older.addAll(atOnce(connection, cut, null, wanted - older.size(), until));
        }
        older.sort(Comparator.comparing(row -> row.found().place()));
        rows.addAll(older);
      }
    }
    if (!rows.isEmpty()) {
      reached = rows.getLast().found().place();
    }
    lookedAt += rows.size();
    isAtEnd = isLast;
    return rows.stream().filter(Row::isWanted).map(Row::found).toList();
  }

  /** Those of a millisecond, behind a place among them. */
  private List<Row> atOnce(
      Connection connection, Instant time, @Nullable Place from, int most, long until)
      throws SQLException {
    List<Condition> conditions = search.indexed();
    conditions.add(new Condition("stored_at = ?", time));
    if (from != null) {
      conditions.add(
          new Condition(AMONG_EQUALS, List.of(from.pair(), from.partition(), from.offset())));
    }
    return read(connection, conditions, BY_PLACE + most, until);
  }

  private List<Row> older(Connection connection, @Nullable Instant than, int most, long until)
      throws SQLException {
    List<Condition> conditions = search.indexed();
    if (than != null) {
      conditions.add(new Condition("stored_at < ?", than));
    }
    return read(connection, conditions, BY_TIME + most, until);
  }

  private List<Row> read(
      Connection connection, List<Condition> conditions, String order, long until)
      throws SQLException {
    Condition header = search.ofHeader();
    String sql =
        "SELECT "
            + Found.COLUMNS
            + ", "
            + (header == null ? "1" : header.sql())
            + " FROM message WHERE "
            + conditions.stream().map(Condition::sql).collect(Collectors.joining(" AND "))
            + order;
    if (header != null) {
      conditions.addFirst(header);
    }
    List<Row> rows = new ArrayList<>();
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      // Not none at all, which would be any time.
      long left = Math.ceilDiv(until - System.nanoTime(), TimeUnit.SECONDS.toNanos(1));
      select.setQueryTimeout((int) Math.max(1, left));
      History.bind(select, conditions);
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          rows.add(new Row(Found.read(row), row.getBoolean(Found.COUNT + 1)));
        }
      }
    }
    return rows;
  }

  /** The last row that was looked at; null: there was none yet. */
  public @Nullable Place reached() {
    return reached;
  }

  /** How many rows were looked at. */
  public long lookedAt() {
    return lookedAt;
  }

  /** Whether there is nothing behind. */
  public boolean isAtEnd() {
    return isAtEnd;
  }
}
