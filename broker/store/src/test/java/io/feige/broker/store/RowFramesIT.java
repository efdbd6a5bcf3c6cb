package io.feige.broker.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.record.JournalRecord.TopicCreated;
import io.feige.broker.store.history.RowFrames;
import io.feige.broker.store.history.RowFrames.Place;
import io.feige.broker.store.history.RowFrames.Stretch;
import io.feige.broker.store.jdbc.BatchWriter;
import io.feige.broker.store.jdbc.Database;
import io.feige.broker.store.jdbc.PairRows;
import io.feige.broker.store.row.Names;
import io.feige.broker.store.row.Row;
import io.feige.broker.store.row.RowReader;
import io.feige.compression.Compressors;
import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.BatchRecord;
import io.feige.protocol.batch.Compression;
import io.feige.protocol.batch.RecordHeader;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.LetterOrigin;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.TopicSpec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What was written as rows is read back as the frames that it was. */
final class RowFramesIT {
  private static final String PAIR = "pair-1";
  private static final int PARTITION = 1;
  private static final int ENOUGH = 1 << 20;

  @RegisterExtension private static final TestDatabases DATABASES = TestDatabases.shared();

  private final FrameLog log = new FrameLog();
  private TestDatabase rows;
  private Database database;
  private RowFrames frames;

  @BeforeEach
  void open() throws SQLException {
    rows = DATABASES.database();
    database = new Database(rows.settings(), 2);
    database.migrate();
    frames = new RowFrames(database, PAIR);
    log.append(new TopicCreated(PARTITION, TopicSpec.named("orders")));
  }

  @AfterEach
  void close() {
    database.close();
  }

  private List<StoredFrame> published() {
    ByteBuffer all = log.read(0, Integer.MAX_VALUE).toCompletableFuture().join();
    List<StoredFrame> published = new ArrayList<>();
    for (int at = 0; at < all.limit(); at += StoredFrame.at(all, at).length()) {
      StoredFrame frame = StoredFrame.at(all, at);
      if (frame.kind() == FrameKind.MESSAGES) {
        published.add(frame);
      }
    }
    return published;
  }

  private void write() throws Exception {
    Names names = new Names();
    names.topic(PARTITION, "orders");
    RowReader reader = new RowReader(names, Compressors.DECOMPRESSOR, ENOUGH);
    List<Row> written = new ArrayList<>();
    published().forEach(frame -> reader.read(frame, written::add));
    try (Connection connection = database.connect()) {
      PairRows.claim(connection, PAIR, 1, "node-1", 1);
    }
    new BatchWriter(database, PAIR, 1, true).write(written, 0, log.committed());
  }

  private Stretch read(long from, int maxBytes) throws SQLException {
    return frames.read(new Place("orders", PARTITION, from, end()), maxBytes);
  }

  private long end() {
    StoredFrame last = published().getLast();
    return last.baseOffset() + last.recordCount();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Messages of every kind that there is. */
  private void publishAllKinds(Compression compression) {
    io.feige.protocol.batch.BatchWriter batch =
        io.feige.protocol.batch.BatchWriter.withLimit(ENOUGH);
    List<RecordHeader> headers =
        List.of(
            RecordHeader.of("type", "refund"),
            RecordHeader.of("type", "again"),
            new RecordHeader("raw", new byte[] {(byte) 0xFF, 0}),
            RecordHeader.of("ü", ""));
    batch.add(null, List.of(), new byte[0], 1_000, 0);
    batch.add(new byte[0], headers, bytes("empty key"), 1_001, 0);
    batch.add(bytes("kunde-ü"), List.of(), bytes("x".repeat(5_000)), 999, FrameLog.TIME);
    batch.add(new byte[] {(byte) 0xC3, 0x28}, List.of(), new byte[] {0, 1, -1}, 2_000, 0);
    batch.add(bytes("long".repeat(100)), headers, bytes("long key"), 0, 0);
    log.publish(PARTITION, batch, Compressors.compressor(compression));
  }

  @Test
  void aFrameSaysWhatItSaid() throws Exception {
    publishAllKinds(Compression.NONE);
    publishAllKinds(Compression.LZ4);
    log.publish(PARTITION, "a", "b");
    write();

    Stretch stretch = read(0, ENOUGH);

    assertThat(stretch.from()).isZero();
    assertThat(stretch.to()).isEqualTo(12);
    List<StoredFrame> before = published();
    assertThat(stretch.frames()).hasSameSizeAs(before);
    for (int i = 0; i < before.size(); i++) {
      isSame(stretch.frames().get(i), before.get(i));
    }
  }

  @Test
  void aDeadLetterStillSaysWhereItComesFrom() throws Exception {
    LetterOrigin origin = new LetterOrigin(4, 7, 100, 16, "orders", "billing", "c-9", "früh");
    log.publish(PARTITION, "a");
    log.deadLetter(PARTITION, origin, "b", "c");
    log.publish(PARTITION, "d");
    write();

    List<StoredFrame> read = read(0, ENOUGH).frames();

    assertThat(read).extracting(StoredFrame::baseOffset).containsExactly(0L, 1L, 2L, 3L);
    assertThat(read).extracting(StoredFrame::problem).containsOnlyNulls();
    assertThat(read)
        .extracting(LetterOrigin::of)
        .containsExactly(null, origin, origin.ofNext(1), null);
  }

  private static void isSame(StoredFrame now, StoredFrame before) {
    assertThat(now.problem()).isNull();
    assertThat(now.position()).isEqualTo(before.position());
    assertThat(now.epoch()).isEqualTo(before.epoch());
    assertThat(now.timeMillis()).isEqualTo(before.timeMillis());
    assertThat(now.baseOffset()).isEqualTo(before.baseOffset());
    assertThat(now.recordCount()).isEqualTo(before.recordCount());
    assertThat(now.batch().producerId()).isEqualTo(before.batch().producerId());
    assertThat(now.batch().sequence()).isEqualTo(before.batch().sequence());
    BatchReader nowReader = BatchReader.open(now.batch(), Compressors.DECOMPRESSOR, ENOUGH);
    BatchReader beforeReader = BatchReader.open(before.batch(), Compressors.DECOMPRESSOR, ENOUGH);
    for (int i = 0; i < before.recordCount(); i++) {
      BatchRecord record = nowReader.record(i);
      BatchRecord was = beforeReader.record(i);
      assertThat(record.key()).isEqualTo(was.key());
      assertThat(record.headers()).containsExactlyInAnyOrderElementsOf(was.headers());
      assertThat(record.body()).isEqualTo(was.body());
      assertThat(record.clientTimeMillis()).isEqualTo(was.clientTimeMillis());
      assertThat(now.batch().keyHash(i)).isEqualTo(before.batch().keyHash(i));
      assertThat(now.batch().expiryMillis(i)).isEqualTo(before.batch().expiryMillis(i));
    }
  }

  @Test
  void itStopsBehindWholeFramesWhenThereIsEnough() throws Exception {
    for (int i = 0; i < 20; i++) {
      log.publish(PARTITION, "a".repeat(1_000), "b".repeat(1_000));
    }
    write();

    Stretch first = read(0, 3_000);
    assertThat(first.frames()).hasSize(2);
    assertThat(first.to()).isEqualTo(4);
    assertThat(read(first.to(), 1).frames()).hasSize(1);
    Stretch fromTheMiddle = read(5, 1);
    assertThat(fromTheMiddle.frames().getFirst().baseOffset()).isEqualTo(5);
    assertThat(fromTheMiddle.frames().getFirst().recordCount()).isEqualTo(1);
    assertThat(read(38, ENOUGH).to()).isEqualTo(40);
  }

  @Test
  void aFrameOfMoreRowsThanALookIsReadWhole() throws Exception {
    io.feige.protocol.batch.BatchWriter batch =
        io.feige.protocol.batch.BatchWriter.withLimit(ENOUGH);
    for (int i = 0; i < 6_000; i++) {
      batch.add(null, List.of(), bytes("" + i), 1_000, 0);
    }
    log.publish(PARTITION, batch, Compressors.compressor(Compression.ZSTD));
    log.publish(PARTITION, "last");
    write();

    Stretch stretch = read(0, 1);

    assertThat(stretch.frames()).hasSize(1);
    isSame(stretch.frames().getFirst(), published().getFirst());
  }

  @Test
  void whatSomebodyHasDeletedIsAGap() throws Exception {
    log.publish(PARTITION, "a", "b", "c", "d");
    log.publish(PARTITION, "e", "f");
    write();
    rows.execute("DELETE FROM message WHERE message_offset IN (0, 2, 4, 5)");

    Stretch stretch = read(0, ENOUGH);

    assertThat(stretch.to()).as("nothing comes behind").isEqualTo(4);
    assertThat(stretch.frames()).extracting(StoredFrame::baseOffset).containsExactly(1L, 3L);
    assertThat(stretch.frames()).extracting(StoredFrame::position).doesNotHaveDuplicates();
    assertThat(read(4, ENOUGH)).isEqualTo(new Stretch(4, 6, List.of()));
  }

  @Test
  void whatTookThePlaceOfAnotherIsRead() throws Exception {
    log.publish(PARTITION, "a", "b", "c");
    write();
    rows.execute(
        "INSERT INTO message (topic, pair, partition_no, message_offset, day, position, epoch,"
            + " body, body_bytes, published_at, stored_at, producer, producer_sequence) SELECT"
            + " topic, pair, partition_no, message_offset, '2026-01-01', 9000, 2, 'new', 3,"
            + " published_at, stored_at, 0, 0 FROM message WHERE message_offset = 2");

    Stretch stretch = read(0, ENOUGH);

    assertThat(stretch.frames()).extracting(StoredFrame::epoch).containsExactly(1L, 2L);
    assertThat(stretch.frames()).extracting(StoredFrame::recordCount).containsExactly(2, 1);
  }

  @Test
  void aTimeIsAnOffset() throws Exception {
    log.publish(PARTITION, "a", "b");
    log.publish(PARTITION, "c");
    write();
    rows.execute(
        "UPDATE message SET stored_at = stored_at + INTERVAL 1 SECOND WHERE message_offset = 2");

    assertThat(frames.offsetAtTime("orders", PARTITION, FrameLog.TIME)).isZero();
    assertThat(frames.offsetAtTime("orders", PARTITION, FrameLog.TIME + 1)).isEqualTo(2);
    assertThat(frames.offsetAtTime("orders", PARTITION, FrameLog.TIME + 1_001)).isEqualTo(-1);
  }

  /** A sort would read all that follows before it gives the first row. */
  @Test
  void readingSortsNothing() throws Exception {
    for (int i = 0; i < 300; i++) {
      log.publish(PARTITION, "a", "b");
    }
    write();
    long before = sortedRows();

    assertThat(read(100, 1_000).frames()).isNotEmpty();
    assertThat(frames.offsetAtTime("orders", PARTITION, FrameLog.TIME - 1)).isZero();

    assertThat(sortedRows()).isEqualTo(before);
  }

  private long sortedRows() throws SQLException {
    String status = rows.query("SHOW GLOBAL STATUS LIKE 'Sort_rows'").getFirst();
    return Long.parseLong(status.substring(status.indexOf('|') + 1));
  }
}
