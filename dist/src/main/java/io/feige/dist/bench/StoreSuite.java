package io.feige.dist.bench;

import io.feige.client.Durability;
import io.feige.client.FeigeClient;
import io.feige.client.GroupStart;
import io.feige.client.Listening;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.ProducerPolicy;
import io.feige.client.Verdict;
import io.feige.database.DatabaseServer;
import io.feige.dist.bench.Load.Limit;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Measurements of a node with a message store. */
final class StoreSuite {
  private static final int SIZE = 128;
  private static final int SYNC_THREADS = 16;
  private static final int IN_FLIGHT = 100_000;
  private static final int IN_FLIGHT_STORED = 20_000;
  private static final long BACKLOG = 300_000;

  /** Looking every 5 ms took a thirtieth of the rows. */
  private static final long LOOK_MILLIS = 20;

  /**
   * Where a million messages a second are published. The journal keeps them until they have their
   * rows: in a minute and a half they filled a disk of 77 GB.
   */
  private static final Duration LONGEST_WARMUP = Duration.ofSeconds(15);

  private final Runs runs;
  private final Supplier<FeigeClient> connect;

  StoreSuite(Runs runs, Supplier<FeigeClient> connect) {
    this.runs = runs;
    this.connect = connect;
  }

  /** One thread that does not wait, at the default durability; nobody consumes. */
  Measurement publish(String what) throws IOException {
    PublishBench bench = new PublishBench(connect);
    try (BenchTopic topic = BenchTopic.open(connect, Optional.empty())) {
      Load load = load(topic, 1, IN_FLIGHT, Durability.REPLICATED);
      Duration planned = runs.plan().warmup();
      runs.warm(load, bench::run, planned.compareTo(LONGEST_WARMUP) < 0 ? planned : LONGEST_WARMUP);
      return runs.measure(what, index -> bench.run(load));
    }
  }

  /** Threads that wait for each message, while a group consumes. */
  Measurement sync(Durability durability) throws IOException {
    SyncPublishBench bench = new SyncPublishBench(connect);
    try (BenchTopic topic = BenchTopic.open(connect, Optional.empty());
        Consuming _ = Consuming.of(connect, topic)) {
      Load load = load(topic, SYNC_THREADS, 1, durability);
      runs.warm(load, bench::run);
      return runs.measure(
          "publish " + durability + ", 16 threads, 1 in flight each, consumed",
          index -> bench.run(load));
    }
  }

  /** One thread that does not wait, confirmed by rows, while a group consumes. */
  Measurement batched() throws IOException {
    PublishBench bench = new PublishBench(connect);
    try (BenchTopic topic = BenchTopic.open(connect, Optional.empty());
        Consuming _ = Consuming.of(connect, topic)) {
      Load load = load(topic, 1, IN_FLIGHT_STORED, Durability.STORED);
      runs.warm(load, bench::run);
      return runs.measure("publish STORED, batched, consumed", index -> bench.run(load));
    }
  }

  /** Rows a second of messages that were published while the database was dead. */
  Measurement backlog(DatabaseServer server, String database) throws IOException {
    PublishBench bench = new PublishBench(connect);
    return runs.measureWarm(
        "rows a second of a backlog",
        index -> {
          try (BenchTopic topic = BenchTopic.open(connect, Optional.empty())) {
            server.kill();
            Limit all = new Limit(Duration.ofMinutes(5), BACKLOG);
            bench.run(load(topic, 1, IN_FLIGHT, Durability.REPLICATED).within(all));
            long end = end();
            server.restart();
            return follow(server.url(database), topic.name(), end);
          } catch (IOException | SQLException failed) {
            throw new IllegalStateException(failed);
          } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
          }
        });
  }

  /** How fast the rows of a backlog come, from when the first of them are there. */
  private static RunResult follow(String url, String topic, long end)
      throws SQLException, InterruptedException {
    try (Connection connection = DriverManager.getConnection(url, "root", "")) {
      String count = "SELECT COUNT(*) FROM message WHERE topic = '" + topic + "'";
      long before = 0;
      while (before == 0) {
        Thread.sleep(LOOK_MILLIS);
        before = number(connection, count);
      }
      long from = System.nanoTime();
      awaitStored(connection, end);
      long elapsed = System.nanoTime() - from;
      return RunResult.rate(BACKLOG - before, 0, (BACKLOG - before) * SIZE, elapsed);
    }
  }

  private static long number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      found.next();
      return found.getLong(1);
    }
  }

  /** Waits until everything that has been published has its rows. */
  void awaitStored(String url) throws SQLException, InterruptedException {
    try (Connection connection = DriverManager.getConnection(url, "root", "")) {
      awaitStored(connection, end());
    }
  }

  /** A place in the journal behind everything that has been published. */
  private long end() {
    try (FeigeClient client = connect.get();
        BenchTopic topic = BenchTopic.open(connect, Optional.empty());
        Producer producer = client.producer(topic.name()).build()) {
      return producer.publish(Message.of(new byte[1])).position();
    }
  }

  private static void awaitStored(Connection connection, long position)
      throws SQLException, InterruptedException {
    while (number(connection, "SELECT MAX(position) FROM checkpoint") <= position) {
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private Load load(BenchTopic topic, int threads, int inFlight, Durability durability) {
    return new Load(
        topic.name(),
        SIZE,
        0,
        threads,
        inFlight,
        false,
        ProducerPolicy.DEFAULT.withDurability(durability),
        Limit.of(runs.plan().time()));
  }

  /** A group that acknowledges everything at once. */
  private record Consuming(FeigeClient client, Listening listening) implements AutoCloseable {
    static Consuming of(Supplier<FeigeClient> connect, BenchTopic topic) {
      FeigeClient client = connect.get();
      Listening listening =
          client
              .consumer(topic.name())
              .group(topic.group(0))
              .startFrom(GroupStart.EARLIEST)
              .listen(delivery -> Verdict.ack());
      return new Consuming(client, listening);
    }

    @Override
    public void close() {
      listening.close();
      client.close();
    }
  }
}
