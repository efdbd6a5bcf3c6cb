package io.feige.broker.store.jdbc;

import io.feige.broker.store.row.Row;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Inserts rows of which the database may refuse some for what they hold. What it refuses is split
 * until the rows that it means stand alone, and for each of them a stub is written: the same
 * primary key, with the server's words instead of what it did not take.
 *
 * <p>All of it happens in the transaction that the caller has begun. A statement that fails for its
 * data leaves the transaction as it was, so the rows that are good go the way they always go: with
 * the look at the epoch, the checkpoint and one commit.
 */
final class Sieve<R extends Row> {
  private final RowStatement<R> statement;
  private final BiFunction<R, String, List<R>> stubs;
  private final Function<R, String> name;

  /**
   * @param stubs what may be written in a row's place, given why; each holds less than the one
   *     before it
   * @param name what a row is called
   */
  Sieve(RowStatement<R> statement, BiFunction<R, String, List<R>> stubs, Function<R, String> name) {
    this.statement = statement;
    this.stubs = stubs;
    this.name = name;
  }

  /**
   * Inserts rows.
   *
   * @param refused is given those that were refused, in words
   * @throws SQLException if it failed for another reason, or if not even a stub was taken
   */
  void insert(Connection connection, String pair, List<R> rows, List<String> refused)
      throws SQLException {
    try {
      statement.insert(connection, pair, rows);
    } catch (SQLException e) {
      if (!RowFault.isIn(e)) {
        throw e;
      }
      if (rows.size() > 1) {
        // Some may be there by now; written again they change nothing.
        int half = rows.size() / 2;
        insert(connection, pair, rows.subList(0, half), refused);
        insert(connection, pair, rows.subList(half, rows.size()), refused);
      } else {
        R row = rows.getFirst();
        insertStub(connection, pair, row, e);
        refused.add(name.apply(row) + ": " + RowFault.words(e));
      }
    }
  }

  private void insertStub(Connection connection, String pair, R row, SQLException why)
      throws SQLException {
    for (R stub : stubs.apply(row, RowFault.words(why))) {
      try {
        statement.insert(connection, pair, List.of(stub));
        return;
      } catch (SQLException e) {
        if (!RowFault.isIn(e)) {
          throw e;
        }
      }
    }
    throw why;
  }
}
