package io.feige.broker.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.broker.core.record.JournalRecord.GroupCreated;
import io.feige.broker.core.record.JournalRecord.Settle;
import io.feige.broker.core.record.JournalRecord.SettleItem;
import io.feige.broker.store.history.RowFrames;
import io.feige.broker.store.history.StoredMessage;
import io.feige.broker.store.history.StoredPairs;
import io.feige.broker.store.jdbc.PairRows;
import io.feige.compression.Compressors;
import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.BatchRecord;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.batch.RecordHeader;
import io.feige.protocol.frame.StoredFrame;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rows that the database will never take do not hold up the others. */
final class RefusedRowsIT {
  /** A constraint that some bodies are against, as somebody may have added it. */
  private static final String SMALL_BODIES =
      "ALTER TABLE message ADD CONSTRAINT small_bodies CHECK (body_bytes <= 100)";

  @RegisterExtension private static final TestDatabases DATABASES = TestDatabases.shared();

  @RegisterExtension private final TestStore store = new TestStore(DATABASES, false);

  private final FrameLog log = store.log();
  private final Told told = store.told();

  @BeforeEach
  void awaitTables() {
    store.awaitStored();
  }

  private void publish(String key, String... bodies) {
    log.publish(1, batch(key, bodies), Compressor.NONE);
  }

  private static BatchWriter batch(String key, String... bodies) {
    BatchWriter batch = BatchWriter.withLimit(TestStore.MOST_BYTES);
    for (String body : bodies) {
      batch.add(
          key.getBytes(StandardCharsets.UTF_8),
          List.of(RecordHeader.of("type", "test")),
          body.getBytes(StandardCharsets.UTF_8),
          FrameLog.TIME,
          0);
    }
    return batch;
  }

  /** The messages as they are read back. */
  private List<BatchRecord> readBack(int messages) throws SQLException {
    RowFrames.Place place = new RowFrames.Place("orders", 1, 0, messages);
    List<BatchRecord> records = new ArrayList<>();
    for (StoredFrame frame :
        new RowFrames(store.database(), TestStore.PAIR)
            .read(place, TestStore.MOST_BYTES)
            .frames()) {
      BatchReader batch =
          BatchReader.open(frame.batch(), Compressors.DECOMPRESSOR, TestStore.MOST_BYTES);
      for (int i = 0; i < frame.recordCount(); i++) {
        records.add(batch.record(i));
      }
    }
    return records;
  }

  private static List<String> bodies(List<BatchRecord> records) {
    return records.stream()
        .map(record -> new String(record.body(), StandardCharsets.UTF_8))
        .toList();
  }

  @Test
  void theOthersOfItsBatchAreStoredAndTheRefusedSaysWhy() throws SQLException {
    store.execute(SMALL_BODIES);
    List<String> all =
        IntStream.range(0, 300)
            .mapToObj(i -> i == 17 || i == 18 || i == 299 ? "x".repeat(101) : "m" + i)
            .toList();
    List<String> taken = all.stream().map(body -> body.length() > 100 ? "" : body).toList();

    publish("customer-7", all.toArray(String[]::new));
    store.awaitStored();

    assertThat(store.query("SELECT body FROM message ORDER BY message_offset")).isEqualTo(taken);
    assertThat(
            store.query(
                "SELECT message_offset, message_key, headers, body_bytes FROM message"
                    + " WHERE problem LIKE 'refused by the database with error %small_bodies%'"
                    + " ORDER BY message_offset"))
        .containsExactly("17|customer-7|null|0", "18|customer-7|null|0", "299|customer-7|null|0");
    assertThat(told.refused).hasSize(3);
    assertThat(told.refused.getFirst())
        .startsWith("message 17 of orders: ")
        .contains("small_bodies");
    assertThat(store.tail().status().problemRows()).isEqualTo(3);
    assertThat(store.tail().status().lagBytes()).isZero();
    assertThat(store.tail().status().trouble()).isEmpty();
    assertThat(store.query("SELECT MAX(position) FROM checkpoint"))
        .containsExactly(String.valueOf(log.committed()));

    List<BatchRecord> read = readBack(300);
    assertThat(bodies(read)).isEqualTo(taken);
    assertThat(read.get(16).headers()).containsExactly(RecordHeader.of("type", "test"));
    assertThat(read.get(17).key()).isEqualTo("customer-7".getBytes(StandardCharsets.UTF_8));
    assertThat(read.get(17).headers())
        .extracting(RecordHeader::name)
        .containsExactly(StoredMessage.PROBLEM_HEADER);
  }

  @Test
  void aKeyThatIsRefusedIsLeftOut() throws SQLException {
    store.execute(
        "ALTER TABLE message MODIFY message_key VARCHAR(8) CHARACTER SET ascii"
            + " COLLATE ascii_bin NULL");

    publish("short", "a");
    publish("much too long", "b");
    publish("ü", "c");
    store.awaitStored();

    assertThat(
            store.query(
                "SELECT message_key, body, problem IS NULL FROM message ORDER BY message_offset"))
        .containsExactly("short|a|1", "null||0", "null||0");
    assertThat(told.refused)
        .hasSize(2)
        .anyMatch(words -> words.contains("Data too long"))
        .as("MariaDB's words, or MySQL's")
        .anyMatch(words -> words.matches(".*(Incorrect string value|Conversion from).*"));
  }

  @Test
  void aMessageLargerThanAnyPacketDoesNotHoldUpTheOthers() throws SQLException {
    withSmallPackets(() -> {
      // The first three fit one by one, and not together.
      String large = "x".repeat(500_000);
      publish("key", large, large, large, "y".repeat(2 << 20), "last");
      store.awaitStored();

      assertThat(store.query("SELECT body_bytes FROM message ORDER BY message_offset"))
          .containsExactly("500000", "500000", "500000", "0", "4");
      assertThat(told.refused).singleElement().asString().contains("message 3 of orders: ");
    });
  }

  @Test
  void aBatchThatWaitsAndIsLargerThanAnyPacketDoesNotHoldUpTheOthers() throws SQLException {
    withSmallPackets(() -> {
      log.delay(1, batch("key", "a", "x".repeat(2 << 20)));
      log.delay(1, batch("key", "b"));
      publish("key", "last");
      store.awaitStored();

      assertThat(store.query("SELECT body FROM message")).containsExactly("last");
      assertThat(store.query("SELECT messages, batch = '' FROM delayed_batch ORDER BY position"))
          .containsExactly("2|1", "1|0");
      assertThat(told.refused)
          .singleElement()
          .asString()
          .startsWith("batch of 2 messages of orders that waits: refused by the database");
      assertThat(new StoredPairs(store.database(), TestStore.PAIR).read().delays()).hasSize(1);
    });
  }

  private interface Check {
    void run() throws SQLException;
  }

  /** Runs with a tail whose database takes statements up to 1 MiB. */
  private void withSmallPackets(Check check) throws SQLException {
    store.end();
    String before = store.query("SELECT @@GLOBAL.max_allowed_packet").getFirst();
    store.execute("SET GLOBAL max_allowed_packet = " + (1 << 20));
    try {
      store.begin(1);
      check.run();
    } finally {
      store.execute("SET GLOBAL max_allowed_packet = " + before);
    }
  }

  @Test
  void aDeliveryThatIsRefusedIsCutDown() throws SQLException {
    store.execute("ALTER TABLE delivery MODIFY consumer VARCHAR(3) NOT NULL");
    publish("key", "a", "b");
    log.append(new GroupCreated(1, 1, 1, 0, "billing"));
    log.append(new Settle(1, 1, 1, "c-1", List.of(SettleItem.acked(0, 0, 1))));
    log.append(new Settle(1, 1, 1, "c-1000", List.of(SettleItem.acked(1, 1, 1))));
    store.awaitStored();

    assertThat(
            store.query(
                "SELECT message_offset, outcome, consumer, reason LIKE '%Data too long%'"
                    + " FROM delivery ORDER BY message_offset"))
        .containsExactly("0|ACKED|c-1|null", "1|ACKED||1");
    assertThat(told.refused)
        .singleElement()
        .asString()
        .startsWith("attempt 1 of billing at message 1 of orders: ");
  }

  @Test
  void whereNotEvenAStubIsTakenItIsTriedAgain() throws SQLException {
    store.execute("ALTER TABLE message ADD CONSTRAINT not_here CHECK (topic <> 'orders')");
    long before = told.stored.get();
    publish("key", "a");
    store.commit();
    await().until(() -> store.tail().status().trouble().contains("not_here"));
    assertThat(told.stored.get()).isEqualTo(before);
    assertThat(store.query("SELECT COUNT(*) FROM message")).containsExactly("0");

    store.execute("ALTER TABLE message DROP CONSTRAINT not_here");
    store.awaitStored();

    assertThat(store.query("SELECT body, problem FROM message")).containsExactly("a|null");
    assertThat(told.refused).isEmpty();
  }

  @Test
  void aTailOfAnOldEpochWritesNoStub() throws Exception {
    store.execute(SMALL_BODIES);
    try (Connection other = store.connect()) {
      other.setAutoCommit(false);
      PairRows.claim(other, TestStore.PAIR, 2, "node-2", FrameLog.TIME);
    }

    publish("key", "a", "x".repeat(101), "b");
    store.commit();
    store.awaitEnd();

    assertThat(store.query("SELECT COUNT(*) FROM message")).containsExactly("0");
    assertThat(told.refused).isEmpty();
  }
}
