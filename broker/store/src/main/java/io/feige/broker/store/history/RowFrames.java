package io.feige.broker.store.history;

import io.feige.broker.store.jdbc.Database;
import io.feige.broker.store.jdbc.PairRows;
import io.feige.protocol.frame.StoredFrame;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the messages of a pair as the frames that they were in its journal. A frame has the
 * position, the epoch, the time and the offsets that it had. Its batch is packed anew, without
 * compression, from what the columns hold. Any thread.
 */
public final class RowFrames {
  /** A frame has no more records, so there is an end of one among so many rows. */
  private static final int MOST_ROWS = 1 << 16;

  private static final int FIRST_ROWS = 4_096;

  /** A column that does not count here, and what a row takes besides. */
  private static final int AROUND_BYTES = 32;

  private final Database database;
  private final String pair;

  /**
   * A partition's messages from an offset on.
   *
   * @param below an offset that is not looked at any more
   */
  public record Place(String topic, int partition, long from, long below) {}

  /**
   * What is stored from an offset up to another. Where no frame has an offset, nobody has it any
   * more.
   *
   * @param to exclusive
   * @param frames whole ones, by ascending offset
   */
  public record Stretch(long from, long to, List<StoredFrame> frames) {
    public Stretch {
      frames = List.copyOf(frames);
    }
  }

  public RowFrames(Database database, String pair) {
    this.database = database;
    this.pair = pair;
  }

  /**
   * Reads some frames.
   *
   * @param maxBytes of them, about; the first one is read whatever its size
   * @throws SQLException if the database cannot be asked
   */
  public Stretch read(Place place, int maxBytes) throws SQLException {
    try (Connection connection = database.connect()) {
      long end = endOfFrames(connection, place, maxBytes, FIRST_ROWS);
      if (end < 0) {
        end = endOfFrames(connection, place, maxBytes, MOST_ROWS + 1);
      }
      List<StoredFrame> frames = end == place.from() ? List.of() : frames(connection, place, end);
      connection.commit();
      return new Stretch(place.from(), frames.isEmpty() ? place.below() : end, frames);
    }
  }

  /**
   * The first offset of a partition at or after a time.
   *
   * @return -1: there is none
   */
  public long offsetAtTime(String topic, int partition, long millis) throws SQLException {
    try (Connection connection = database.connect();
        PreparedStatement select =
            connection.prepareStatement(
                "SELECT message_offset FROM message FORCE INDEX (by_time)"
                    + " WHERE topic = ? AND stored_at >= ? AND pair = ? AND partition_no = ?"
                    + " ORDER BY stored_at LIMIT 1")) {
      select.setString(1, topic);
      select.setObject(2, PairRows.utc(millis));
      select.setString(3, pair);
      select.setInt(4, partition);
      try (ResultSet found = select.executeQuery()) {
        long offset = found.next() ? found.getLong(1) : -1;
        connection.commit();
        return offset;
      }
    }
  }

  /**
   * Looks how far whole frames go that are not too large.
   *
   * @return the offset behind them; {@code from}: there are none; -1: not a whole one among so many
   *     rows
   */
  private long endOfFrames(Connection connection, Place place, int maxBytes, int maxRows)
      throws SQLException {
    try (PreparedStatement select = select(connection, Size.COLUMNS, place, " LIMIT " + maxRows);
        ResultSet found = select.executeQuery()) {
      LatestRows<Size> rows = new LatestRows<>(found, Size::read);
      long end = -1;
      long position = -1;
      long last = place.from() - 1;
      long bytes = 0;
      for (Size row = rows.next(); row != null; row = rows.next()) {
        if (row.position() != position && position >= 0) {
          end = row.offset();
          if (bytes >= maxBytes) {
            return end;
          }
        }
        position = row.position();
        last = row.offset();
        bytes += AROUND_BYTES + row.bytes();
      }
      return rows.count() < maxRows ? last + 1 : end;
    }
  }

  /** How much there is of a message. */
  private record Size(long offset, long position, long epoch, long bytes)
      implements LatestRows.OfMessage {
    static final String COLUMNS =
        "message_offset, position, epoch, body_bytes + COALESCE(LENGTH(headers), 0)"
            + " + COALESCE(LENGTH(key_bytes), LENGTH(message_key), 0)"
            + " + COALESCE(LENGTH(letter), 0)";

    static Size read(ResultSet row) throws SQLException {
      return new Size(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4));
    }
  }

  private PreparedStatement select(
      Connection connection, String columns, Place place, String suffix) throws SQLException {
    PreparedStatement select =
        connection.prepareStatement(
            "SELECT "
                + columns
                + " FROM message FORCE INDEX (PRIMARY)"
                + " WHERE topic = ? AND pair = ? AND partition_no = ?"
                + " AND message_offset >= ? AND message_offset < ?"
                + " ORDER BY message_offset"
                + suffix);
    select.setString(1, place.topic());
    select.setString(2, pair);
    select.setInt(3, place.partition());
    select.setLong(4, place.from());
    select.setLong(5, place.below());
    return select;
  }

  private List<StoredFrame> frames(Connection connection, Place place, long end)
      throws SQLException {
    List<StoredFrame> frames = new ArrayList<>();
    Place whole = new Place(place.topic(), place.partition(), place.from(), end);
    try (PreparedStatement select = select(connection, RowMessage.COLUMNS, whole, "");
        ResultSet found = select.executeQuery()) {
      LatestRows<RowMessage> rows = new LatestRows<>(found, RowMessage::read);
      FrameOfRows frame = null;
      for (RowMessage row = rows.next(); row != null; row = rows.next()) {
        if (frame == null) {
          frame = FrameOfRows.of(place.partition(), row);
        } else if (frame.mayHold(row)) {
          frame.add(row);
        } else {
          frames.add(frame.finish());
          frame = frame.next(row);
        }
      }
      if (frame != null) {
        frames.add(frame.finish());
      }
    }
    return frames;
  }
}
