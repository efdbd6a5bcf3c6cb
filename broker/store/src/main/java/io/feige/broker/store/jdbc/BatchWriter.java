package io.feige.broker.store.jdbc;

import io.feige.broker.store.jdbc.RowStatement.Column;
import io.feige.broker.store.row.DeliveryRow;
import io.feige.broker.store.row.LedgerRow;
import io.feige.broker.store.row.MessageRow;
import io.feige.broker.store.row.Row;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows of a pair, each batch in one transaction. What was written before changes nothing,
 * because its primary key is there. Any thread.
 *
 * <p>A small transaction consists of waiting for the server, so it has two round trips: the rows,
 * and everything else; or even one, without a checkpoint. A large one consists of the server's
 * parsing, so rows are bound to statements that it has parsed before.
 *
 * <p>What the database refuses for what it holds does not stop the others: a message or a delivery
 * gets a stub ({@link Sieve}), as does a batch that waits for its time.
 */
public final class BatchWriter {
  private static final RowStatement<MessageRow> MESSAGES =
      new RowStatement<>(
          "message",
          List.of(
              Column.mostlyAlike("topic", MessageRow::topic),
              Column.mostlyAlike("partition_no", MessageRow::partition),
              Column.of("message_offset", (to, at, row) -> to.setLong(at, row.offset())),
              Column.alike("day", row -> day(row.storedMillis())),
              Column.of("position", (to, at, row) -> to.setLong(at, row.position())),
              Column.alike("epoch", MessageRow::epoch),
              Column.optional(
                  "message_key",
                  row -> row.keyText() != null,
                  (to, at, row) -> to.setString(at, row.keyText())),
              Column.optional(
                  "key_bytes",
                  row -> row.keyBytes() != null,
                  (to, at, row) -> setBytes(to, at, row.keyBytes())),
              Column.optional(
                  "headers",
                  row -> row.headers() != null,
                  (to, at, row) -> to.setString(at, row.headers())),
              Column.of("body", (to, at, row) -> setBytes(to, at, row.body())),
              Column.of("body_bytes", (to, at, row) -> to.setInt(at, row.body().length)),
              Column.optional(
                  "problem",
                  row -> !row.problem().isEmpty(),
                  (to, at, row) -> setText(to, at, row.problem())),
              Column.of("published_at", (to, at, row) -> setTime(to, at, row.publishedMillis())),
              Column.of("stored_at", (to, at, row) -> setTime(to, at, row.storedMillis())),
              Column.optional(
                  "expires_at",
                  row -> row.expiresMillis() != 0,
                  (to, at, row) -> setTimeOrNull(to, at, row.expiresMillis())),
              Column.of("producer", (to, at, row) -> setUnsigned(to, at, row.producer())),
              Column.of("producer_sequence", (to, at, row) -> to.setLong(at, row.sequence())),
              Column.optional(
                  "letter",
                  row -> row.letter() != null,
                  (to, at, row) -> setBytes(to, at, row.letter()))),
          RowStatement.HIGHER_EPOCH);

  /** An ack that came when the lease had ended is of the attempt that is to be retried. */
  private static final String LATE_VERDICT = "outcome = 'RETRY' AND VALUES(outcome) <> 'RETRY'";

  private static final RowStatement<DeliveryRow> DELIVERIES =
      new RowStatement<>(
          "delivery",
          List.of(
              Column.mostlyAlike("topic", DeliveryRow::topic),
              Column.mostlyAlike("partition_no", DeliveryRow::partition),
              Column.of("message_offset", (to, at, row) -> to.setLong(at, row.offset())),
              Column.mostlyAlike("group_name", DeliveryRow::group),
              Column.alike("generation", DeliveryRow::generation),
              Column.alike("attempt", DeliveryRow::attempt),
              Column.alike("day", row -> day(row.settledMillis())),
              Column.mostlyAlike("consumer", DeliveryRow::consumer),
              Column.optional(
                  "reason",
                  row -> !row.reason().isEmpty(),
                  (to, at, row) -> setText(to, at, row.reason())),
              Column.of("settled_at", (to, at, row) -> setTime(to, at, row.settledMillis())),
              Column.optional(
                  "due_at",
                  row -> row.dueMillis() != 0,
                  (to, at, row) -> setTimeOrNull(to, at, row.dueMillis())),
              Column.alike("outcome", row -> row.outcome().name()),
              Column.alike("epoch", DeliveryRow::epoch)),
          RowStatement.HIGHER_EPOCH + " OR " + LATE_VERDICT);

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

  /**
   * Writes a few messages in a transaction that is one statement. The checkpoint stays where it is.
   *
   * @return whether they are stored; false: they cannot be in this way, and nothing is
   * @throws FencedException if a higher epoch writes; nothing was stored
   * @throws SQLException if it failed; they may be stored or not, and may be written again
   */
  public boolean writeAsSingle(List<Row> rows) throws SQLException, FencedException {
    List<MessageRow> messages = new ArrayList<>(rows.size());
    for (Row row : rows) {
      if (!(row instanceof MessageRow message)) {
        return false;
      }
      messages.add(message);
    }
    try (Connection connection = database.connectForSingles()) {
      try {
        return MESSAGES.insertAsSingle(connection, pair, epoch, messages);
      } catch (SQLException e) {
        if (PairRows.isFenced(e)) {
          throw new FencedException(pair, epoch, PairRows.epoch(connection, pair));
        }
        if (RowStatement.isMet(e) || RowFault.isIn(e)) {
          return false;
        }
        database.discardSingle(connection);
        throw e;
      }
    }
  }

  private List<String> insert(Connection connection, List<Row> rows) throws SQLException {
    List<MessageRow> messages = new ArrayList<>(rows.size());
    List<DeliveryRow> deliveries = new ArrayList<>();
    List<String> refused = new ArrayList<>();
    for (Row row : rows) {
      switch (row) {
        case MessageRow message -> messages.add(message);
        case DeliveryRow delivery -> deliveries.add(delivery);
        case LedgerRow ledger -> insert(connection, ledger, refused);
      }
    }
    if (!mayStub) {
      MESSAGES.insert(connection, pair, messages);
      DELIVERIES.insert(connection, pair, deliveries);
      return refused;
    }
    MESSAGE_SIEVE.insert(connection, pair, messages, refused);
    DELIVERY_SIEVE.insert(connection, pair, deliveries, refused);
    return refused;
  }

  private void insert(Connection connection, LedgerRow row, List<String> refused)
      throws SQLException {
    try {
      LedgerWriter.write(connection, pair, row);
    } catch (SQLException e) {
      if (!mayStub || !RowFault.isIn(e) || !(row instanceof LedgerRow.DelayBegan delay)) {
        throw e;
      }
      LedgerWriter.write(connection, pair, delay.stub());
      refused.add(
          "batch of "
              + delay.messages()
              + " messages of "
              + delay.topic()
              + " that waits: "
              + RowFault.words(e));
    }
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

  private static LocalDate day(long millis) {
    return PairRows.utc(millis).toLocalDate();
  }

  private static void setTime(PreparedStatement to, int at, long millis) throws SQLException {
    to.setObject(at, PairRows.utc(millis));
  }

  /** A time; none where it is 0. */
  private static void setTimeOrNull(PreparedStatement to, int at, long millis) throws SQLException {
    to.setObject(at, millis == 0 ? null : PairRows.utc(millis));
  }

  /**
   * Bytes, said to be a BLOB. What setBytes of the driver sends may be text, so MariaDB looks at
   * each character: a tenth of its time for a row with 128 B, a quarter for one with 1 KiB.
   */
  static void setBytes(PreparedStatement to, int at, byte @Nullable [] bytes) throws SQLException {
    to.setObject(at, bytes, Types.BLOB);
  }

  /** Unsigned; as a text, which costs more, where it is more than the driver's numbers hold. */
  private static void setUnsigned(PreparedStatement to, int at, long number) throws SQLException {
    if (number >= 0) {
      to.setLong(at, number);
    } else {
      to.setString(at, Long.toUnsignedString(number));
    }
  }

  /** A text; none where it is empty. */
  private static void setText(PreparedStatement to, int at, String text) throws SQLException {
    to.setString(at, text.isEmpty() ? null : text);
  }
}
