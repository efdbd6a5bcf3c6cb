package io.feige.broker.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.broker.core.record.JournalRecord.GroupCreated;
import io.feige.broker.core.record.JournalRecord.GroupReset;
import io.feige.broker.core.record.JournalRecord.Settle;
import io.feige.broker.core.record.JournalRecord.SettleItem;
import io.feige.broker.core.record.JournalRecord.TopicCreated;
import io.feige.broker.store.jdbc.Database;
import io.feige.broker.store.jdbc.PairRows;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.frame.LetterOrigin;
import io.feige.protocol.model.TopicSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A tail that goes on where another one, or the database, ended. */
final class ResumingIT {
  @TempDir private static Path dir = Path.of("");

  @RegisterExtension
  private static final TestDatabases DATABASES = TestDatabases.ofOwnServer(() -> dir);

  @RegisterExtension private final TestStore store = new TestStore(DATABASES, false);

  private final FrameLog log = store.log();
  private final Told told = store.told();

  @Test
  void aTailThatBeginsAgainGoesOnWhereTheLastOneWas() throws SQLException {
    log.publish(1, "a");
    store.awaitStored();
    store.end();
    log.publish(1, "b");

    store.begin(2);
    store.awaitStored();

    assertThat(store.query("SELECT body, topic FROM message ORDER BY message_offset"))
        .containsExactly("a|orders", "b|orders");
    assertThat(store.query("SELECT epoch, node FROM pair_epoch")).containsExactly("2|node-1");
  }

  @Test
  void theRowsOfAnotherJournalAreLeftAlone() throws SQLException {
    log.publish(1, "a");
    store.awaitStored();
    store.end();
    log.publish(1, "b");
    log.bornAt(FrameLog.TIME + 1);

    store.begin(2);
    await().until(() -> store.tail().status().trouble().contains("another cluster"));

    assertThat(store.query("SELECT body FROM message")).containsExactly("a");
    assertThat(store.query("SELECT epoch FROM pair_epoch")).containsExactly("1");
    assertThat(told.ends).isEmpty();
  }

  @Test
  void whatAPromotionLeftOutGivesWayToWhatTookItsPlace() throws SQLException {
    log.publish(1, "a");
    long agreed = log.committed();
    log.publish(1, "left out", "too");
    store.awaitStored();
    store.end();
    log.promote(agreed, 2, 1, 1);
    BatchWriter withoutKey = BatchWriter.withLimit(1 << 10);
    withoutKey.add(null, List.of(), "b".getBytes(StandardCharsets.UTF_8), FrameLog.TIME, 0);
    log.publish(1, withoutKey, Compressor.NONE);

    store.begin(2);
    store.awaitStored();

    assertThat(
            store.query(
                "SELECT body, epoch, message_key, headers IS NULL FROM message"
                    + " ORDER BY message_offset"))
        .containsExactly("a|1|key|0", "b|2|null|1", "too|1|key|0");
    store.awaitNoted();
  }

  @Test
  void aDeadLetterIsOfTheGenerationThatItWasOfHoweverOftenItIsWritten() throws SQLException {
    log.publish(1, "bad");
    log.append(new GroupCreated(1, 1, 1, 0, "billing"));
    log.append(new TopicCreated(2, TopicSpec.named("orders.dlq")));
    store.awaitStored();
    long before = told.stored.get();
    log.deadLetter(
        2, new LetterOrigin(1, 1, 0, 16, "orders", "billing", "c-9", "cannot parse"), "bad");
    log.append(new GroupReset(1, 1, 2, 0));
    store.awaitStored();
    store.end();
    store.execute("UPDATE checkpoint SET position = " + before);

    store.begin(2);
    store.awaitStored();

    assertThat(store.query("SELECT generation, outcome FROM delivery"))
        .containsExactly("1|DEAD_LETTER");
    assertThat(store.query("SELECT generation FROM consumer_group ORDER BY generation"))
        .containsExactly("1", "2");
  }

  @Test
  void anAckThatCameLateIsWhatBecameOfTheAttempt() throws Exception {
    log.publish(1, "a");
    log.append(new GroupCreated(1, 1, 1, 0, "billing"));
    log.append(new Settle(1, 1, 1, "", List.of(SettleItem.retry(0, 0, 1, 1, 9_000))));
    log.append(new Settle(1, 1, 1, "c-1", List.of(SettleItem.acked(0, 0, 1))));
    store.awaitStored();
    assertThat(store.query("SELECT outcome, consumer, due_at FROM delivery"))
        .containsExactly("ACKED|c-1|null");

    store.awaitNoted();
    store.end();
    try (Database again = new Database(store.rows().settings(), 5);
        Connection connection = again.connect()) {
      PairRows.goBack(connection, "pair-1", 1, 0);
    }
    store.begin(1);
    store.awaitStored();

    assertThat(store.query("SELECT outcome, consumer, due_at FROM delivery"))
        .as("written again, the retry first")
        .containsExactly("ACKED|c-1|null");
  }

  @Test
  void whatIsWrittenTwiceIsThereOnce() throws SQLException {
    for (int i = 0; i < 20; i++) {
      log.publish(1, "m" + i);
    }
    store.awaitStored();
    store.end();
    store.execute("DELETE FROM checkpoint");

    store.begin(2);
    store.awaitStored();

    assertThat(store.query("SELECT COUNT(*) FROM message")).containsExactly("20");
  }

  @Test
  void theLateTransactionOfAnOldActiveIsRefused() throws Exception {
    log.publish(1, "a");
    store.awaitStored();
    try (Connection blocker = store.connect()) {
      TestStore.holdUp(blocker, 1);
      log.publish(1, "late");
      store.commit();
      await()
          .until(() ->
              store
                  .query(
                      "SELECT COUNT(*) FROM information_schema.innodb_trx"
                          + " WHERE trx_state = 'LOCK WAIT'")
                  .equals(List.of("1")));
      try (Connection other = store.connect()) {
        other.setAutoCommit(false);
        PairRows.claim(other, "pair-1", 2, "node-2", FrameLog.TIME);
      }
      blocker.rollback();
    }

    assertThat(store.awaitEnd()).contains("epoch 2");
    assertThat(store.query("SELECT body FROM message")).containsExactly("a");
  }

  @Test
  void aDatabaseThatIsKilledWhileItsTablesAreMadeGetsThemLater() throws Exception {
    await().pollInterval(Duration.ofMillis(1)).until(() -> !store.query("SHOW TABLES").isEmpty());
    DATABASES.server().kill();
    log.publish(1, "a");
    DATABASES.server().restart();
    store.awaitStored();

    assertThat(store.query("SELECT body FROM message")).containsExactly("a");
  }

  @Test
  void aDatabaseThatIsKilledLosesAndDoublesNothing() throws Exception {
    store.awaitStored();
    List<String> published;
    try (Load load = new Load()) {
      load.awaitRows(1_000);
      DATABASES.server().kill();
      await().until(() -> !store.tail().status().trouble().isEmpty());
      load.goAheadByMore();
      DATABASES.server().restart();
      load.awaitRows(1_000);
      published = load.end();
    }
    store.awaitStored();

    assertThat(store.query("SELECT body FROM message ORDER BY message_offset"))
        .isEqualTo(published);
  }

  /** Publishes until it is ended, and is always ahead of the rows, within a bound. */
  private final class Load implements AutoCloseable {
    private static final int BOUND = 2_000;

    private final List<String> bodies = Collections.synchronizedList(new ArrayList<>());
    private volatile int mostAhead = BOUND;
    private volatile boolean isEnough;
    private final Thread publisher = Thread.ofPlatform().start(this::publish);

    private void publish() {
      while (!isEnough) {
        if (bodies.size() - rows() >= mostAhead || bodies.size() % 10 == 0) {
          LockSupport.parkNanos(1_000_000);
        }
        if (bodies.size() - rows() < mostAhead) {
          String body = "m" + bodies.size();
          log.publish(1, body);
          bodies.add(body);
          store.commit();
        }
      }
    }

    private long rows() {
      return store.tail().status().rows();
    }

    private void awaitRows(long more) {
      long enough = rows() + more;
      await().until(() -> rows() >= enough);
    }

    private void goAheadByMore() {
      int before = bodies.size();
      mostAhead = 2 * BOUND;
      await().until(() -> bodies.size() > before);
    }

    private List<String> end() throws InterruptedException {
      close();
      publisher.join();
      return bodies;
    }

    @Override
    public void close() {
      isEnough = true;
    }
  }
}
