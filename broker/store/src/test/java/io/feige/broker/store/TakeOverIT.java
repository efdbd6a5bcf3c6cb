package io.feige.broker.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.broker.core.group.Cursor;
import io.feige.broker.core.record.JournalRecord.GroupCreated;
import io.feige.broker.core.record.JournalRecord.Producer;
import io.feige.broker.core.record.JournalRecord.Settle;
import io.feige.broker.core.record.JournalRecord.SettleItem;
import io.feige.broker.core.record.JournalRecord.TopicCreated;
import io.feige.broker.store.history.StoredPair;
import io.feige.broker.store.history.StoredPairs;
import io.feige.broker.store.jdbc.Database;
import io.feige.broker.store.jdbc.FencedException;
import io.feige.broker.store.row.GroupFloor;
import io.feige.broker.store.tail.SqlTail;
import io.feige.broker.store.tail.TailSetup;
import io.feige.protocol.model.TopicSpec;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A pair goes on from its rows, while the node that wrote them may still be there. */
final class TakeOverIT {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String PAIR = "pair-1";

  @TempDir private static Path dir = Path.of("");

  @RegisterExtension private static final SharedServer SERVER = new SharedServer(() -> dir);

  private final FrameLog log = new FrameLog();
  private final Told told = new Told();
  private TestDatabase rows;
  private Database database;
  private StoredPairs pairs;
  private SqlTail tail;

  @BeforeEach
  void startTail() throws SQLException {
    rows = SERVER.database();
    database = new Database(rows.settings(), 5);
    pairs = new StoredPairs(database, PAIR);
    tail =
        SqlTail.start(
            new TailSetup(rows.settings(), database, PAIR, "node-1", 1, 1 << 20, true), log, told);
    log.append(new TopicCreated(1, TopicSpec.named("orders")));
  }

  @AfterEach
  void close() {
    tail.close();
    database.close();
  }

  private void awaitStored() {
    tail.committed(log.committed());
    await().atMost(SOON).until(() -> told.stored.get() == log.committed());
  }

  @Test
  void whoTakesOverRefusesTheOneBeforeAndGoesOnFromItsRows() throws Exception {
    log.publish(1, "a", "b");
    log.append(new GroupCreated(1, 1, 1, 0, "billing"));
    log.append(new Settle(1, 1, 1, "c-1", List.of(SettleItem.acked(0, 0, 1))));
    awaitStored();
    long end = told.stored.get();

    assertThat(pairs.takeOver(2, "node-2", 0)).isTrue();
    log.publish(1, "late");
    tail.committed(log.committed());
    await().atMost(SOON).until(() -> !told.ends.isEmpty());
    StoredPair read = pairs.read().before(2);
    pairs.moveOn(read, 2);

    assertThat(rows.query("SELECT body FROM message ORDER BY message_offset"))
        .containsExactly("a", "b");
    assertThat(read.epoch()).isEqualTo(1);
    assertThat(read.end()).isGreaterThan(end);
    StoredPair.Topic topic = read.topics().getFirst();
    assertThat(topic.endOffset()).isEqualTo(2);
    assertThat(topic.groups().getFirst().unsettled(2)).isEqualTo(1);
    assertThat(pairs.storedWhenTakenOver(1)).isEqualTo(end);
    assertThat(rows.query("SELECT epoch, node FROM takeover")).containsExactly("2|node-2");
  }

  @Test
  void whatIsNotedAsSettledIsNotReadAgain() throws Exception {
    log.publish(1, "a", "b", "c", "d");
    log.append(new GroupCreated(1, 1, 1, 0, "billing"));
    log.append(new Settle(1, 1, 1, "c-1", List.of(SettleItem.acked(0, 1, 1))));
    log.append(new Settle(1, 1, 1, "c-1", List.of(SettleItem.acked(3, 3, 1))));
    log.settledBelow(new GroupFloor(1, 1, 1, 2));
    awaitStored();
    await()
        .atMost(SOON)
        .until(() -> rows.query("SELECT settled_below FROM consumer_group").equals(List.of("2")));
    rows.execute("DELETE FROM delivery WHERE message_offset < 2");

    Cursor cursor = pairs.read().topics().getFirst().groups().getFirst().cursor();

    assertThat(cursor.floor()).isEqualTo(2);
    assertThat(cursor.settled().count()).isEqualTo(1);
  }

  @Test
  void whatIsNotStoredYetIsNotNotedAsSettled() throws Exception {
    log.publish(1, "a");
    log.append(new GroupCreated(1, 1, 1, 0, "billing"));
    awaitStored();
    try (Connection connection = rows.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("LOCK TABLES delivery WRITE");
      log.append(new Settle(1, 1, 1, "c-1", List.of(SettleItem.acked(0, 0, 1))));
      log.settledBelow(new GroupFloor(1, 1, 1, 1));
      tail.committed(log.committed());
      TimeUnit.SECONDS.sleep(3);
      assertThat(rows.query("SELECT settled_below FROM consumer_group")).containsExactly("0");
      statement.execute("UNLOCK TABLES");
    }
    await()
        .atMost(SOON)
        .until(() -> rows.query("SELECT settled_below FROM consumer_group").equals(List.of("1")));
  }

  @Test
  void whoFilledTheStoreLastGoesOnFromItsOwnJournal() throws Exception {
    log.publish(1, "a");
    awaitStored();

    assertThat(pairs.takeOver(2, "node-1", 1)).isFalse();

    assertThat(rows.query("SELECT epoch FROM pair_epoch")).containsExactly("1");
    assertThat(rows.query("SELECT epoch FROM takeover")).isEmpty();
  }

  @Test
  void nothingIsTakenOverOfAPairThatHasNoRows() throws Exception {
    awaitStored();

    assertThat(new StoredPairs(database, "pair-2").takeOver(1, "node-2", 0)).isFalse();
  }

  @Test
  void olderEpochTakesNothingOver() throws Exception {
    awaitStored();
    assertThat(pairs.takeOver(3, "node-2", 0)).isTrue();

    assertThatThrownBy(() -> pairs.takeOver(2, "node-1", 1)).isInstanceOf(FencedException.class);
  }

  @Test
  void takeOverThatIsTriedAgainStillKnowsWhatWasStoredAtFirst() throws Exception {
    log.publish(1, "a");
    awaitStored();
    long end = told.stored.get();
    assertThat(pairs.takeOver(2, "node-2", 0)).isTrue();
    StoredPair read = pairs.read().before(2);
    pairs.moveOn(read, 2);

    assertThat(pairs.takeOver(2, "node-2", 0)).isTrue();

    assertThat(pairs.storedWhenTakenOver(1)).isEqualTo(end);
  }

  @Test
  void producersAreKnownByTheirLastBatches() throws Exception {
    log.publish(1, "a", "b");
    log.publish(1, "c");
    awaitStored();

    List<StoredPair.Sent> sent = pairs.read().topics().getFirst().sent();

    assertThat(sent)
        .extracting(StoredPair.Sent::producer)
        .containsExactly(new Producer(FrameLog.PRODUCER, 1), new Producer(FrameLog.PRODUCER, 2));
    assertThat(sent).extracting(each -> each.taken().offset()).containsExactly(0L, 2L);
  }

  @Test
  void rowsAreAtAnyTimeWhatTheCheckpointSays() throws Exception {
    awaitStored();
    for (int i = 0; i < 40; i++) {
      log.publish(1, manyBodies());
    }
    tail.committed(log.committed());
    List<String> seen = new ArrayList<>();
    while (told.stored.get() < log.committed()) {
      seen.addAll(
          rows.query(
              "SELECT COUNT(*) FROM message WHERE position >="
                  + " (SELECT MAX(position) FROM checkpoint)"));
    }
    awaitStored();

    assertThat(seen).isNotEmpty().containsOnly("0");
    assertThat(rows.query("SELECT COUNT(*) FROM message")).containsExactly("28000");
  }

  /** More than go into one batch of rows. */
  private static String[] manyBodies() {
    return Collections.nCopies(700, "x").toArray(String[]::new);
  }

  @Test
  void rowThatIsRefusedHasNoStubWhereTheOtherMemberHasNothingElse() throws Exception {
    awaitStored();
    try (Connection connection = rows.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("ALTER TABLE message ADD CONSTRAINT c CHECK (body <> 'bad')");
      log.publish(1, "good", "bad");
      tail.committed(log.committed());
      await().atMost(SOON).until(() -> !tail.status().trouble().isEmpty());
      assertThat(rows.query("SELECT COUNT(*) FROM message")).containsExactly("0");
      statement.execute("ALTER TABLE message DROP CONSTRAINT c");
    }
    awaitStored();

    assertThat(rows.query("SELECT body FROM message ORDER BY message_offset"))
        .containsExactly("good", "bad");
  }
}
