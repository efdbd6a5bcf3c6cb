package io.feige.broker.store.jdbc;

import io.feige.broker.store.row.Row;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Inserts rows into a table, many with each statement. There are few lengths of statements, so that
 * the driver keeps them prepared: any up to sixteen rows, powers of two beyond. A row that is there
 * stays as it is, unless the other one is known to have come later.
 */
final class RowStatement<R extends Row> {
  private static final int ANY_UP_TO = 16;
  private static final int MOST_ROWS = 512;

  /** Servers take 16 MiB at once, or more, if nobody has changed max_allowed_packet. */
  private static final long MOST_BYTES = 8L << 20;

  private static final String EPOCH = "epoch";

  /**
   * An operator's promotion has left the end of a lower epoch out of the journal, and another
   * record has taken the place of the one that made the row.
   */
  static final String HIGHER_EPOCH = "VALUES(epoch) > epoch";

  /** Sets the parameters of a row. */
  interface Binder<R> {
    void bind(PreparedStatement to, int at, String pair, R row) throws SQLException;
  }

  private final int columns;
  private final String begin;
  private final String values;
  private final String end;
  private final Binder<R> binder;

  /**
   * @param columns all of them, the epoch among them; those that tell which row came later behind
   *     the others, because they are changed in this order
   * @param isLater condition in SQL under which a row takes the place of the one that is there
   */
  RowStatement(String table, List<String> columns, String isLater, Binder<R> binder) {
    this.columns = columns.size();
    this.begin = "INSERT INTO " + table + " (" + String.join(", ", columns) + ") VALUES ";
    this.values = "(" + String.join(",", columns.stream().map(column -> "?").toList()) + ")";
    // The epoch is changed last.
    this.end =
        columns.stream()
            .filter(column -> !column.equals(EPOCH))
            .map(
                column -> column + " = IF(" + isLater + ", VALUES(" + column + "), " + column + ")")
            .collect(
                Collectors.joining(
                    ", ", " ON DUPLICATE KEY UPDATE ", ", epoch = GREATEST(epoch, VALUES(epoch))"));
    this.binder = binder;
  }

  void insert(Connection connection, String pair, List<R> rows) throws SQLException {
    for (int from = 0; from < rows.size(); ) {
      int count = rowsOfNext(fitting(rows, from));
      try (PreparedStatement statement = connection.prepareStatement(text(count))) {
        for (int i = 0; i < count; i++) {
          binder.bind(statement, i * columns, pair, rows.get(from + i));
        }
        statement.executeUpdate();
      }
      from += count;
    }
  }

  /** How many rows from an index on a statement may hold by their size; at least one. */
  private int fitting(List<R> rows, int from) {
    int most = Math.min(rows.size() - from, MOST_ROWS);
    long bytes = rows.get(from).bytes();
    int count = 1;
    while (count < most && bytes + rows.get(from + count).bytes() <= MOST_BYTES) {
      bytes += rows.get(from + count).bytes();
      count++;
    }
    return count;
  }

  static int rowsOfNext(int left) {
    return left <= ANY_UP_TO ? left : Math.min(MOST_ROWS, Integer.highestOneBit(left));
  }

  private String text(int rows) {
    return IntStream.range(0, rows)
        .mapToObj(i -> values)
        .collect(Collectors.joining(",", begin, end));
  }
}
