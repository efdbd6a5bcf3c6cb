package io.feige.broker.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.broker.core.record.JournalRecord.GroupCreated;
import io.feige.broker.core.record.JournalRecord.Settle;
import io.feige.broker.core.record.JournalRecord.SettleItem;
import io.feige.broker.core.record.JournalRecord.TopicCreated;
import io.feige.broker.store.jdbc.Database;
import io.feige.broker.store.tail.SqlTail;
import io.feige.broker.store.tail.TailSetup;
import io.feige.protocol.model.TopicSpec;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What waits for others within an interval that does not end. */
final class GatheringIT {
  private static final Duration ENDLESS = Duration.ofHours(1);
  private static final int BATCH_ROWS = 100;

  @RegisterExtension private static final TestDatabases DATABASES = TestDatabases.shared();

  private static void awaitStored(SqlTail tail, FrameLog log, Told told) {
    tail.want(log.committed());
    tail.committed(log.committed());
    await().until(() -> told.stored.get() == log.committed());
  }

  @Test
  void deliveriesWaitForOthersUntilTheyAreAFullBatch() throws SQLException {
    TestDatabase rows = DATABASES.database();
    StoreSettings settings =
        new StoreSettings(
            rows.settings().address(), 3, BATCH_ROWS, 1 << 20, ENDLESS, Duration.ZERO, true);
    FrameLog log = new FrameLog();
    Told told = new Told();
    log.append(new TopicCreated(1, TopicSpec.named("orders")));
    log.append(new GroupCreated(1, 1, 1, 0, "billing"));
    try (Database database = new Database(settings, 5);
        SqlTail tail =
            SqlTail.start(
                new TailSetup(
                    settings, database, "pair-1", "node-1", 1, 1 << 20, false, new PlainThreads()),
                log,
                told)) {
      await().until(() -> tail.status().storedPosition() == log.committed());
      log.publish(1, "a");
      awaitStored(tail, log, told);
      long before = log.committed();
      log.append(new Settle(1, 1, 1, "c-1", List.of(SettleItem.acked(0, 0, 1))));
      log.publish(1, "b");
      awaitStored(tail, log, told);

      assertThat(rows.query("SELECT body FROM message")).containsExactly("a", "b");
      assertThat(rows.query("SELECT * FROM delivery")).isEmpty();
      assertThat(tail.status().storedPosition()).isEqualTo(before);

      log.append(new Settle(1, 1, 1, "c-1", List.of(SettleItem.acked(1, BATCH_ROWS, 1))));
      log.publish(1, "c");
      awaitStored(tail, log, told);

      await().until(() -> rows.query("SELECT message_offset FROM delivery").size() >= BATCH_ROWS);
    }
  }
}
