package io.feige.broker.store.history;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Rows of messages by ascending offset, of each offset one: what an operator's promotion left out
 * may have a row on another day, of a lower epoch. Used once.
 *
 * @param <T> what is read of a row
 */
final class LatestRows<T extends LatestRows.OfMessage> {
  /** Something of a message's row. */
  interface OfMessage {
    long offset();

    long epoch();
  }

  /** Reads the present row. */
  interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  private final ResultSet rows;
  private final Reader<T> reader;
  private @Nullable T ahead;
  private int count;

  LatestRows(ResultSet rows, Reader<T> reader) {
    this.rows = rows;
    this.reader = reader;
  }

  /** The next one; null at the end. */
  @Nullable T next() throws SQLException {
    T found = ahead == null ? read() : ahead;
    ahead = null;
    while (found != null) {
      T other = read();
      if (other == null) {
        return found;
      }
      if (other.offset() != found.offset()) {
        ahead = other;
        return found;
      }
      found = other.epoch() > found.epoch() ? other : found;
    }
    return null;
  }

  private @Nullable T read() throws SQLException {
    if (!rows.next()) {
      return null;
    }
    count++;
    return reader.read(rows);
  }

  /** How many rows were read. */
  int count() {
    return count;
  }
}
