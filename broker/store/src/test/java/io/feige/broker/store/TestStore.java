package io.feige.broker.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.broker.core.record.JournalRecord.TopicCreated;
import io.feige.broker.store.jdbc.Database;
import io.feige.broker.store.tail.SqlTail;
import io.feige.broker.store.tail.TailSetup;
import io.feige.protocol.model.TopicSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A log with one topic, and a tail that follows it into a database of its own; new for each test.
 */
final class TestStore implements BeforeEachCallback, AfterEachCallback {
  private static final Duration OFTEN = Duration.ofMillis(5);
  static final String PAIR = "pair-1";
  static final int MOST_BYTES = 8 << 20;

  private final TestDatabases databases;
  private final boolean isReliedOn;
  private final FrameLog log = new FrameLog();
  private final Told told = new Told();
  private @Nullable TestDatabase rows;
  private @Nullable Database database;
  private @Nullable SqlTail tail;

  /**
   * @param isReliedOn whether the other member of the pair has nothing but the rows
   */
  TestStore(TestDatabases databases, boolean isReliedOn) {
    this.databases = databases;
    this.isReliedOn = isReliedOn;
  }

  @Override
  public void beforeEach(ExtensionContext context) throws SQLException {
    rows = databases.database();
    log.append(new TopicCreated(1, TopicSpec.named("orders")));
    begin(1);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    end();
  }

  /** Follows the log as the active of an epoch. */
  void begin(long epoch) {
    told.forget();
    database = new Database(rows().settings(), 5);
    TailSetup setup =
        new TailSetup(
            rows().settings(),
            database(),
            PAIR,
            "node-1",
            epoch,
            MOST_BYTES,
            isReliedOn,
            new PlainThreads());
    tail = SqlTail.start(setup, log, told);
  }

  /** Follows it no longer. */
  void end() {
    tail().close();
    database().close();
  }

  FrameLog log() {
    return log;
  }

  /** What the tails have told. */
  Told told() {
    return told;
  }

  SqlTail tail() {
    return Objects.requireNonNull(tail, "the test has not begun");
  }

  Database database() {
    return Objects.requireNonNull(database, "the test has not begun");
  }

  TestDatabase rows() {
    return Objects.requireNonNull(rows, "the test has not begun");
  }

  Connection connect() throws SQLException {
    return rows().connect();
  }

  void execute(String... statements) throws SQLException {
    rows().execute(statements);
  }

  /** The rows, with {@code |} between their columns. */
  List<String> query(String sql) throws SQLException {
    return rows().query(sql);
  }

  /** Says what is committed. */
  void commit() {
    tail().committed(log.committed());
  }

  void awaitStored() {
    commit();
    await()
        .pollInterval(OFTEN)
        .untilAsserted(
            () -> assertThat(told.stored).as(tail().status().trouble()).hasValue(log.committed()));
    await().pollInterval(OFTEN).until(() -> tail().status().lagBytes() == 0);
  }

  /** What would follow is not needed for a checkpoint that says all. */
  void awaitNoted() throws SQLException {
    await().pollInterval(OFTEN).until(() -> told.checkpoint.get() == log.committed());
    assertThat(query("SELECT MAX(position) FROM checkpoint"))
        .containsExactly(String.valueOf(log.committed()));
  }

  /**
   * Holds up the next batch with this message of the first topic, until it is rolled back.
   *
   * @param blocker a connection that is used for nothing else
   */
  static void holdUp(Connection blocker, long offset) throws SQLException {
    blocker.setAutoCommit(false);
    try (Statement statement = blocker.createStatement()) {
      statement.execute(TestDatabase.message(offset, LocalDate.of(2026, 9, 21)));
    }
  }

  /** Waits until it has ended by itself, and says why it did. */
  String awaitEnd() {
    await().pollInterval(OFTEN).until(() -> !told.ends.isEmpty());
    return told.ends.getFirst();
  }
}
