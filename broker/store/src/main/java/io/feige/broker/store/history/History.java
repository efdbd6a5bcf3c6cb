package io.feige.broker.store.history;

import io.feige.broker.store.history.Search.Condition;
import io.feige.broker.store.jdbc.Database;
import io.feige.broker.store.jdbc.PairRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Asks a database what was published and what became of it. Any thread. */
public final class History {
  private static final String COLUMNS =
      "topic, pair, message_offset, partition_no, position, epoch, message_key, key_bytes,"
          + " headers, body, problem, published_at, stored_at";

  private final Database database;
  private final int seconds;

  /** Questions that may take as long as they take. */
  public History(Database database) {
    this(database, 0);
  }

  /**
   * Questions that are given up, as {@link io.feige.broker.store.jdbc.DatabaseFault#isTimeUp}
   * tells.
   *
   * @param seconds each may take so long; 0: any time
   */
  public History(Database database, int seconds) {
    this.database = database;
    this.seconds = seconds;
  }

  /** Messages, the youngest first. */
  public List<StoredMessage> find(Search search, int limit) throws SQLException {
    String sql =
        "SELECT "
            + COLUMNS
            + " FROM message WHERE "
            + where(search)
            + " ORDER BY stored_at DESC, message_offset DESC LIMIT "
            + limit;
    try (Connection connection = database.connect();
        PreparedStatement select = prepare(connection, sql)) {
      bind(select, search.conditions());
      return messages(select);
    }
  }

  /** How many there are. */
  public long count(Search search) throws SQLException {
    String sql = "SELECT COUNT(*) FROM message WHERE " + where(search);
    try (Connection connection = database.connect();
        PreparedStatement select = prepare(connection, sql)) {
      bind(select, search.conditions());
      try (ResultSet found = select.executeQuery()) {
        found.next();
        return found.getLong(1);
      }
    }
  }

  /** The messages of that name: more than one where the topic was deleted and made again. */
  public List<StoredMessage> named(MessageId id) throws SQLException {
    String sql =
        "SELECT "
            + COLUMNS
            + " FROM topic JOIN message USING (topic, pair, partition_no)"
            + " WHERE topic = ? AND pair = ? AND message_offset = ? ORDER BY partition_no";
    try (Connection connection = database.connect();
        PreparedStatement select = prepare(connection, sql)) {
      select.setString(1, id.topic());
      select.setString(2, id.pair());
      select.setLong(3, id.offset());
      return messages(select);
    }
  }

  /**
   * Where the messages of that name are, those of the topic that was made last first.
   *
   * @param most so many at most
   */
  public List<Found> places(MessageId id, int most) throws SQLException {
    String sql =
        "SELECT "
            + Found.COLUMNS
            + " FROM topic JOIN message USING (topic, pair, partition_no)"
            + " WHERE topic = ? AND pair = ? AND message_offset = ?"
            + " ORDER BY partition_no DESC, epoch DESC LIMIT "
            + most;
    List<Found> places = new ArrayList<>();
    try (Connection connection = database.connect();
        PreparedStatement select = prepare(connection, sql)) {
      select.setString(1, id.topic());
      select.setString(2, id.pair());
      select.setLong(3, id.offset());
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          places.add(Found.read(row));
        }
      }
    }
    return places;
  }

  /** The message at a place; empty: it is not there any more. */
  public Optional<StoredMessage> at(String topic, Place place) throws SQLException {
    String sql =
        "SELECT "
            + COLUMNS
            + " FROM message WHERE topic = ? AND pair = ? AND partition_no = ?"
            + " AND message_offset = ? AND stored_at = ?";
    try (Connection connection = database.connect();
        PreparedStatement select = prepare(connection, sql)) {
      select.setString(1, topic);
      select.setString(2, place.pair());
      select.setInt(3, place.partition());
      select.setLong(4, place.offset());
      select.setObject(5, PairRows.utc(place.storedAt().toEpochMilli()));
      return messages(select).stream().findFirst();
    }
  }

  /** What became of a message, in the order of time. */
  public List<Attempt> attempts(StoredMessage of) throws SQLException {
    return attempts(of.id(), of.partition(), Integer.MAX_VALUE);
  }

  /**
   * What became of a message, in the order of time.
   *
   * @param partition of the topic that it is of
   * @param most so many of the first at most
   */
  public List<Attempt> attempts(MessageId id, int partition, int most) throws SQLException {
    String sql =
        "SELECT group_name, generation, attempt, outcome, consumer, settled_at, due_at, reason"
            + " FROM delivery WHERE topic = ? AND pair = ? AND partition_no = ?"
            + " AND message_offset = ? ORDER BY settled_at, group_name, attempt LIMIT "
            + most;
    List<Attempt> attempts = new ArrayList<>();
    try (Connection connection = database.connect();
        PreparedStatement select = prepare(connection, sql)) {
      select.setString(1, id.topic());
      select.setString(2, id.pair());
      select.setInt(3, partition);
      select.setLong(4, id.offset());
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          attempts.add(
              new Attempt(
                  row.getString(1),
                  row.getInt(2),
                  row.getInt(3),
                  row.getString(4),
                  row.getString(5),
                  time(row, 6),
                  timeOrNull(row, 7),
                  row.getString(8)));
        }
      }
    }
    return attempts;
  }

  private static String where(Search search) {
    return search.conditions().stream().map(Condition::sql).collect(Collectors.joining(" AND "));
  }

  private PreparedStatement prepare(Connection connection, String sql) throws SQLException {
    PreparedStatement select = connection.prepareStatement(sql);
    select.setQueryTimeout(seconds);
    return select;
  }

  static void bind(PreparedStatement to, List<Condition> conditions) throws SQLException {
    int at = 1;
    for (Condition condition : conditions) {
      for (Object value : condition.values()) {
        to.setObject(
            at++, value instanceof Instant time ? PairRows.utc(time.toEpochMilli()) : value);
      }
    }
  }

  private static List<StoredMessage> messages(PreparedStatement select) throws SQLException {
    List<StoredMessage> messages = new ArrayList<>();
    try (ResultSet row = select.executeQuery()) {
      while (row.next()) {
        messages.add(
            new StoredMessage(
                new MessageId(row.getString(1), row.getString(2), row.getLong(3)),
                row.getInt(4),
                row.getLong(5),
                row.getLong(6),
                row.getString(7),
                row.getBytes(8),
                row.getString(9),
                row.getBytes(10),
                row.getString(11),
                time(row, 12),
                time(row, 13)));
      }
    }
    return messages;
  }

  private static Instant time(ResultSet row, int column) throws SQLException {
    return row.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC);
  }

  private static @Nullable Instant timeOrNull(ResultSet row, int column) throws SQLException {
    LocalDateTime found = row.getObject(column, LocalDateTime.class);
    return found == null ? null : found.toInstant(ZoneOffset.UTC);
  }
}
