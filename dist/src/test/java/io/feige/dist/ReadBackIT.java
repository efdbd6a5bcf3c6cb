package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.Durability;
import io.feige.client.FeigeClient;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.Receipt;
import io.feige.client.RefusedException;
import io.feige.database.DatabaseKind;
import io.feige.database.DatabaseServer;
import io.feige.database.TestServers;
import io.feige.dist.cli.Environment;
import io.feige.dist.process.NodeProcess;
import io.feige.dist.process.NodeSetup;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node whose journal is short, with a real database that has the rest. */
class ReadBackIT {
  private static final byte[] NO_INPUT = {};
  private static final Duration AT_ONCE = Duration.ofMillis(500);
  private static final int MESSAGES = Integer.getInteger("feige.readBack.messages", 5_000);
  private static final Integer LATER = 5_000;
  private static final String MESSAGES_OF_ORDERS =
      "SELECT COUNT(*) FROM message WHERE topic = 'orders'";
  private static final String FILLING = "x".repeat(4_000);

  @TempDir static Path temporary;

  private static DatabaseServer database;
  private static int nodes;

  private String url = "";
  private NodeSetup setup;
  private NodeProcess node;

  @BeforeAll
  static void startDatabase() throws IOException, InterruptedException {
    database = TestServers.start(DatabaseKind.MARIADB, temporary, List.of());
  }

  @AfterAll
  static void stopDatabase() {
    database.close();
  }

  @BeforeEach
  void startNode() {
    nodes++;
    url = database.url("node_" + nodes);
    setup =
        new NodeSetup(
            temporary.resolve("node-" + nodes), NodeProcess.freePort(), "256m", settings());
    node = NodeProcess.start(setup);
    node.awaitServing(Waits.patience());
  }

  private List<String> settings() {
    return List.of(
        "sql.url=" + url,
        "sql.user=root",
        "limits.maxBatchBytes=512KiB",
        "journal.segmentBytes=4MiB",
        "journal.snapshotEveryBytes=2MiB");
  }

  @AfterEach
  void stopNode() {
    node.close();
  }

  private CommandRun run(String... arguments) {
    List<String> all =
        Stream.concat(Stream.of("--server", node.address()), Stream.of(arguments)).toList();
    CommandRun run = CommandRun.of(Environment.REAL, NO_INPUT, all.toArray(String[]::new));
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  private FeigeClient client() {
    return FeigeClient.builder().servers(node.address()).build();
  }

  private static byte[] body(int number) {
    return (number + " " + FILLING).getBytes(StandardCharsets.UTF_8);
  }

  private static int number(byte[] body) {
    return Integer.parseInt(new String(body, StandardCharsets.UTF_8).split(" ", 2)[0]);
  }

  private static Producer producerOf(FeigeClient client, String topic) {
    return client.producer(topic).durability(Durability.STORED).timeout(Waits.patience()).build();
  }

  private static void publish(FeigeClient client, String topic, int messages) {
    try (Producer producer = producerOf(client, topic)) {
      List<CompletableFuture<Receipt>> receipts = new ArrayList<>();
      for (int i = 0; i < messages; i++) {
        receipts.add(producer.publishAsync(Message.of("key-" + i % 7, body(i))));
      }
      receipts.forEach(CompletableFuture::join);
    }
  }

  /** Pulls so many, and whatever comes with them and behind them. */
  private static List<Integer> pullAll(
      FeigeClient client, String topic, String group, int expected) {
    List<Integer> pulled = new ArrayList<>();
    try (Consumer consumer = client.consumer(topic).group(group).build()) {
      while (pulled.size() < expected) {
        List<Delivery> some = consumer.pull(500, Waits.patience());
        assertThat(some).as("behind the first %d of %s", pulled.size(), topic).isNotEmpty();
        take(some, pulled);
      }
      // Of what must not come, nothing else tells.
      take(consumer.pull(500, AT_ONCE), pulled);
    }
    return pulled;
  }

  private static void take(List<Delivery> some, List<Integer> pulled) {
    some.forEach(each -> pulled.add(number(each.body())));
    some.forEach(Delivery::ack);
  }

  private long journalBytes() throws IOException {
    try (Stream<Path> files = Files.list(journal())) {
      return files
          .filter(file -> file.toString().endsWith(".seg"))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }

  private Path journal() {
    return setup.dir().resolve("pairs/pair-1/journal");
  }

  private long count(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url, "root", "");
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      found.next();
      return found.getLong(1);
    }
  }

  @Test
  void aBacklogThatTheDiskHasLetGoOfComesInOrder() throws IOException {
    run("topic", "create", "backlog", "--retention-bytes", "1MiB", "--drop-unsettled");
    try (FeigeClient client = client()) {
      publish(client, "backlog", MESSAGES);
      await().until(() -> journalBytes() < MESSAGES * 2_000L);

      List<Integer> all = IntStream.range(0, MESSAGES).boxed().toList();
      assertThat(pullAll(client, "backlog", "late", MESSAGES)).isEqualTo(all);
      List<Integer> read = new ArrayList<>();
      run("read", "backlog")
          .outText()
          .lines()
          .forEach(line -> read.add(number(line.getBytes(StandardCharsets.UTF_8))));
      assertThat(read).isEqualTo(all);
      assertThat(run("read", "backlog", "--from", "1h", "-n", "1").outText()).startsWith("0 x");
      run("group", "reset", "backlog", "late", "--to", "3");
      assertThat(pullAll(client, "backlog", "late", MESSAGES - 3))
          .startsWith(3, 4)
          .hasSize(MESSAGES - 3);

      node.kill();
      node.restart();
      node.awaitServing(Waits.patience());
      assertThat(pullAll(client, "backlog", "later", MESSAGES)).startsWith(0, 1).hasSize(MESSAGES);
    }
  }

  @Test
  void aPairWhoseDisksAreGoneIsMadeOfTheStore() throws Exception {
    run("topic", "create", "orders");
    List<Integer> acked = new ArrayList<>();
    try (FeigeClient client = client()) {
      publish(client, "orders", 1_000);
      try (Consumer consumer = client.consumer("orders").group("billing").build()) {
        List<Delivery> held = new ArrayList<>();
        while (held.size() < 700) {
          held.addAll(consumer.pull(700 - held.size(), Waits.patience()));
        }
        for (Delivery delivery : held) {
          if (number(delivery.body()) % 3 != 0) {
            delivery.ack();
            acked.add(number(delivery.body()));
          }
        }
      }
      await()
          .untilAsserted(() ->
              assertThat(count("SELECT COUNT(*) FROM delivery WHERE outcome = 'ACKED'"))
                  .isEqualTo(acked.size()));
      try (Producer producer = producerOf(client, "orders")) {
        producer.publish(
            Message.builder().body(body(LATER)).deliverAt(Instant.now().plusSeconds(10)).build());
      }
    }
    node.kill();
    Files.move(setup.dir().resolve("pairs"), temporary.resolve("lost"));

    CommandRun restored = restore();
    assertThat(restored.exitCode()).as(restored.err()).isZero();
    assertThat(restored.outText())
        .contains("\"journal\":\"" + journal() + "\"")
        .contains("\"unsettled\":" + (1_000 - acked.size()))
        .contains("\"delayed\":1");
    CommandRun again = restore();
    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.err()).contains("there is a journal in").contains("nothing was changed");
    node.restart();
    node.awaitServing(Waits.patience());

    List<Integer> rest = new ArrayList<>(IntStream.range(0, 1_000).boxed().toList());
    rest.removeAll(acked);
    try (FeigeClient client = client()) {
      List<Integer> pulled = pullUntil(client, rest);
      pulled.removeAll(List.of(LATER));
      assertThat(pulled).containsExactlyInAnyOrderElementsOf(rest);
      publish(client, "orders", 10);
      pullUntil(client, IntStream.range(0, 10).boxed().toList());
      await().until(() -> count(MESSAGES_OF_ORDERS) == 1_011);
    }
    await().until(() -> count("SELECT COUNT(*) FROM delayed_batch") == 0);
  }

  /** Pulls until all of them have come, and with them what comes when its time has come. */
  private static List<Integer> pullUntil(FeigeClient client, List<Integer> all) {
    List<Integer> pulled = new ArrayList<>();
    while (!pulled.containsAll(all)) {
      pulled.addAll(pullAll(client, "orders", "billing", 1));
    }
    return pulled;
  }

  /** Cancels every third of some that wait; returns the numbers of the others. */
  private static List<Integer> remind(FeigeClient client, Instant due, int first) {
    List<Integer> left = new ArrayList<>();
    List<CompletableFuture<Receipt>> receipts = new ArrayList<>();
    try (Producer producer = producerOf(client, "reminders")) {
      for (int i = 0; i < 40; i++) {
        Message message = Message.builder().body(body(first + i)).deliverAt(due).build();
        receipts.add(producer.publishAsync(message));
      }
      for (int i = 0; i < receipts.size(); i++) {
        String id = receipts.get(i).join().delayedId().orElseThrow();
        if (i % 3 != 0 || !isCancelled(client, id)) {
          left.add(first + i);
        }
      }
    }
    return left;
  }

  private static boolean isCancelled(FeigeClient client, String id) {
    try {
      client.delayed().cancel("reminders", id);
      return true;
    } catch (RefusedException due) {
      return false;
    }
  }

  /**
   * Reminds until what was cancelled, and what was not, is in the store before its time has come:
   * how long that takes is a matter of the machine. Returns the numbers of all that must come.
   */
  private List<Integer> remindInTime(FeigeClient client) {
    List<Integer> all = new ArrayList<>();
    boolean isInTime = false;
    for (int seconds = 10; !isInTime; seconds *= 2) {
      Instant due = Instant.now().plusSeconds(seconds);
      List<Integer> left = remind(client, due, 100 * seconds);
      all.addAll(left);
      await()
          .until(() ->
              count("SELECT SUM(messages) FROM delayed_batch") == left.size()
                  || Instant.now().isAfter(due));
      isInTime = Instant.now().isBefore(due);
    }
    return all;
  }

  @Test
  void whatWasCancelledDoesNotComeBackOutOfTheStore() throws Exception {
    run("topic", "create", "reminders");
    List<Integer> left;
    try (FeigeClient client = client()) {
      left = remindInTime(client);
      assertThat(count("SELECT COUNT(*) FROM delayed_cancel")).isPositive();
    }
    node.kill();
    Files.move(setup.dir().resolve("pairs"), temporary.resolve("gone"));

    CommandRun restored = restore();
    assertThat(restored.exitCode()).as(restored.err()).isZero();
    node.restart();
    node.awaitServing(Waits.patience());

    try (FeigeClient client = client()) {
      assertThat(pullAll(client, "reminders", "g", left.size()))
          .containsExactlyInAnyOrderElementsOf(left);
    }
    // The restore has removed the rows of what waits; those of the new journal come behind it.
    await()
        .untilAsserted(() ->
            assertThat(count("SELECT COUNT(*) FROM message WHERE topic = 'reminders'"))
                .isEqualTo(left.size()));
    await().until(() -> count("SELECT COUNT(*) FROM delayed_batch") == 0);
    assertThat(count("SELECT COUNT(*) FROM delayed_cancel")).isZero();
  }

  private CommandRun restore() {
    List<String> arguments =
        new ArrayList<>(
            List.of("node", "restore", "--from-sql", "--pair", "pair-1", "--json", "--dir"));
    arguments.add(setup.dir().toString());
    settings().forEach(setting -> arguments.addAll(List.of("--set", setting)));
    return CommandRun.of(Environment.REAL, NO_INPUT, arguments.toArray(String[]::new));
  }
}
