package io.feige.broker.store.history;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * A message of which no more has been read than where it is.
 *
 * @param bytes of key, headers and body
 */
public record Found(Place place, long bytes) {
  static final String COLUMNS =
      "stored_at, pair, partition_no, message_offset, body_bytes + COALESCE(LENGTH(headers), 0)"
          + " + COALESCE(LENGTH(key_bytes), LENGTH(message_key), 0)";

  /** How many columns these are. */
  static final int COUNT = 5;

  static Found read(ResultSet row) throws SQLException {
    Place place =
        new Place(
            row.getObject(1, LocalDateTime.class).toInstant(ZoneOffset.UTC),
            row.getString(2),
            row.getInt(3),
            row.getLong(4));
    return new Found(place, row.getLong(5));
  }
}
