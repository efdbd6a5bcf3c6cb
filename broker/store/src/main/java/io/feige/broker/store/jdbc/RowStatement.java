package io.feige.broker.store.jdbc;

import io.feige.broker.store.row.Row;
import io.feige.protocol.model.NameRule;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Inserts rows into a table, many with each statement. There are few lengths of statements, so that
 * the driver keeps them prepared: any up to sixteen rows, powers of two beyond. A parameter costs
 * driver and server more than what it is for, so a column that none of a statement's rows has a
 * value for is left out, and some that are the same in all rows stand in the text. A row that is
 * there stays as it is, unless the other one is known to have come later; that is rare, and to say
 * it costs the server something for each row, so it is said where a row has been met.
 */
final class RowStatement<R extends Row> {
  private static final int ANY_UP_TO = 16;
  private static final int MOST_ROWS = 512;

  /** Servers take 16 MiB at once, or more, if nobody has changed max_allowed_packet. */
  private static final long MOST_BYTES = 8L << 20;

  /** ER_DUP_ENTRY. The statement has changed nothing then. */
  private static final int DUPLICATE = 1062;

  private static final String EPOCH = "epoch";
  private static final String PARAMETER = "?";

  /** Small statements are soon prepared, but there would be many of them if they named topics. */
  private static final int LARGE = 64;

  /**
   * An operator's promotion has left the end of a lower epoch out of the journal, and another
   * record has taken the place of the one that made the row.
   */
  static final String HIGHER_EPOCH = "VALUES(epoch) > epoch";

  /** Gives a row's value to a parameter. */
  interface Setter<R> {
    void set(PreparedStatement to, int at, R row) throws SQLException;
  }

  /**
   * A column besides the pair.
   *
   * @param has whether a row has another value than the column's default
   * @param likely a row's value where other rows are likely to have the same; null: they are not
   * @param textFrom rows of a statement from which on a value that they share stands in its text,
   *     if it is a number or follows the rule for names
   */
  record Column<R>(
      String name,
      Predicate<R> has,
      @Nullable Function<R, Object> likely,
      int textFrom,
      Setter<R> setter) {
    /** One that differs from row to row. */
    static <R> Column<R> of(String name, Setter<R> setter) {
      return new Column<>(name, row -> true, null, 0, setter);
    }

    /** One that few rows have a value for, or all. */
    static <R> Column<R> optional(String name, Predicate<R> has, Setter<R> setter) {
      return new Column<>(name, has, null, 0, setter);
    }

    /** One that has few values. */
    static <R> Column<R> alike(String name, Function<R, Object> value) {
      return new Column<>(
          name, row -> true, value, 1, (to, at, row) -> to.setObject(at, value.apply(row)));
    }

    /** One that has many values, of which a large statement may have one. */
    static <R> Column<R> mostlyAlike(String name, Function<R, Object> value) {
      return new Column<>(
          name, row -> true, value, LARGE, (to, at, row) -> to.setObject(at, value.apply(row)));
    }

    private boolean isIn(List<R> rows) {
      for (R row : rows) {
        if (has.test(row)) {
          return true;
        }
      }
      return false;
    }

    /** What stands in the text. */
    private String text(List<R> rows) {
      if (likely == null || rows.size() < textFrom) {
        return PARAMETER;
      }
      Object value = likely.apply(rows.getFirst());
      for (R row : rows) {
        if (!likely.apply(row).equals(value)) {
          return PARAMETER;
        }
      }
      String plain = value.toString();
      if (value instanceof Number) {
        return plain;
      }
      return NameRule.permits(plain) ? PairRows.quoted(plain) : PARAMETER;
    }
  }

  private final String table;
  private final List<Column<R>> columns;
  private final String whereMet;

  /**
   * @param columns the epoch among them; those that tell which row came later behind the others,
   *     because they are changed in this order
   * @param isLater condition in SQL under which a row takes the place of the one that is there
   */
  RowStatement(String table, List<Column<R>> columns, String isLater) {
    this.table = table;
    this.columns = columns;
    // The epoch is changed last. A column that was left out takes its default.
    this.whereMet =
        columns.stream()
            .map(Column::name)
            .filter(column -> !column.equals(EPOCH))
            .map(
                column -> column + " = IF(" + isLater + ", VALUES(" + column + "), " + column + ")")
            .collect(
                Collectors.joining(
                    ", ", " ON DUPLICATE KEY UPDATE ", ", epoch = GREATEST(epoch, VALUES(epoch))"));
  }

  /**
   * Inserts a few rows with a statement that looks at the epoch as well.
   *
   * @return whether it did; false: there are too many, or they are not of one epoch
   */
  boolean insertAsSingle(Connection connection, String pair, long writing, List<R> rows)
      throws SQLException {
    if (fitting(rows, 0) < rows.size() || rows.size() > ANY_UP_TO) {
      return false;
    }
    Used<R> used = used(rows);
    int at = used.names.indexOf(EPOCH);
    String epoch = used.values.get(at);
    if (epoch.equals(PARAMETER)) {
      return false;
    }
    List<String> last = new ArrayList<>(used.values);
    last.set(at, "(" + PairRows.look(pair, writing, Long.parseLong(epoch)) + ")");
    execute(connection, text(pair, used, last, rows.size()), used.setters, rows);
    return true;
  }

  void insert(Connection connection, String pair, List<R> rows) throws SQLException {
    for (int from = 0; from < rows.size(); ) {
      int count = rowsOfNext(fitting(rows, from));
      insertNext(connection, pair, rows.subList(from, from + count));
      from += count;
    }
  }

  private void insertNext(Connection connection, String pair, List<R> rows) throws SQLException {
    Used<R> used = used(rows);
    String sql = text(pair, used, used.values, rows.size());
    try {
      execute(connection, sql, used.setters, rows);
    } catch (SQLException e) {
      if (!isMet(e)) {
        throw e;
      }
      execute(connection, sql + whereMet, used.setters, rows);
    }
  }

  /** Whether a statement failed because a row is there already. */
  static boolean isMet(SQLException error) {
    return error.getErrorCode() == DUPLICATE;
  }

  /**
   * The columns that a statement needs for its rows.
   *
   * @param values what stands in the text
   * @param setters of the columns that have a parameter there
   */
  private record Used<R>(List<String> names, List<String> values, List<Setter<R>> setters) {}

  private Used<R> used(List<R> rows) {
    Used<R> used = new Used<>(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (Column<R> column : columns) {
      if (column.isIn(rows)) {
        String text = column.text(rows);
        used.names.add(column.name);
        used.values.add(text);
        if (text.equals(PARAMETER)) {
          used.setters.add(column.setter);
        }
      }
    }
    return used;
  }

  private static <R> void execute(
      Connection connection, String sql, List<Setter<R>> setters, List<R> rows)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      int at = 0;
      for (R row : rows) {
        for (Setter<R> setter : setters) {
          setter.set(statement, ++at, row);
        }
      }
      statement.executeUpdate();
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

  private String text(String pair, Used<R> used, List<String> last, int rows) {
    return "INSERT INTO "
        + table
        + " (pair, "
        + String.join(", ", used.names)
        + ") VALUES "
        + (row(pair, used.values) + ",").repeat(rows - 1)
        + row(pair, last);
  }

  private static String row(String pair, List<String> values) {
    return "(" + PairRows.quoted(pair) + "," + String.join(",", values) + ")";
  }
}
