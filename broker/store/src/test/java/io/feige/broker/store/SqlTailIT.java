package io.feige.broker.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.broker.core.record.JournalRecord.DeadLetter;
import io.feige.broker.core.record.JournalRecord.GroupCreated;
import io.feige.broker.core.record.JournalRecord.GroupReset;
import io.feige.broker.core.record.JournalRecord.Handed;
import io.feige.broker.core.record.JournalRecord.Settle;
import io.feige.broker.core.record.JournalRecord.SettleItem;
import io.feige.broker.core.record.JournalRecord.TopicCreated;
import io.feige.broker.store.jdbc.Database;
import io.feige.broker.store.jdbc.FencedException;
import io.feige.broker.store.jdbc.PairRows;
import io.feige.broker.store.tail.SqlTail;
import io.feige.broker.store.tail.TailSetup;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.model.TopicSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

final class SqlTailIT {
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir private static Path dir = Path.of("");

  @RegisterExtension private static final SharedServer SERVER = new SharedServer(() -> dir);

  private final FrameLog log = new FrameLog();
  private final Told told = new Told();
  private TestDatabase rows;
  private Database database;
  private SqlTail tail;

  @BeforeEach
  void startTail() throws SQLException {
    rows = SERVER.database();
    database = new Database(rows.settings(), 5);
    tail = tail(1);
    log.append(new TopicCreated(1, TopicSpec.named("orders")));
  }

  @AfterEach
  void close() {
    tail.close();
    database.close();
  }

  private SqlTail tail(long epoch) {
    TailSetup setup =
        new TailSetup(rows.settings(), database, "pair-1", "node-1", epoch, 1 << 20, false);
    return SqlTail.start(setup, log, told);
  }

  private void awaitStored() {
    tail.committed(log.committed());
    await().atMost(SOON).until(() -> told.stored.get() == log.committed());
    await().atMost(SOON).until(() -> tail.status().lagBytes() == 0);
  }

  /** What would follow is not needed for a checkpoint that says all. */
  private void awaitNoted() throws SQLException {
    await().atMost(SOON).until(() -> told.checkpoint.get() == log.committed());
    assertThat(rows.query("SELECT MAX(position) FROM checkpoint"))
        .containsExactly(String.valueOf(log.committed()));
  }

  /**
   * Holds up the tail's next batch with this message of the first topic, until it is rolled back.
   */
  private static void holdUp(Connection blocker, long offset) throws SQLException {
    blocker.setAutoCommit(false);
    try (Statement statement = blocker.createStatement()) {
      statement.execute(TestDatabase.message(offset, LocalDate.of(2026, 9, 21)));
    }
  }

  @Test
  void messagesAndDeliveriesBecomeRows() throws SQLException {
    log.publish(1, "a", "b", "c");
    log.append(new GroupCreated(1, 1, 1, 0, "billing"));
    log.append(
        new Settle(
            1, 1, 1, "c-1", List.of(SettleItem.acked(0, 0, 1), SettleItem.retry(1, 1, 2, 9_000))));
    awaitStored();

    assertThat(
            rows.query(
                "SELECT topic, pair, message_offset, message_key, REPLACE(headers, ' ', ''), body, stored_at"
                    + " FROM message ORDER BY message_offset"))
        .containsExactly(
            "orders|pair-1|0|key|{\"type\":\"test\"}|a|2026-09-21 14:13:20",
            "orders|pair-1|1|key|{\"type\":\"test\"}|b|2026-09-21 14:13:20",
            "orders|pair-1|2|key|{\"type\":\"test\"}|c|2026-09-21 14:13:20");
    assertThat(
            rows.query(
                "SELECT message_offset, group_name, consumer, attempt, outcome, due_at"
                    + " FROM delivery ORDER BY message_offset"))
        .containsExactly("0|billing|c-1|1|ACKED|null", "1|billing|c-1|2|RETRY|1970-01-01 00:00:09");
    awaitNoted();
  }

  @Test
  void recordsThatMakeNoRowsAreNotLeftBehind() throws SQLException {
    log.publish(1, "a");
    awaitStored();
    log.append(new Handed(1, 1, 1, 100));

    awaitStored();

    assertThat(tail.status().lagBytes()).isZero();
    awaitNoted();
  }

  @Test
  void batchesThatAreDoneOutOfOrderDoNotLeaveTheCheckpointBehind() throws SQLException {
    log.publish(1, "a");
    awaitStored();
    awaitNoted();
    long before = log.committed();
    String[] bodies = new String[rows.settings().batchRows()];
    Arrays.fill(bodies, "b");
    try (Connection blocker = rows.connect()) {
      holdUp(blocker, 1);
      log.publish(1, bodies);
      log.publish(1, bodies);
      tail.committed(log.committed());
      await()
          .atMost(SOON)
          .untilAsserted(() ->
              assertThat(rows.query("SELECT COUNT(*), COUNT(DISTINCT body) FROM message"))
                  .as("the second batch")
                  .containsExactly(1 + bodies.length + "|2"));
      assertThat(told.checkpoint).hasValue(before);
      blocker.rollback();
    }

    awaitStored();
    awaitNoted();

    assertThat(rows.query("SELECT COUNT(*) FROM message"))
        .containsExactly(String.valueOf(1 + 2 * bodies.length));
  }

  @Test
  void messagesDoNotWaitForDeliveries() throws SQLException {
    log.publish(1, "a");
    log.append(new GroupCreated(1, 1, 1, 0, "billing"));
    awaitStored();
    awaitNoted();
    long before = log.committed();
    try (Connection blocker = rows.connect();
        Statement statement = blocker.createStatement()) {
      blocker.setAutoCommit(false);
      statement.execute(
          "INSERT INTO delivery (topic, pair, partition_no, message_offset, group_name, generation,"
              + " attempt, day, outcome, consumer, settled_at, epoch) VALUES ('orders', 'pair-1', 1,"
              + " 0, 'billing', 1, 1, '2026-09-21', 'DROPPED', 'x', NOW(3), 0)");
      log.append(new Settle(1, 1, 1, "c-1", List.of(SettleItem.acked(0, 0, 1))));
      log.publish(1, "b");
      tail.want(log.committed());
      tail.committed(log.committed());

      await().atMost(SOON).until(() -> told.stored.get() == log.committed());
      assertThat(rows.query("SELECT body FROM message")).containsExactly("a", "b");
      assertThat(tail.status().storedPosition()).isEqualTo(before);
      assertThat(rows.query("SELECT MAX(position) FROM checkpoint"))
          .containsExactly(String.valueOf(before));
      blocker.rollback();
    }

    awaitStored();
    awaitNoted();
    assertThat(rows.query("SELECT outcome FROM delivery")).containsExactly("ACKED");
  }

  @Test
  void rowsThatCannotBeWrittenAreCounted() throws SQLException {
    log.publish(1, "a");
    awaitStored();
    try (Connection connection = rows.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("LOCK TABLES message WRITE");
      log.publish(1, "b", "c");
      tail.committed(log.committed());

      await().atMost(SOON).until(() -> tail.status().lagRows() == 2);
      assertThat(tail.status().lagBytes()).isPositive();
      statement.execute("UNLOCK TABLES");
    }
    awaitStored();

    assertThat(tail.status().lagRows()).isZero();
  }

  @Test
  void aTailThatBeginsAgainGoesOnWhereTheLastOneWas() throws SQLException {
    log.publish(1, "a");
    awaitStored();
    tail.close();
    log.publish(1, "b");

    tail = tail(2);
    awaitStored();

    assertThat(rows.query("SELECT body, topic FROM message ORDER BY message_offset"))
        .containsExactly("a|orders", "b|orders");
    assertThat(rows.query("SELECT epoch, node FROM pair_epoch")).containsExactly("2|node-1");
  }

  @Test
  void theRowsOfAnotherJournalAreLeftAlone() throws SQLException {
    log.publish(1, "a");
    awaitStored();
    tail.close();
    log.publish(1, "b");
    log.bornAt(FrameLog.TIME + 1);

    tail = tail(2);
    await().atMost(SOON).until(() -> tail.status().trouble().contains("another cluster"));

    assertThat(rows.query("SELECT body FROM message")).containsExactly("a");
    assertThat(rows.query("SELECT epoch FROM pair_epoch")).containsExactly("1");
    assertThat(told.ends).isEmpty();
  }

  @Test
  void whatAPromotionLeftOutGivesWayToWhatTookItsPlace() throws SQLException {
    log.publish(1, "a");
    long agreed = log.committed();
    log.publish(1, "left out", "too");
    awaitStored();
    tail.close();
    log.promote(agreed, 2, 1, 1);
    BatchWriter withoutKey = BatchWriter.withLimit(1 << 10);
    withoutKey.add(null, List.of(), "b".getBytes(StandardCharsets.UTF_8), FrameLog.TIME, 0, 0);
    log.publish(1, withoutKey, Compressor.NONE);
    told.forget();

    tail = tail(2);
    awaitStored();

    assertThat(
            rows.query(
                "SELECT body, epoch, message_key, headers IS NULL FROM message"
                    + " ORDER BY message_offset"))
        .containsExactly("a|1|key|0", "b|2|null|1", "too|1|key|0");
    awaitNoted();
  }

  @Test
  void aDeadLetterIsOfTheGenerationThatItWasOfHoweverOftenItIsWritten() throws SQLException {
    log.publish(1, "bad");
    log.append(new GroupCreated(1, 1, 1, 0, "billing"));
    log.append(new TopicCreated(2, TopicSpec.named("orders.dlq")));
    awaitStored();
    long before = told.stored.get();
    log.deadLetter(2, new DeadLetter(1, 1, 0, 16, "c-9", "cannot parse"), "bad");
    log.append(new GroupReset(1, 1, 2, 0));
    awaitStored();
    tail.close();
    try (Connection connection = rows.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("UPDATE checkpoint SET position = " + before);
    }
    told.forget();

    tail = tail(2);
    awaitStored();

    assertThat(rows.query("SELECT generation, outcome FROM delivery"))
        .containsExactly("1|DEAD_LETTER");
    assertThat(rows.query("SELECT generation FROM consumer_group ORDER BY generation"))
        .containsExactly("1", "2");
  }

  @Test
  void anAckThatCameLateIsWhatBecameOfTheAttempt() throws SQLException {
    log.publish(1, "a");
    log.append(new GroupCreated(1, 1, 1, 0, "billing"));
    log.append(new Settle(1, 1, 1, "", List.of(SettleItem.retry(0, 0, 1, 9_000))));
    log.append(new Settle(1, 1, 1, "c-1", List.of(SettleItem.acked(0, 0, 1))));
    awaitStored();
    assertThat(rows.query("SELECT outcome, consumer, due_at FROM delivery"))
        .containsExactly("ACKED|c-1|null");

    try (Connection connection = database.connect()) {
      PairRows.goBack(connection, "pair-1", 1, 0);
    } catch (FencedException e) {
      throw new AssertionError(e);
    }
    tail.close();
    told.forget();
    tail = tail(1);
    awaitStored();

    assertThat(rows.query("SELECT outcome, consumer, due_at FROM delivery"))
        .as("written again, the retry first")
        .containsExactly("ACKED|c-1|null");
  }

  @Test
  void aLongRunThatNobodyHasMakesNoRows() throws SQLException {
    log.append(new GroupCreated(1, 1, 1, 0, "billing"));
    log.append(
        new Settle(
            1,
            1,
            1,
            "",
            List.of(SettleItem.dropped(0, 10_000), SettleItem.dropped(10_001, 10_003))));
    awaitStored();

    assertThat(rows.query("SELECT MIN(message_offset), COUNT(*) FROM delivery"))
        .containsExactly("10001|3");
  }

  @Test
  void whatNoColumnHoldsIsCut() throws SQLException {
    log.publishersSay(Long.MAX_VALUE);
    log.publish(1, "late");
    log.publishersSay(0);
    log.publish(1, "early");
    log.append(new GroupCreated(1, 1, 1, 0, "billing"));
    String long300 = "ü".repeat(300);
    log.append(new Settle(1, 1, 1, long300, List.of(SettleItem.retry(0, 0, 1, Long.MAX_VALUE))));
    log.append(new TopicCreated(2, TopicSpec.named("orders.dlq")));
    log.deadLetter(2, new DeadLetter(1, 1, 1, 2, long300, long300.repeat(10)), "early");
    awaitStored();

    assertThat(rows.query("SELECT published_at FROM message WHERE topic = 'orders'"))
        .containsExactly("9999-12-31 23:59:59.999", "1970-01-01 00:00:00");
    assertThat(rows.query("SELECT CHAR_LENGTH(consumer), CHAR_LENGTH(reason) FROM delivery"))
        .containsExactlyInAnyOrder("200|null", "200|1024");
  }

  @Test
  void rowsOfOneTopicAndOfSeveralComeInLargeStatements() throws SQLException {
    tail.close();
    String[] bodies = new String[100];
    Arrays.setAll(bodies, i -> "m" + i);
    log.append(new TopicCreated(2, TopicSpec.named("invoices")));
    log.append(new GroupCreated(1, 1, 1, 0, "billing"));
    log.append(new GroupCreated(2, 2, 1, 0, "mail"));
    log.publish(1, bodies);
    log.publish(2, bodies);
    log.append(new Settle(1, 1, 1, "c-1", List.of(SettleItem.acked(0, 99, 1))));
    // The second statement of deliveries has 64 rows of this consumer, and nothing else.
    log.append(new Settle(2, 2, 1, "it's", List.of(SettleItem.acked(0, 91, 2))));
    log.append(new Settle(2, 2, 1, "c-\\2", List.of(SettleItem.retry(92, 99, 1, 9_000))));
    tail = tail(2);
    awaitStored();

    String each = "COUNT(*), COUNT(DISTINCT message_offset), MAX(message_offset)";
    assertThat(
            rows.query(
                "SELECT topic, pair, partition_no, epoch, "
                    + each
                    + ", COUNT(DISTINCT body) FROM message"
                    + " GROUP BY topic, pair, partition_no, epoch ORDER BY partition_no"))
        .containsExactly("orders|pair-1|1|1|100|100|99|100", "invoices|pair-1|2|1|100|100|99|100");
    assertThat(
            rows.query(
                "SELECT topic, pair, partition_no, group_name, consumer, attempt, outcome, due_at, "
                    + each
                    + " FROM delivery GROUP BY topic, pair, partition_no, group_name, consumer,"
                    + " attempt, outcome, due_at ORDER BY MAX(message_offset), partition_no"))
        .containsExactly(
            "invoices|pair-1|2|mail|it's|2|ACKED|null|92|92|91",
            "orders|pair-1|1|billing|c-1|1|ACKED|null|100|100|99",
            "invoices|pair-1|2|mail|c-\\2|1|RETRY|1970-01-01 00:00:09|8|8|99");
  }

  @Test
  void whatIsWrittenTwiceIsThereOnce() throws SQLException {
    for (int i = 0; i < 20; i++) {
      log.publish(1, "m" + i);
    }
    awaitStored();
    tail.close();
    try (Connection connection = rows.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("DELETE FROM checkpoint");
    }
    told.forget();

    tail = tail(2);
    awaitStored();

    assertThat(rows.query("SELECT COUNT(*) FROM message")).containsExactly("20");
  }

  @Test
  void theLateTransactionOfAnOldActiveIsRefused() throws Exception {
    log.publish(1, "a");
    awaitStored();
    try (Connection blocker = rows.connect()) {
      holdUp(blocker, 1);
      log.publish(1, "late");
      tail.committed(log.committed());
      await()
          .atMost(SOON)
          .until(() ->
              rows.query(
                      "SELECT COUNT(*) FROM information_schema.innodb_trx"
                          + " WHERE trx_state = 'LOCK WAIT'")
                  .equals(List.of("1")));
      try (Connection other = rows.connect()) {
        other.setAutoCommit(false);
        PairRows.claim(other, "pair-1", 2, "node-2", FrameLog.TIME);
      }
      blocker.rollback();
    }
    await().atMost(SOON).until(() -> !told.ends.isEmpty());

    assertThat(told.ends.getFirst()).contains("epoch 2");
    assertThat(rows.query("SELECT body FROM message")).containsExactly("a");
  }

  @Test
  void aDatabaseThatIsKilledWhileItsTablesAreMadeGetsThemLater() throws Exception {
    SERVER.server().kill();
    log.publish(1, "a");
    SERVER.server().restart();
    awaitStored();

    assertThat(rows.query("SELECT body FROM message")).containsExactly("a");
  }

  @Test
  void aDatabaseThatIsKilledLosesAndDoublesNothing() throws Exception {
    List<String> expected = new ArrayList<>();
    awaitStored();
    Thread killer =
        Thread.ofPlatform()
            .start(() -> {
              try {
                Thread.sleep(300);
                SERVER.server().kill();
                Thread.sleep(300);
                SERVER.server().restart();
              } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    for (int i = 0; i < 3_000; i++) {
      log.publish(1, "m" + i);
      expected.add("m" + i);
      tail.committed(log.committed());
      if (i % 10 == 0) {
        Thread.sleep(3);
      }
    }
    killer.join();
    awaitStored();

    assertThat(rows.query("SELECT body FROM message ORDER BY message_offset")).isEqualTo(expected);
  }

  @Test
  void aDeadLetterIsAMessageAndTheEndOfADelivery() throws SQLException {
    log.publish(1, "bad");
    log.append(new GroupCreated(1, 1, 1, 0, "billing"));
    log.append(new TopicCreated(2, TopicSpec.named("orders.dlq")));
    log.deadLetter(2, new DeadLetter(1, 1, 0, 16, "c-9", "cannot parse"), "bad");
    awaitStored();

    assertThat(rows.query("SELECT topic, body FROM message ORDER BY partition_no"))
        .containsExactly("orders|bad", "orders.dlq|bad");
    assertThat(rows.query("SELECT topic, outcome, attempt, consumer, reason FROM delivery"))
        .containsExactly("orders|DEAD_LETTER|16|c-9|cannot parse");
  }
}
