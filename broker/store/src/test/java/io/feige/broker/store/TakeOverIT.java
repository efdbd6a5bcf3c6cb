package io.feige.broker.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.broker.core.group.Cursor;
import io.feige.broker.core.record.JournalRecord.GroupCreated;
import io.feige.broker.core.record.JournalRecord.Producer;
import io.feige.broker.core.record.JournalRecord.Settle;
import io.feige.broker.core.record.JournalRecord.SettleItem;
import io.feige.broker.store.history.StoredPair;
import io.feige.broker.store.history.StoredPairs;
import io.feige.broker.store.jdbc.FencedException;
import io.feige.broker.store.row.GroupFloor;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A pair goes on from its rows, while the node that wrote them may still be there. */
final class TakeOverIT {
  private static final String WAITING_FOR_TABLE =
      "SELECT id FROM information_schema.processlist WHERE db = DATABASE()"
          + " AND state LIKE 'Waiting for table metadata lock%'";

  @RegisterExtension private static final TestDatabases DATABASES = TestDatabases.shared();

  @RegisterExtension private final TestStore store = new TestStore(DATABASES, true);

  private final FrameLog log = store.log();
  private final Told told = store.told();
  private StoredPairs pairs;

  @BeforeEach
  void open() {
    pairs = new StoredPairs(store.database(), TestStore.PAIR);
  }

  @Test
  void whoTakesOverRefusesTheOneBeforeAndGoesOnFromItsRows() throws Exception {
    log.publish(1, "a", "b");
    log.append(new GroupCreated(1, 1, 1, 0, "billing"));
    log.append(new Settle(1, 1, 1, "c-1", List.of(SettleItem.acked(0, 0, 1))));
    store.awaitStored();
    long end = told.stored.get();

    assertThat(pairs.takeOver(2, "node-2", 0, 0)).isTrue();
    log.publish(1, "late");
    store.commit();
    store.awaitEnd();
    StoredPair read = pairs.read().before(2);
    pairs.moveOn(read, 2);

    assertThat(store.query("SELECT body FROM message ORDER BY message_offset"))
        .containsExactly("a", "b");
    assertThat(read.epoch()).isEqualTo(1);
    assertThat(read.end()).isGreaterThan(end);
    StoredPair.Topic topic = read.topics().getFirst();
    assertThat(topic.endOffset()).isEqualTo(2);
    assertThat(topic.groups().getFirst().unsettled(2)).isEqualTo(1);
    assertThat(pairs.storedWhenTakenOver(1)).isEqualTo(end);
    assertThat(store.query("SELECT epoch, node FROM takeover")).containsExactly("2|node-2");
  }

  @Test
  void whatIsNotedAsSettledIsNotReadAgain() throws Exception {
    log.publish(1, "a", "b", "c", "d");
    log.append(new GroupCreated(1, 1, 1, 0, "billing"));
    log.append(new Settle(1, 1, 1, "c-1", List.of(SettleItem.acked(0, 1, 1))));
    log.append(new Settle(1, 1, 1, "c-1", List.of(SettleItem.acked(3, 3, 1))));
    log.settledBelow(new GroupFloor(1, 1, 1, 2));
    store.awaitStored();
    await()
        .until(() -> store.query("SELECT settled_below FROM consumer_group").equals(List.of("2")));
    store.execute("DELETE FROM delivery WHERE message_offset < 2");

    Cursor cursor = pairs.read().topics().getFirst().groups().getFirst().cursor();

    assertThat(cursor.floor()).isEqualTo(2);
    assertThat(cursor.settled().count()).isEqualTo(1);
  }

  @Test
  void whatIsNotStoredYetIsNotNotedAsSettled() throws Exception {
    log.publish(1, "a");
    log.append(new GroupCreated(1, 1, 1, 0, "billing"));
    store.awaitStored();
    try (Connection connection = store.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("LOCK TABLES delivery WRITE");
      log.append(new Settle(1, 1, 1, "c-1", List.of(SettleItem.acked(0, 0, 1))));
      log.settledBelow(new GroupFloor(1, 1, 1, 1));
      store.commit();
      await().until(() -> !store.query(WAITING_FOR_TABLE).isEmpty());
      assertThat(store.query("SELECT settled_below FROM consumer_group")).containsExactly("0");
      statement.execute("UNLOCK TABLES");
    }
    await()
        .until(() -> store.query("SELECT settled_below FROM consumer_group").equals(List.of("1")));
  }

  @Test
  void whoFilledTheStoreLastGoesOnFromItsOwnJournal() throws Exception {
    log.publish(1, "a");
    store.awaitStored();

    assertThat(pairs.takeOver(2, "node-1", 1, born())).isFalse();

    assertThat(store.query("SELECT epoch FROM pair_epoch")).containsExactly("2");
    assertThat(store.query("SELECT epoch FROM takeover")).isEmpty();
  }

  @Test
  void whoGoesOnFromItsOwnJournalAndEndsBeforeItWritesMayDoSoAgain() throws Exception {
    store.awaitStored();
    assertThat(pairs.takeOver(3, "node-1", 1, born())).isFalse();

    assertThatThrownBy(() -> pairs.takeOver(2, "node-2", 0, 0)).isInstanceOf(FencedException.class);
    assertThat(pairs.takeOver(4, "node-1", 1, born())).isFalse();
    assertThat(pairs.takeOver(5, "node-2", 0, 0)).isTrue();
  }

  @Test
  void rowsOfAnotherJournalAreLeftToItsNodes() throws Exception {
    store.awaitStored();

    assertThat(pairs.takeOver(2, "node-7", 1, born() + 1)).isFalse();

    assertThat(store.query("SELECT epoch FROM pair_epoch")).containsExactly("1");
  }

  @Test
  void nothingIsTakenOverOfAPairThatHasNoRows() throws Exception {
    store.awaitStored();
    StoredPairs other = new StoredPairs(store.database(), "pair-2");

    assertThat(other.takeOver(2, "node-2", 0, 0)).isFalse();

    assertThatThrownBy(() -> other.takeOver(1, "node-1", 0, 0)).isInstanceOf(FencedException.class);
    assertThatThrownBy(other::read).hasMessageContaining("nothing of pair-2");
  }

  @Test
  void rowsOfAnOlderVersionAreOfTheEpochThatMayWrite() throws Exception {
    store.awaitStored();
    store.execute("DELETE FROM pair_rows");

    assertThat(pairs.takeOver(2, "node-1", 1, born())).isFalse();
    assertThat(pairs.takeOver(3, "node-2", 0, 0)).isTrue();
  }

  @Test
  void olderEpochTakesNothingOver() throws Exception {
    store.awaitStored();
    assertThat(pairs.takeOver(3, "node-2", 0, 0)).isTrue();

    assertThatThrownBy(() -> pairs.takeOver(2, "node-1", 1, born()))
        .isInstanceOf(FencedException.class);
  }

  @Test
  void takeOverThatIsTriedAgainStillKnowsWhatWasStoredAtFirst() throws Exception {
    log.publish(1, "a");
    store.awaitStored();
    long end = told.stored.get();
    assertThat(pairs.takeOver(2, "node-2", 0, 0)).isTrue();
    StoredPair read = pairs.read().before(2);
    pairs.moveOn(read, 2);

    assertThat(pairs.takeOver(2, "node-2", 0, 0)).isTrue();

    assertThat(pairs.storedWhenTakenOver(1)).isEqualTo(end);
  }

  @Test
  void producersAreKnownByTheirLastBatches() throws Exception {
    log.publish(1, "a", "b");
    log.publish(1, "c");
    store.awaitStored();

    List<StoredPair.Sent> sent = pairs.read().topics().getFirst().sent();

    assertThat(sent)
        .extracting(StoredPair.Sent::producer)
        .containsExactly(new Producer(FrameLog.PRODUCER, 1), new Producer(FrameLog.PRODUCER, 2));
    assertThat(sent).extracting(each -> each.taken().offset()).containsExactly(0L, 2L);
  }

  @Test
  void rowsAreAtAnyTimeWhatTheCheckpointSays() throws Exception {
    store.awaitStored();
    for (int i = 0; i < 40; i++) {
      log.publish(1, manyBodies());
    }
    store.commit();
    List<String> seen = new ArrayList<>();
    while (told.stored.get() < log.committed()) {
      seen.addAll(
          store.query(
              "SELECT COUNT(*) FROM message WHERE position >="
                  + " (SELECT MAX(position) FROM checkpoint)"));
    }
    store.awaitStored();

    assertThat(seen).isNotEmpty().containsOnly("0");
    assertThat(store.query("SELECT COUNT(*) FROM message")).containsExactly("28000");
  }

  /** When the journal began that the rows are of. */
  private long born() throws Exception {
    return Long.parseLong(store.query("SELECT journal FROM pair_epoch").getFirst());
  }

  /** More than go into one batch of rows. */
  private static String[] manyBodies() {
    return Collections.nCopies(700, "x").toArray(String[]::new);
  }

  @Test
  void rowThatIsRefusedHasNoStubWhereTheOtherMemberHasNothingElse() throws Exception {
    store.awaitStored();
    try (Connection connection = store.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("ALTER TABLE message ADD CONSTRAINT c CHECK (body <> 'bad')");
      log.publish(1, "good", "bad");
      store.commit();
      await().until(() -> !store.tail().status().trouble().isEmpty());
      assertThat(store.query("SELECT COUNT(*) FROM message")).containsExactly("0");
      statement.execute("ALTER TABLE message DROP CONSTRAINT c");
    }
    store.awaitStored();

    assertThat(store.query("SELECT body FROM message ORDER BY message_offset"))
        .containsExactly("good", "bad");
  }
}
