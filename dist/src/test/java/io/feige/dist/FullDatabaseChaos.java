package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.Durability;
import io.feige.client.FeigeClient;
import io.feige.client.Producer;
import io.feige.database.DatabaseKind;
import io.feige.database.DatabaseServer;
import io.feige.database.TestServers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A database that takes nothing more, for want of disk or for somebody's lock. MariaDB says that a
 * table is full, or ends itself where there is no room to roll back either; somebody who makes room
 * starts it again then.
 */
class FullDatabaseChaos {
  private static final int MESSAGES = 250;
  private static final String OFFSETS =
      "SELECT message_offset FROM message WHERE topic = 'orders' ORDER BY message_offset";

  @TempDir private Path temporary;
  private DatabaseServer database;
  private SmallDisk disk;
  private StoredNode node;

  @BeforeEach
  void start() throws Exception {
    database = TestServers.start(DatabaseKind.MARIADB, temporary.resolve("database"), List.of());
    // The server takes a directory of its data for a database.
    disk = SmallDisk.mount(temporary.resolve("database/data/small"), 16);
    node = StoredNode.start(temporary.resolve("node"), database.url("small"));
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
    database.kill();
    disk.close();
  }

  private void publish(FeigeClient client, Durability durability, int from, int to) {
    try (Producer producer = client.producer("orders").durability(durability).build()) {
      for (int i = from; i < to; i++) {
        producer.publish(StoredNode.message(i));
      }
    }
  }

  private void awaitAllStored(int messages) throws Exception {
    await()
        .until(() -> {
          if (!database.process().isAlive()) {
            database.restart();
          }
          return node.metric("feige_store_lag_bytes") == 0;
        });
    assertThat(node.metric("feige_store_trouble")).isZero();
    assertThat(node.metric("feige_store_problem_rows")).isZero();
    assertThat(node.query(OFFSETS)).isEqualTo(LongStream.range(0, messages).boxed().toList());
  }

  @Test
  void aFullDatabaseStopsNobodyAndGetsEverythingWhenItHasRoom() throws Exception {
    try (FeigeClient client = node.client()) {
      publish(client, Durability.STORED, 0, 1);

      publish(client, Durability.REPLICATED, 1, MESSAGES);

      await().until(() -> node.log().contains("is full") || !database.process().isAlive());
      node.awaitLog("FEIGE-5001");
      assertThat(node.metric("feige_store_trouble")).isEqualTo(1);
      assertThat(node.metric("feige_store_lag_bytes")).isGreaterThan(5e6);
      publish(client, Durability.REPLICATED, MESSAGES, MESSAGES + 10);

      disk.growTo(256);
      publish(client, Durability.REPLICATED, MESSAGES + 10, MESSAGES + 11);
    }
    awaitAllStored(MESSAGES + 11);
  }

  @Test
  void aDatabaseThatMakesEverybodyWaitStopsNobody() throws Exception {
    disk.growTo(256);
    try (FeigeClient client = node.client()) {
      publish(client, Durability.STORED, 0, 1);
      try (Connection other = DriverManager.getConnection(database.url("small"), "root", "");
          Statement statement = other.createStatement()) {
        statement.execute("LOCK TABLES message WRITE");
        publish(client, Durability.REPLICATED, 1, MESSAGES);
        assertThat(node.metric("feige_store_lag_bytes")).isGreaterThan(20e6);
        assertThat(node.metric("feige_store_lag_millis")).isPositive();
      }
    }
    awaitAllStored(MESSAGES);
  }
}
