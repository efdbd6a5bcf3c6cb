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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Asks a database what was published and what became of it. Any thread. */
public final class History {
  private static final String COLUMNS =
      "topic, pair, message_offset, partition_no, position, epoch, message_key, headers, body,"
          + " problem, published_at, stored_at";

  private final Database database;

  public History(Database database) {
    this.database = database;
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
        PreparedStatement select = connection.prepareStatement(sql)) {
      bind(select, search);
      return messages(select);
    }
  }

  /** How many there are. */
  public long count(Search search) throws SQLException {
    String sql = "SELECT COUNT(*) FROM message WHERE " + where(search);
    try (Connection connection = database.connect();
        PreparedStatement select = connection.prepareStatement(sql)) {
      bind(select, search);
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
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, id.topic());
      select.setString(2, id.pair());
      select.setLong(3, id.offset());
      return messages(select);
    }
  }

  /** What became of a message, in the order of time. */
  public List<Attempt> attempts(StoredMessage of) throws SQLException {
    String sql =
        "SELECT group_name, generation, attempt, outcome, consumer, settled_at, due_at, reason"
            + " FROM delivery WHERE topic = ? AND pair = ? AND partition_no = ?"
            + " AND message_offset = ? ORDER BY settled_at, group_name, attempt";
    List<Attempt> attempts = new ArrayList<>();
    try (Connection connection = database.connect();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, of.id().topic());
      select.setString(2, of.id().pair());
      select.setInt(3, of.partition());
      select.setLong(4, of.id().offset());
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

  private static void bind(PreparedStatement to, Search search) throws SQLException {
    int at = 1;
    for (Condition condition : search.conditions()) {
      Object value = condition.value();
      to.setObject(at++, value instanceof Instant time ? PairRows.utc(time.toEpochMilli()) : value);
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
                row.getString(8),
                row.getBytes(9),
                row.getString(10),
                time(row, 11),
                time(row, 12)));
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
