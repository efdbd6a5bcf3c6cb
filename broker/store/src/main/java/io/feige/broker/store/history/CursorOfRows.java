package io.feige.broker.store.history;

import io.feige.broker.core.group.Cursor;
import io.feige.broker.store.jdbc.PairRows;
import io.feige.broker.store.row.DeliveryRow.Outcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Settles in a cursor what the rows of its deliveries say. Used once. */
final class CursorOfRows {
  private final Cursor cursor;
  private long runFirst = -1;
  private long runLast = -1;
  private long retried = -1;
  private Cursor.Retry retry = new Cursor.Retry(0, 0, 0);

  CursorOfRows(Cursor cursor) {
    this.cursor = cursor;
  }

  void read(Connection connection, String topic, String pair, int partition, String group)
      throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT message_offset, outcome, attempt, due_at FROM delivery FORCE INDEX (PRIMARY)"
                + " WHERE topic = ? AND pair = ? AND partition_no = ? AND message_offset >= ?"
                + " AND group_name = ? AND generation = ? ORDER BY message_offset, attempt",
            ResultSet.TYPE_FORWARD_ONLY,
            ResultSet.CONCUR_READ_ONLY)) {
      // The driver gives rows as they come, and does not keep them.
      select.setFetchSize(Integer.MIN_VALUE);
      select.setString(1, topic);
      select.setString(2, pair);
      select.setInt(3, partition);
      select.setLong(4, cursor.floor());
      select.setString(5, group);
      select.setInt(6, cursor.generation());
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          add(row);
        }
      }
      settleRun();
      putRetry();
    }
  }

  private void add(ResultSet row) throws SQLException {
    long offset = row.getLong(1);
    if (offset != retried) {
      putRetry();
    }
    if (Outcome.valueOf(row.getString(2)) == Outcome.RETRY) {
      // Rows do not tell which attempts count as tries; each of them may.
      int tries = offset == retried ? retry.tries() + 1 : 1;
      retried = offset;
      retry = new Cursor.Retry(row.getInt(3), tries, PairRows.millis(row, 4));
    } else {
      retried = -1;
      if (offset > runLast + 1) {
        settleRun();
      }
      runFirst = runFirst < 0 ? offset : runFirst;
      runLast = offset;
    }
  }

  private void settleRun() {
    if (runFirst >= 0) {
      cursor.settle(runFirst, runLast);
    }
    runFirst = -1;
  }

  private void putRetry() {
    if (retried >= 0) {
      cursor.retry(retried, retried, retry);
    }
    retried = -1;
  }
}
