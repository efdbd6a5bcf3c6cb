package io.feige.broker.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.broker.store.jdbc.BatchWriter;
import io.feige.broker.store.jdbc.Database;
import io.feige.broker.store.jdbc.FencedException;
import io.feige.broker.store.jdbc.PairRows;
import io.feige.broker.store.row.MessageRow;
import io.feige.broker.store.row.Row;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Messages that are stored by one statement. */
final class SingleStatementIT {
  private static final String PAIR = "pair-1";
  private static final String RESTED_MILLIS = "com.zaxxer.hikari.aliveBypassWindowMs";

  @RegisterExtension private static final TestDatabases DATABASES = TestDatabases.shared();

  private TestDatabase rows;
  private Database database;
  private BatchWriter writer;

  @BeforeEach
  void open() throws SQLException, FencedException {
    rows = DATABASES.database();
    database = new Database(rows.settings(), 5);
    database.migrate();
    claim(3);
    writer = new BatchWriter(database, PAIR, 3, true);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void claim(long epoch) throws SQLException, FencedException {
    try (Connection connection = database.connect()) {
      PairRows.claim(connection, PAIR, epoch, "node-" + epoch, 1);
    }
  }

  private static MessageRow message(long offset, long epoch, String body) {
    return message(offset, epoch, 7, body.getBytes(StandardCharsets.UTF_8));
  }

  private static MessageRow message(long offset, long epoch, long producer, byte[] body) {
    long time = FrameLog.TIME;
    return new MessageRow(
        "orders", 1, offset, offset, epoch, null, null, null, body, "", time, time, 0, producer,
        offset, null);
  }

  private static List<Row> messages(long from, int count) {
    List<Row> messages = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      messages.add(message(from + i, 3, "m" + (from + i)));
    }
    return messages;
  }

  private String count() throws SQLException {
    return rows.query("SELECT COUNT(*) FROM message").getFirst();
  }

  @Test
  void fewMessagesAreStoredAtOnce() throws Exception {
    assertThat(writer.writeAsSingle(List.of(message(0, 2, "a")))).isTrue();
    assertThat(writer.writeAsSingle(messages(1, 16))).isTrue();

    assertThat(rows.query("SELECT epoch, COUNT(*) FROM message GROUP BY epoch"))
        .containsExactlyInAnyOrder("2|1", "3|16");
    assertThat(rows.query("SELECT COUNT(*) FROM checkpoint")).containsExactly("0");
  }

  @Test
  void bytesAndUnsignedNumbersStayAsTheyAre() throws Exception {
    byte[] noText = {0, (byte) 0xff, '\'', '\\', (byte) 0xe4, (byte) 0xb8};

    assertThat(
            writer.writeAsSingle(
                List.of(
                    message(0, 3, 7, noText), message(1, 3, -1, noText), message(2, 3, 8, noText))))
        .isTrue();

    assertThat(rows.query("SELECT producer, HEX(body) FROM message ORDER BY message_offset"))
        .containsExactly("7|00FF275CE4B8", "18446744073709551615|00FF275CE4B8", "8|00FF275CE4B8");
  }

  @Test
  void whatOneStatementCannotDoIsLeft() throws Exception {
    assertThat(writer.writeAsSingle(messages(0, 17))).as("many").isFalse();
    assertThat(writer.writeAsSingle(List.of(message(0, 2, "a"), message(1, 3, "b"))))
        .as("of two epochs")
        .isFalse();
    assertThat(count()).isEqualTo("0");
    assertThat(writer.writeAsSingle(messages(1, 1))).isTrue();
    assertThat(writer.writeAsSingle(messages(0, 3))).as("one is there").isFalse();
    rows.execute("ALTER TABLE message ADD CONSTRAINT small CHECK (body_bytes < 10)");
    assertThat(writer.writeAsSingle(List.of(message(8, 3, "ok"), message(9, 3, "0123456789"))))
        .as("one is refused")
        .isFalse();
    assertThat(count()).isEqualTo("1");
  }

  @Test
  void aHigherEpochRefusesItWhateverTheModeOfTheServer() throws Exception {
    rows.execute("SET GLOBAL sql_mode = ''");
    try (Database lenient = new Database(rows.settings(), 5)) {
      claim(4);

      assertThatThrownBy(
              () -> new BatchWriter(lenient, PAIR, 3, true).writeAsSingle(messages(0, 2)))
          .isInstanceOf(FencedException.class)
          .hasMessageContaining("epoch 4");
    } finally {
      rows.execute("SET GLOBAL sql_mode = DEFAULT");
    }
    assertThat(count()).isEqualTo("0");
  }

  @Test
  void aConnectionThatFailsIsReplaced() throws Exception {
    int tries = rows.settings().workers() + 1;
    // The pool itself replaces one that has rested for half a second, unless it is told so.
    System.setProperty(RESTED_MILLIS, String.valueOf(Duration.ofHours(1).toMillis()));
    try (Database unwatched = new Database(rows.settings(), 5)) {
      BatchWriter writes = new BatchWriter(unwatched, PAIR, 3, true);
      for (int i = 0; i < tries; i++) {
        List<Row> next = messages(i, 1);
        assertThat(writes.writeAsSingle(next)).isTrue();
        DATABASES.endConnections(rows.name());
        assertThatThrownBy(() -> writes.writeAsSingle(next)).isInstanceOf(SQLException.class);
      }

      assertThat(writes.writeAsSingle(messages(tries, 1))).isTrue();
    } finally {
      System.clearProperty(RESTED_MILLIS);
    }
    assertThat(count()).isEqualTo(String.valueOf(tries + 1));
  }

  @Test
  void nothingIsStoredAfterTheClaimOfAHigherEpoch() throws Exception {
    AtomicLong next = new AtomicLong();
    List<Thread> writers = new ArrayList<>();
    List<Exception> ends = Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < 3; i++) {
      writers.add(
          Thread.ofPlatform()
              .start(() -> {
                try {
                  while (writer.writeAsSingle(messages(next.getAndAdd(4), 4))) {
                    // On to the next.
                  }
                } catch (SQLException | FencedException e) {
                  ends.add(e);
                }
              }));
    }
    await().until(() -> Long.parseLong(count()) >= 400);

    claim(4);
    String claimed = count();
    for (Thread each : writers) {
      each.join();
    }

    assertThat(count()).isEqualTo(claimed);
    assertThat(ends).hasSize(3).allMatch(FencedException.class::isInstance);
  }
}
