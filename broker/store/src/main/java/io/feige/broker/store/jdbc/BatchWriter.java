package io.feige.broker.store.jdbc;

import io.feige.broker.store.row.DeliveryRow;
import io.feige.broker.store.row.LedgerRow;
import io.feige.broker.store.row.MessageRow;
import io.feige.broker.store.row.Row;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows of a pair, each batch in one transaction. What was written before changes nothing,
 * because its primary key is there. Any thread.
 *
 * <p>A small transaction consists of waiting for the server, so it has two round trips: the rows,
 * and everything else. A large one consists of the server's parsing, so rows are bound to
 * statements that it has parsed before.
 *
 * <p>A message or a delivery that the database refuses for what it holds does not stop the others:
 * it gets a stub ({@link Sieve}).
 */
public final class BatchWriter {
  private static final RowStatement<MessageRow> MESSAGES =
      new RowStatement<>(
          "message",
          List.of(
              "topic",
              "pair",
              "partition_no",
              "message_offset",
              "day",
              "position",
              "epoch",
              "message_key",
              "key_bytes",
              "headers",
              "body",
              "body_bytes",
              "problem",
              "published_at",
              "stored_at",
              "expires_at",
              "priority",
              "producer",
              "producer_sequence"),
          RowStatement.HIGHER_EPOCH,
          BatchWriter::bindMessage);

  /** An ack that came when the lease had ended is of the attempt that is to be retried. */
  private static final String LATE_VERDICT = "outcome = 'RETRY' AND VALUES(outcome) <> 'RETRY'";

  private static final RowStatement<DeliveryRow> DELIVERIES =
      new RowStatement<>(
          "delivery",
          List.of(
              "topic",
              "pair",
              "partition_no",
              "message_offset",
              "group_name",
              "generation",
              "attempt",
              "day",
              "consumer",
              "reason",
              "settled_at",
              "due_at",
              "outcome",
              "epoch"),
          RowStatement.HIGHER_EPOCH + " OR " + LATE_VERDICT,
          BatchWriter::bindDelivery);

  private static final Sieve<MessageRow> MESSAGE_SIEVE =
      new Sieve<>(MESSAGES, MessageRow::stubs, BatchWriter::name);
  private static final Sieve<DeliveryRow> DELIVERY_SIEVE =
      new Sieve<>(DELIVERIES, DeliveryRow::stubs, BatchWriter::name);

  private final Database database;
  private final String pair;
  private final long epoch;
  private final boolean mayStub;

  /**
   * A writer for the active of an epoch.
   *
   * @param epoch what is written is refused once a higher one has been claimed
   * @param mayStub whether a row that is refused for what it holds may have a stub
   */
  public BatchWriter(Database database, String pair, long epoch, boolean mayStub) {
    this.database = database;
    this.pair = pair;
    this.epoch = epoch;
    this.mayStub = mayStub;
  }

  /**
   * Writes and commits.
   *
   * @param worker whose checkpoint is moved
   * @param checkpoint up to here everything is stored once this is
   * @return rows that the database refused for what they hold, in words; it has stubs of them
   * @throws FencedException if a higher epoch writes; nothing was stored
   * @throws SQLException if it failed; it may be stored or not, and may be written again
   */
  public List<String> write(List<Row> rows, int worker, long checkpoint)
      throws SQLException, FencedException {
    try (Connection connection = database.connect()) {
      boolean isDone = false;
      try {
        List<String> refused = insert(connection, rows);
        PairRows.commit(
            connection, pair, epoch, PairRows.checkpoint(pair, epoch, worker, checkpoint));
        isDone = true;
        return refused;
      } finally {
        if (!isDone) {
          database.discard(connection);
        }
      }
    }
  }

  private List<String> insert(Connection connection, List<Row> rows) throws SQLException {
    List<MessageRow> messages = new ArrayList<>(rows.size());
    List<DeliveryRow> deliveries = new ArrayList<>();
    for (Row row : rows) {
      switch (row) {
        case MessageRow message -> messages.add(message);
        case DeliveryRow delivery -> deliveries.add(delivery);
        case LedgerRow ledger -> LedgerWriter.write(connection, pair, ledger);
      }
    }
    List<String> refused = new ArrayList<>();
    if (!mayStub) {
      MESSAGES.insert(connection, pair, messages);
      DELIVERIES.insert(connection, pair, deliveries);
      return refused;
    }
    MESSAGE_SIEVE.insert(connection, pair, messages, refused);
    DELIVERY_SIEVE.insert(connection, pair, deliveries, refused);
    return refused;
  }

  private static String name(MessageRow row) {
    return "message " + row.offset() + " of " + row.topic();
  }

  private static String name(DeliveryRow row) {
    return "attempt "
        + row.attempt()
        + " of "
        + row.group()
        + " at message "
        + row.offset()
        + " of "
        + row.topic();
  }

  private static void bindMessage(PreparedStatement to, int at, String pair, MessageRow row)
      throws SQLException {
    LocalDateTime stored = PairRows.utc(row.storedMillis());
    to.setString(at + 1, row.topic());
    to.setString(at + 2, pair);
    to.setInt(at + 3, row.partition());
    to.setLong(at + 4, row.offset());
    to.setObject(at + 5, stored.toLocalDate());
    to.setLong(at + 6, row.position());
    to.setLong(at + 7, row.epoch());
    to.setString(at + 8, row.keyText());
    to.setBytes(at + 9, row.keyBytes());
    to.setString(at + 10, row.headers());
    to.setBytes(at + 11, row.body());
    to.setInt(at + 12, row.body().length);
    to.setString(at + 13, row.problem().isEmpty() ? null : row.problem());
    to.setObject(at + 14, PairRows.utc(row.publishedMillis()));
    to.setObject(at + 15, stored);
    to.setObject(at + 16, orNull(row.expiresMillis()));
    to.setInt(at + 17, row.priority());
    to.setString(at + 18, Long.toUnsignedString(row.producer()));
    to.setLong(at + 19, row.sequence());
  }

  private static void bindDelivery(PreparedStatement to, int at, String pair, DeliveryRow row)
      throws SQLException {
    LocalDateTime settled = PairRows.utc(row.settledMillis());
    to.setString(at + 1, row.topic());
    to.setString(at + 2, pair);
    to.setInt(at + 3, row.partition());
    to.setLong(at + 4, row.offset());
    to.setString(at + 5, row.group());
    to.setInt(at + 6, row.generation());
    to.setInt(at + 7, row.attempt());
    to.setObject(at + 8, settled.toLocalDate());
    to.setString(at + 9, row.consumer());
    to.setString(at + 10, row.reason().isEmpty() ? null : row.reason());
    to.setObject(at + 11, settled);
    to.setObject(at + 12, orNull(row.dueMillis()));
    to.setString(at + 13, row.outcome().name());
    to.setLong(at + 14, row.epoch());
  }

  private static @Nullable LocalDateTime orNull(long millis) {
    return millis == 0 ? null : PairRows.utc(millis);
  }
}
