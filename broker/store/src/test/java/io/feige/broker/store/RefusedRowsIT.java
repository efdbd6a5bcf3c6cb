package io.feige.broker.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.broker.core.record.JournalRecord.GroupCreated;
import io.feige.broker.core.record.JournalRecord.Settle;
import io.feige.broker.core.record.JournalRecord.SettleItem;
import io.feige.broker.core.record.JournalRecord.TopicCreated;
import io.feige.broker.store.history.RowFrames;
import io.feige.broker.store.history.StoredMessage;
import io.feige.broker.store.jdbc.Database;
import io.feige.broker.store.jdbc.PairRows;
import io.feige.broker.store.tail.SqlTail;
import io.feige.broker.store.tail.TailSetup;
import io.feige.compression.Compressors;
import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.BatchRecord;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.batch.RecordHeader;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.TopicSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Rows that the database will never take do not hold up the others. */
final class RefusedRowsIT {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String PAIR = "pair-1";
  private static final int MOST_BYTES = 8 << 20;

  /** A constraint that some bodies are against, as somebody may have added it. */
  private static final String SMALL_BODIES =
      "ALTER TABLE message ADD CONSTRAINT small_bodies CHECK (body_bytes <= 100)";

  @TempDir private static Path dir = Path.of("");

  @RegisterExtension private static final SharedServer SERVER = new SharedServer(() -> dir);

  private final FrameLog log = new FrameLog();
  private final Told told = new Told();
  private TestDatabase rows;
  private Database database;
  private SqlTail tail;

  @BeforeEach
  void startTail() {
    rows = SERVER.database();
    open();
    log.append(new TopicCreated(1, TopicSpec.named("orders")));
    awaitStored();
  }

  private void open() {
    database = new Database(rows.settings(), 5);
    TailSetup setup =
        new TailSetup(rows.settings(), database, PAIR, "node-1", 1, MOST_BYTES, false);
    tail = SqlTail.start(setup, log, told);
  }

  @AfterEach
  void close() {
    tail.close();
    database.close();
  }

  private void awaitStored() {
    tail.committed(log.committed());
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> assertThat(told.stored).as(tail.status().trouble()).hasValue(log.committed()));
    await().atMost(SOON).until(() -> tail.status().lagBytes() == 0);
  }

  private void publish(String key, String... bodies) {
    BatchWriter batch = BatchWriter.withLimit(MOST_BYTES);
    for (String body : bodies) {
      batch.add(
          key.getBytes(StandardCharsets.UTF_8),
          List.of(RecordHeader.of("type", "test")),
          body.getBytes(StandardCharsets.UTF_8),
          FrameLog.TIME,
          0,
          0);
    }
    log.publish(1, batch, Compressor.NONE);
  }

  /** The messages as they are read back. */
  private List<BatchRecord> readBack(int messages) throws SQLException {
    RowFrames.Place place = new RowFrames.Place("orders", 1, 0, messages);
    List<BatchRecord> records = new ArrayList<>();
    for (StoredFrame frame : new RowFrames(database, PAIR).read(place, MOST_BYTES).frames()) {
      BatchReader batch = BatchReader.open(frame.batch(), Compressors.DECOMPRESSOR, MOST_BYTES);
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
    rows.execute(SMALL_BODIES);
    List<String> all =
        IntStream.range(0, 300)
            .mapToObj(i -> i == 17 || i == 18 || i == 299 ? "x".repeat(101) : "m" + i)
            .toList();
    List<String> taken = all.stream().map(body -> body.length() > 100 ? "" : body).toList();

    publish("customer-7", all.toArray(String[]::new));
    awaitStored();

    assertThat(rows.query("SELECT body FROM message ORDER BY message_offset")).isEqualTo(taken);
    assertThat(
            rows.query(
                "SELECT message_offset, message_key, headers, body_bytes FROM message"
                    + " WHERE problem LIKE 'refused by the database with error %small_bodies%'"
                    + " ORDER BY message_offset"))
        .containsExactly("17|customer-7|null|0", "18|customer-7|null|0", "299|customer-7|null|0");
    assertThat(told.refused).hasSize(3);
    assertThat(told.refused.getFirst())
        .startsWith("message 17 of orders: ")
        .contains("small_bodies");
    assertThat(tail.status().problemRows()).isEqualTo(3);
    assertThat(tail.status().lagBytes()).isZero();
    assertThat(tail.status().trouble()).isEmpty();
    assertThat(rows.query("SELECT MAX(position) FROM checkpoint"))
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
    rows.execute(
        "ALTER TABLE message MODIFY message_key VARCHAR(8) CHARACTER SET ascii"
            + " COLLATE ascii_bin NULL");

    publish("short", "a");
    publish("much too long", "b");
    publish("ü", "c");
    awaitStored();

    assertThat(
            rows.query(
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
    tail.close();
    database.close();
    String before = rows.query("SELECT @@GLOBAL.max_allowed_packet").getFirst();
    rows.execute("SET GLOBAL max_allowed_packet = " + (1 << 20));
    try {
      open();
      // The first three fit one by one, and not together.
      String large = "x".repeat(500_000);
      publish("key", large, large, large, "y".repeat(2 << 20), "last");
      awaitStored();

      assertThat(rows.query("SELECT body_bytes FROM message ORDER BY message_offset"))
          .containsExactly("500000", "500000", "500000", "0", "4");
      assertThat(told.refused).singleElement().asString().contains("message 3 of orders: ");
    } finally {
      rows.execute("SET GLOBAL max_allowed_packet = " + before);
    }
  }

  @Test
  void aDeliveryThatIsRefusedIsCutDown() throws SQLException {
    rows.execute("ALTER TABLE delivery MODIFY consumer VARCHAR(3) NOT NULL");
    publish("key", "a", "b");
    log.append(new GroupCreated(1, 1, 1, 0, "billing"));
    log.append(new Settle(1, 1, 1, "c-1", List.of(SettleItem.acked(0, 0, 1))));
    log.append(new Settle(1, 1, 1, "c-1000", List.of(SettleItem.acked(1, 1, 1))));
    awaitStored();

    assertThat(
            rows.query(
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
    rows.execute("ALTER TABLE message ADD CONSTRAINT not_here CHECK (topic <> 'orders')");
    long before = told.stored.get();
    publish("key", "a");
    tail.committed(log.committed());
    await().atMost(SOON).until(() -> tail.status().trouble().contains("not_here"));
    assertThat(told.stored.get()).isEqualTo(before);
    assertThat(rows.query("SELECT COUNT(*) FROM message")).containsExactly("0");

    rows.execute("ALTER TABLE message DROP CONSTRAINT not_here");
    awaitStored();

    assertThat(rows.query("SELECT body, problem FROM message")).containsExactly("a|null");
    assertThat(told.refused).isEmpty();
  }

  @Test
  void aTailOfAnOldEpochWritesNoStub() throws Exception {
    rows.execute(SMALL_BODIES);
    try (Connection other = rows.connect()) {
      other.setAutoCommit(false);
      PairRows.claim(other, PAIR, 2, "node-2", FrameLog.TIME);
    }

    publish("key", "a", "x".repeat(101), "b");
    tail.committed(log.committed());
    await().atMost(SOON).until(() -> !told.ends.isEmpty());

    assertThat(rows.query("SELECT COUNT(*) FROM message")).containsExactly("0");
    assertThat(told.refused).isEmpty();
  }
}
