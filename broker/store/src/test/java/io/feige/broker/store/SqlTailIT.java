package io.feige.broker.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.broker.core.record.JournalRecord.GroupCreated;
import io.feige.broker.core.record.JournalRecord.Handed;
import io.feige.broker.core.record.JournalRecord.Settle;
import io.feige.broker.core.record.JournalRecord.SettleItem;
import io.feige.broker.core.record.JournalRecord.TopicAltered;
import io.feige.broker.core.record.JournalRecord.TopicCreated;
import io.feige.protocol.frame.LetterOrigin;
import io.feige.protocol.frame.LetterReplay;
import io.feige.protocol.model.TopicSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class SqlTailIT {
  @RegisterExtension private static final TestDatabases DATABASES = TestDatabases.shared();

  @RegisterExtension private final TestStore store = new TestStore(DATABASES, false);

  private final FrameLog log = store.log();
  private final Told told = store.told();

  @Test
  void messagesAndDeliveriesBecomeRows() throws SQLException {
    log.publish(1, "a", "b", "c");
    log.append(new GroupCreated(1, 1, 1, 0, "billing"));
    log.append(
        new Settle(
            1,
            1,
            1,
            "c-1",
            List.of(SettleItem.acked(0, 0, 1), SettleItem.retry(1, 1, 2, 1, 9_000))));
    store.awaitStored();

    assertThat(
            store.query(
                "SELECT topic, pair, message_offset, message_key, REPLACE(headers, ' ', ''), body,"
                    + " stored_at FROM message ORDER BY message_offset"))
        .containsExactly(
            "orders|pair-1|0|key|{\"type\":\"test\"}|a|2026-09-21 14:13:20",
            "orders|pair-1|1|key|{\"type\":\"test\"}|b|2026-09-21 14:13:20",
            "orders|pair-1|2|key|{\"type\":\"test\"}|c|2026-09-21 14:13:20");
    assertThat(
            store.query(
                "SELECT message_offset, group_name, consumer, attempt, outcome, due_at"
                    + " FROM delivery ORDER BY message_offset"))
        .containsExactly("0|billing|c-1|1|ACKED|null", "1|billing|c-1|2|RETRY|1970-01-01 00:00:09");
    store.awaitNoted();
  }

  @Test
  void recordsThatMakeNoRowsAreNotLeftBehind() throws SQLException {
    log.publish(1, "a");
    store.awaitStored();
    log.append(new Handed(1, 1, 1, 100));

    store.awaitStored();

    assertThat(store.tail().status().lagBytes()).isZero();
    store.awaitNoted();
  }

  @Test
  void batchesThatAreDoneOutOfOrderDoNotLeaveTheCheckpointBehind() throws SQLException {
    log.publish(1, "a");
    store.awaitStored();
    store.awaitNoted();
    long before = log.committed();
    long rowsBefore = store.tail().status().rows();
    String[] bodies = new String[store.rows().settings().batchRows()];
    Arrays.fill(bodies, "b");
    try (Connection blocker = store.connect()) {
      TestStore.holdUp(blocker, 1);
      log.publish(1, bodies);
      log.publish(1, bodies);
      store.commit();
      await().until(() -> store.tail().status().rows() == rowsBefore + bodies.length);
      assertThat(store.query("SELECT COUNT(*), COUNT(DISTINCT body) FROM message"))
          .as("the second batch")
          .containsExactly(1 + bodies.length + "|2");
      assertThat(told.checkpoint).hasValue(before);
      blocker.rollback();
    }

    store.awaitStored();
    store.awaitNoted();

    assertThat(store.query("SELECT COUNT(*) FROM message"))
        .containsExactly(String.valueOf(1 + 2 * bodies.length));
  }

  @Test
  void messagesDoNotWaitForDeliveries() throws SQLException {
    log.publish(1, "a");
    log.append(new GroupCreated(1, 1, 1, 0, "billing"));
    store.awaitStored();
    store.awaitNoted();
    long before = log.committed();
    try (Connection blocker = store.connect();
        Statement statement = blocker.createStatement()) {
      blocker.setAutoCommit(false);
      statement.execute(
          "INSERT INTO delivery (topic, pair, partition_no, message_offset, group_name, generation,"
              + " attempt, day, outcome, consumer, settled_at, epoch) VALUES ('orders', 'pair-1',"
              + " 1, 0, 'billing', 1, 1, '2026-09-21', 'DROPPED', 'x', NOW(3), 0)");
      log.append(new Settle(1, 1, 1, "c-1", List.of(SettleItem.acked(0, 0, 1))));
      log.publish(1, "b");
      store.tail().want(log.committed());
      store.commit();

      await().until(() -> told.stored.get() == log.committed());
      assertThat(store.query("SELECT body FROM message")).containsExactly("a", "b");
      assertThat(store.tail().status().storedPosition()).isEqualTo(before);
      assertThat(store.query("SELECT MAX(position) FROM checkpoint"))
          .containsExactly(String.valueOf(before));
      blocker.rollback();
    }

    store.awaitStored();
    store.awaitNoted();
    assertThat(store.query("SELECT outcome FROM delivery")).containsExactly("ACKED");
  }

  @Test
  void rowsThatCannotBeWrittenAreCounted() throws SQLException {
    log.publish(1, "a");
    store.awaitStored();
    try (Connection connection = store.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("LOCK TABLES message WRITE");
      log.publish(1, "b", "c");
      store.commit();

      await().until(() -> store.tail().status().lagRows() == 2);
      assertThat(store.tail().status().lagBytes()).isPositive();
      statement.execute("UNLOCK TABLES");
    }
    store.awaitStored();

    assertThat(store.tail().status().lagRows()).isZero();
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
    store.awaitStored();

    assertThat(store.query("SELECT MIN(message_offset), COUNT(*) FROM delivery"))
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
    log.append(new Settle(1, 1, 1, long300, List.of(SettleItem.retry(0, 0, 1, 1, Long.MAX_VALUE))));
    log.append(new TopicCreated(2, TopicSpec.named("orders.dlq")));
    log.deadLetter(
        2, new LetterOrigin(1, 1, 1, 2, "orders", "billing", long300, long300.repeat(10)), "early");
    store.awaitStored();

    assertThat(store.query("SELECT published_at FROM message WHERE topic = 'orders'"))
        .containsExactly("9999-12-31 23:59:59.999", "1970-01-01 00:00:00");
    assertThat(store.query("SELECT CHAR_LENGTH(consumer), CHAR_LENGTH(reason) FROM delivery"))
        .containsExactlyInAnyOrder("200|null", "200|1024");
  }

  @Test
  void aTopicThatWasAlteredHasItsNewSettingsInItsRow() throws SQLException {
    log.append(new TopicAltered(1, TopicSpec.named("orders").withMaxAttempts(3)));
    log.publish(1, "a");
    store.awaitStored();

    assertThat(store.query("SELECT topic, JSON_EXTRACT(spec, '$.maxAttempts') FROM topic"))
        .containsExactly("orders|3");
  }

  @Test
  void rowsOfOneTopicAndOfSeveralComeInLargeStatements() throws SQLException {
    store.end();
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
    log.append(new Settle(2, 2, 1, "c-\\2", List.of(SettleItem.retry(92, 99, 1, 1, 9_000))));

    store.begin(2);
    store.awaitStored();

    String each = "COUNT(*), COUNT(DISTINCT message_offset), MAX(message_offset)";
    assertThat(
            store.query(
                "SELECT topic, pair, partition_no, epoch, "
                    + each
                    + ", COUNT(DISTINCT body) FROM message"
                    + " GROUP BY topic, pair, partition_no, epoch ORDER BY partition_no"))
        .containsExactly("orders|pair-1|1|1|100|100|99|100", "invoices|pair-1|2|1|100|100|99|100");
    assertThat(
            store.query(
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
  void aDeadLetterIsAMessageAndTheEndOfADelivery() throws SQLException {
    log.publish(1, "bad");
    log.append(new GroupCreated(1, 1, 1, 0, "billing"));
    log.append(new TopicCreated(2, TopicSpec.named("orders.dlq")));
    log.deadLetter(
        2, new LetterOrigin(1, 1, 0, 16, "orders", "billing", "c-9", "cannot parse"), "bad");
    store.awaitStored();

    assertThat(store.query("SELECT topic, body FROM message ORDER BY partition_no"))
        .containsExactly("orders|bad", "orders.dlq|bad");
    assertThat(store.query("SELECT topic, outcome, attempt, consumer, reason FROM delivery"))
        .containsExactly("orders|DEAD_LETTER|16|c-9|cannot parse");
  }

  @Test
  void aLetterThatIsReplayedIsDealtWithAndPassedOverByOtherGroups() throws SQLException {
    log.publish(1, "bad");
    log.append(new GroupCreated(1, 1, 1, 0, "billing"));
    log.append(new GroupCreated(1, 2, 2, 0, "mail"));
    log.append(new TopicCreated(2, TopicSpec.named("orders.dlq")));
    log.deadLetter(2, new LetterOrigin(1, 1, 0, 1, "orders", "billing", "c-9", "no"), "bad");
    log.append(new GroupCreated(2, 3, 3, 0, "dealt-with"));
    log.replay(1, new LetterReplay(1, 2, 0, 3, List.of(2)), "good");
    store.awaitStored();

    assertThat(store.query("SELECT topic, message_offset, body FROM message ORDER BY position"))
        .containsExactly("orders|0|bad", "orders.dlq|0|bad", "orders|1|good");
    assertThat(
            store.query(
                "SELECT topic, message_offset, group_name, generation, outcome, reason FROM delivery"
                    + " WHERE outcome <> 'DEAD_LETTER' ORDER BY group_name"))
        .containsExactly(
            "orders.dlq|0|dealt-with|3|ACKED|replayed as offset 1 of orders",
            "orders|1|mail|2|DROPPED|replayed for billing");
  }
}
