package io.feige.broker.store.jdbc;

import io.feige.broker.store.row.DeliveryRow;
import io.feige.broker.store.row.LedgerRow;
import io.feige.broker.store.row.MessageRow;
import io.feige.broker.store.row.Row;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows of a pair, each batch in one transaction. What was written before changes nothing,
 * because its primary key is there. Any thread.
 */
public final class BatchWriter {
  private static final String MESSAGES =
      "INSERT INTO message (topic, pair, partition_no, message_offset, day, position, epoch,"
          + " message_key, key_bytes, headers, body, body_bytes, problem, published_at, stored_at,"
          + " expires_at, producer, producer_sequence)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
          + " ON DUPLICATE KEY UPDATE position = position";
  private static final String DELIVERIES =
      "INSERT INTO delivery (topic, pair, partition_no, message_offset, group_name, generation,"
          + " attempt, day, outcome, consumer, reason, settled_at, due_at, epoch)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
          + " ON DUPLICATE KEY UPDATE attempt = attempt";

  private final Database database;
  private final String pair;
  private final long epoch;

  /**
   * A writer for the active of an epoch.
   *
   * @param epoch what is written is refused once a higher one has been claimed
   */
  public BatchWriter(Database database, String pair, long epoch) {
    this.database = database;
    this.pair = pair;
    this.epoch = epoch;
  }

  /**
   * Writes and commits.
   *
   * @param worker whose checkpoint is moved
   * @param checkpoint up to here everything is stored once this is; negative: not known
   * @throws FencedException if a higher epoch writes; nothing was stored
   * @throws SQLException if it failed; it may be stored or not, and may be written again
   */
  public void write(List<Row> rows, int worker, long checkpoint)
      throws SQLException, FencedException {
    try (Connection connection = database.connect()) {
      boolean isDone = false;
      try {
        insert(connection, rows);
        long holds = PairRows.epoch(connection, pair);
        if (holds != epoch) {
          throw new FencedException(pair, epoch, holds);
        }
        if (checkpoint >= 0) {
          PairRows.writeCheckpoint(connection, pair, worker, checkpoint, epoch);
        }
        connection.commit();
        isDone = true;
      } finally {
        if (!isDone) {
          rollBack(connection);
        }
      }
    }
  }

  private static void rollBack(Connection connection) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      // The connection is gone, and its transaction with it.
    }
  }

  private void insert(Connection connection, List<Row> rows) throws SQLException {
    try (PreparedStatement messages = connection.prepareStatement(MESSAGES);
        PreparedStatement deliveries = connection.prepareStatement(DELIVERIES)) {
      boolean hasMessages = false;
      boolean hasDeliveries = false;
      for (Row row : rows) {
        switch (row) {
          case MessageRow message -> {
            bind(messages, message);
            hasMessages = true;
          }
          case DeliveryRow delivery -> {
            bind(deliveries, delivery);
            hasDeliveries = true;
          }
          case LedgerRow ledger -> LedgerWriter.write(connection, pair, ledger);
        }
      }
      if (hasMessages) {
        messages.executeBatch();
      }
      if (hasDeliveries) {
        deliveries.executeBatch();
      }
    }
  }

  private void bind(PreparedStatement to, MessageRow row) throws SQLException {
    LocalDateTime stored = PairRows.utc(row.storedMillis());
    to.setString(1, row.topic());
    to.setString(2, pair);
    to.setInt(3, row.partition());
    to.setLong(4, row.offset());
    to.setObject(5, stored.toLocalDate());
    to.setLong(6, row.position());
    to.setLong(7, row.epoch());
    to.setString(8, row.keyText());
    to.setBytes(9, row.keyBytes());
    to.setString(10, row.headers());
    to.setBytes(11, row.body());
    to.setInt(12, row.body().length);
    to.setString(13, row.problem().isEmpty() ? null : row.problem());
    to.setObject(14, PairRows.utc(row.publishedMillis()));
    to.setObject(15, stored);
    to.setObject(16, orNull(row.expiresMillis()));
    to.setString(17, Long.toUnsignedString(row.producer()));
    to.setLong(18, row.sequence());
    to.addBatch();
  }

  private void bind(PreparedStatement to, DeliveryRow row) throws SQLException {
    LocalDateTime settled = PairRows.utc(row.settledMillis());
    to.setString(1, row.topic());
    to.setString(2, pair);
    to.setInt(3, row.partition());
    to.setLong(4, row.offset());
    to.setString(5, row.group());
    to.setInt(6, row.generation());
    to.setInt(7, row.attempt());
    to.setObject(8, settled.toLocalDate());
    to.setString(9, row.outcome().name());
    to.setString(10, row.consumer());
    to.setString(11, row.reason().isEmpty() ? null : row.reason());
    to.setObject(12, settled);
    to.setObject(13, orNull(row.dueMillis()));
    to.setLong(14, row.epoch());
    to.addBatch();
  }

  private static @Nullable LocalDateTime orNull(long millis) {
    return millis == 0 ? null : PairRows.utc(millis);
  }
}
