package io.feige.broker.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Inserts rows into a table, many with each statement. There are few lengths of statements, so that
 * the driver keeps them prepared: any up to sixteen rows, powers of two beyond. A row that is there
 * stays as it is, unless an operator's promotion has left its epoch's end out of the journal and
 * another record has taken its place, in a higher epoch.
 */
final class RowStatement<R> {
  private static final int ANY_UP_TO = 16;
  private static final int MOST_ROWS = 512;
  private static final String EPOCH = "epoch";

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
   * @param columns all of them, the epoch among them
   */
  RowStatement(String table, List<String> columns, Binder<R> binder) {
    this.columns = columns.size();
    this.begin = "INSERT INTO " + table + " (" + String.join(", ", columns) + ") VALUES ";
    this.values = "(" + String.join(",", columns.stream().map(column -> "?").toList()) + ")";
    // Changes are made from left to right, so the epoch must be the last.
    this.end =
        columns.stream()
            .filter(column -> !column.equals(EPOCH))
            .map(column ->
                column + " = IF(VALUES(epoch) > epoch, VALUES(" + column + "), " + column + ")")
            .collect(
                Collectors.joining(
                    ", ", " ON DUPLICATE KEY UPDATE ", ", epoch = GREATEST(epoch, VALUES(epoch))"));
    this.binder = binder;
  }

  void insert(Connection connection, String pair, List<R> rows) throws SQLException {
    for (int from = 0; from < rows.size(); ) {
      int count = rowsOfNext(rows.size() - from);
      try (PreparedStatement statement = connection.prepareStatement(text(count))) {
        for (int i = 0; i < count; i++) {
          binder.bind(statement, i * columns, pair, rows.get(from + i));
        }
        statement.executeUpdate();
      }
      from += count;
    }
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
