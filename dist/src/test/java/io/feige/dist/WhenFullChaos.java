package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.Consumer;
import io.feige.client.Durability;
import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.OutcomeUnknownException;
import io.feige.client.Producer;
import io.feige.database.DatabaseKind;
import io.feige.database.DatabaseServer;
import io.feige.database.TestServers;
import io.feige.protocol.error.ErrorCode;
import io.feige.testkit.Waits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The database is away for so long that what has no rows fills the node's disk. */
class WhenFullChaos {
  private static final String OFFSETS =
      "SELECT message_offset FROM message WHERE topic = 'orders' ORDER BY message_offset";

  /** Twice what the disk takes. */
  private static final int MANY = 1_100;

  /** After so long the producer gives up. */
  private static final Duration SHORT = Duration.ofSeconds(3);

  private static final int TRIES = 8;

  /** Why the node takes nothing. */
  private static final String STORE_IS_AWAY = "the message store is";

  @TempDir private Path temporary;
  private DatabaseServer database;
  private SmallDisk disk;

  @BeforeEach
  void startDatabase() throws Exception {
    disk = SmallDisk.mount(temporary.resolve("node"), 64);
    database = TestServers.start(DatabaseKind.MARIADB, temporary.resolve("database"), List.of());
  }

  private StoredNode start(String whenFull) {
    return StoredNode.start(
        disk.path(),
        database.url("feige"),
        "journal.reserveBytes=8MiB",
        "sql.whenFull=" + whenFull);
  }

  @AfterEach
  void stop() throws Exception {
    database.close();
    disk.close();
  }

  private static List<Long> offsetsUpTo(long end) {
    return LongStream.range(0, end).boxed().toList();
  }

  @Test
  void refuseTakesPublishesAgainWhenTheDatabaseIsBack() throws Exception {
    int confirmed = 0;
    int unknown = 0;
    try (StoredNode node = start("refuse");
        FeigeClient client = node.client();
        Producer stored = client.producer("orders").durability(Durability.STORED).build();
        Producer producer = client.producer("orders").timeout(SHORT).build();
        Consumer consumer = client.consumer("orders").group("billing").build()) {
      stored.publish(StoredNode.message(confirmed++));
      consumer.pull(1, Waits.patience()).getFirst().ack();
      database.kill();
      FeigeException refused = null;
      while (refused == null && confirmed < MANY) {
        try {
          producer.publish(StoredNode.message(confirmed));
          confirmed++;
        } catch (OutcomeUnknownException e) {
          // Its time ended just while it was tried again.
          assertThat(e).hasMessageContaining(STORE_IS_AWAY);
          unknown++;
        } catch (FeigeException e) {
          refused = e;
        }
      }
      assertThat(refused)
          .isNotNull()
          .hasMessageContaining(STORE_IS_AWAY)
          .extracting(FeigeException::code)
          .isEqualTo(ErrorCode.DISK_FULL);
      assertThat(node.log()).contains("FEIGE-2004");
      consumer.pull(1, Waits.patience()).getFirst().ack();

      database.restart();
      await().until(() -> node.metric("feige_store_lag_bytes") == 0);
      stored.publish(StoredNode.message(confirmed++));

      List<Long> offsets = node.query(OFFSETS);
      assertThat(offsets).isEqualTo(offsetsUpTo(offsets.size()));
      assertThat(offsets.size()).isBetween(confirmed, confirmed + unknown);
      assertThat(node.metric("feige_store_missed_bytes")).isZero();
      assertThat(node.log()).doesNotContain("FEIGE-5002");
    }
  }

  @Test
  void dropGivesUpTheOldestWithoutRowsAndTells() throws Exception {
    try (StoredNode node = start("drop");
        FeigeClient client = node.client();
        Producer stored = client.producer("orders").durability(Durability.STORED).build();
        Producer producer = client.producer("orders").timeout(SHORT).build()) {
      stored.publish(StoredNode.message(0));
      database.kill();
      for (int i = 1; i < MANY; i++) {
        publishPersistently(producer, i);
      }
      database.restart();
      await().until(() -> node.metric("feige_store_lag_bytes") == 0);
      long last = stored.publish(StoredNode.message(MANY)).offset();

      List<Long> offsets = node.query(OFFSETS);
      assertThat(offsets).doesNotHaveDuplicates().startsWith(0L).endsWith(last);
      assertThat(offsets.size()).as("of " + MANY).isBetween(50, MANY - 300);
      assertThat(node.metric("feige_store_missed_bytes")).isGreaterThan(20e6);
      assertThat(node.log()).contains("FEIGE-5002");
    }
  }

  /** The disk is full until the oldest has gone. */
  private static void publishPersistently(Producer producer, int number) {
    FeigeException last = null;
    for (int i = 0; i < TRIES; i++) {
      try {
        producer.publish(StoredNode.message(number));
        return;
      } catch (FeigeException e) {
        assertThat(e.code()).isIn(ErrorCode.DISK_FULL, ErrorCode.TIMEOUT_UNKNOWN);
        last = e;
      }
    }
    throw new AssertionError("message " + number + " is never taken", last);
  }
}
