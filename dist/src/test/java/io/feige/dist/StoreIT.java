package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.Durability;
import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.Receipt;
import io.feige.database.DatabaseServer;
import io.feige.dist.cli.Environment;
import io.feige.dist.cluster.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A cluster of real processes with a real database, which die while messages are stored. */
class StoreIT {
  private static final byte[] NO_INPUT = {};
  private static final int ROUNDS = Integer.getInteger("feige.store.rounds", 2);
  private static final long SEED = Long.getLong("feige.store.seed", 4);

  /** Who dies together; who comes first is there again first. */
  private static final List<List<String>> VICTIMS =
      List.of(
          List.of("database"),
          List.of("node-1"),
          List.of("node-2"),
          List.of("database", "node-1"),
          List.of("database", "node-2"));

  @TempDir static Path temporary;

  @RegisterExtension
  static final ClusterLogs LOGS = new ClusterLogs(() -> StoreIT.dir.resolve("logs"));

  private static Path dir;
  private static int base;

  @BeforeAll
  static void up() {
    dir = temporary.resolve("cluster");
    base = FreePorts.forNodes(2);
    plain("up", "--dir", dir.toString(), "--port-base", "" + base, "--store", "mysql", "--detach");
  }

  @AfterAll
  static void down() {
    assertThat(plain("down", "--dir", dir.toString()).outText())
        .contains("Stopped: node-1, node-2, admin-1, database.");
  }

  private static CommandRun plain(String... arguments) {
    CommandRun run = CommandRun.of(Environment.REAL, NO_INPUT, arguments);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  private static void killAndRestart(List<String> names) throws IOException {
    List<ProcessHandle> processes = new ArrayList<>();
    for (String name : names) {
      long pid = Long.parseLong(Files.readString(dir.resolve(name + ".pid")).strip());
      processes.add(ProcessHandle.of(pid).orElseThrow());
    }
    processes.forEach(ProcessHandle::destroyForcibly);
    await().until(() -> processes.stream().noneMatch(ProcessHandle::isAlive));
    for (String name : names) {
      plain("up", "--dir", dir.toString(), "--restart", name);
    }
  }

  private static List<String> query(String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Connection connection =
            DriverManager.getConnection(DatabaseServer.url(base + 2, "feige"), "root", "");
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      while (found.next()) {
        rows.add(found.getString(1));
      }
    }
    return rows;
  }

  private static CommandRun store(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--config", dir.resolve("node-1.yaml").toString()));
    return plain(all.toArray(String[]::new));
  }

  @Test
  void whatBecameOfAMessageCanBeAsked() {
    try (FeigeClient client = FeigeClient.builder().admin("127.0.0.1:" + base).build();
        Producer producer = client.producer("orders").durability(Durability.STORED).build();
        Consumer consumer = client.consumer("orders").group("billing").name("b-1").build()) {
      Receipt first =
          producer.publish(
              Message.builder()
                  .key("customer-7")
                  .header("type", "refund")
                  .body("a refund".getBytes(StandardCharsets.UTF_8))
                  .build());
      producer.publish(Message.of("customer-8", "an order"));
      assertThat(first.durability()).isEqualTo(Durability.STORED);
      await()
          .until(() -> {
            consumer.pull(10, Duration.ofSeconds(1)).forEach(Delivery::ack);
            String shown =
                store("history", "show", "orders/" + first.pair() + "/" + first.offset()).outText();
            return shown.contains("billing, attempt 1: acked by b-1");
          });
    }

    assertThat(store("history", "find", "--topic", "orders", "--key", "customer-7").outText())
        .contains("a refund")
        .doesNotContain("an order");
    assertThat(store("history", "find", "--topic", "orders", "--from", "1h", "--count").outText())
        .isEqualTo("2 messages\n");
    assertThat(
            store("history", "find", "--topic", "orders", "--header", "type=refund", "--json")
                .outText())
        .contains("\"body\":\"a refund\"")
        .contains("\"headers\":{")
        .doesNotContain("an order");
    assertThat(store("sql", "migrate").outText()).startsWith("The tables of this version are in");
  }

  @Test
  void anAdminShowsWhatBecameOfAMessage() throws Exception {
    Receipt receipt;
    try (FeigeClient client = FeigeClient.builder().admin("127.0.0.1:" + base).build();
        Producer producer = client.producer("refunds").durability(Durability.STORED).build();
        Consumer consumer = client.consumer("refunds").group("billing").name("b-1").build()) {
      receipt = producer.publish(Message.of("customer-7", "a refund"));
      await()
          .until(() -> {
            List<Delivery> some = consumer.pull(10, Duration.ofSeconds(1));
            some.forEach(Delivery::ack);
            return !some.isEmpty();
          });
    }
    String topic = "http://127.0.0.1:" + (base + 1) + "/api/v1/topics/refunds/history";
    String message = topic + "/" + receipt.pair() + "/" + receipt.offset();
    await().untilAsserted(() -> assertThat(get(message)).contains("ACKED", "b-1"));

    assertThat(get(message)).contains("\"body\": \"a refund\"");
    assertThat(get(topic + "?key=customer-7")).contains("\"body\": \"a refund\"");
    assertThat(get(topic + "?key=customer-8")).doesNotContain("a refund");
  }

  private static String get(String address) throws IOException, InterruptedException {
    Path token = dir.resolve("admin-1").resolve("http-" + (base + 1) + ".token");
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address))
            .header("Authorization", "Bearer " + Files.readString(token).strip())
            .build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(request, BodyHandlers.ofString()).body();
    }
  }

  @Test
  void statusSaysHowFarTheRowsAreBehind() {
    String admin = "127.0.0.1:" + base;
    await()
        .untilAsserted(() -> {
          JsonNode status =
              new JsonMapper().readTree(plain("--admin", admin, "status", "--json").out());
          assertThat(status.get("pairs").valueStream())
              .hasSize(2)
              .allMatch(pair -> pair.get("storeLagBytes").asLong() >= 0)
              .allMatch(pair -> pair.get("storeLagMillis").asLong() >= 0);
        });

    assertThat(plain("--admin", admin, "status").outText()).contains("STORE BEHIND");
    assertThat(plain("--admin", admin, "pair", "describe", "pair-1").outText())
        .containsPattern("store: +\\d.* behind");
  }

  /** Publishes numbers until it is told to stop; keeps those that were confirmed. */
  private record Publisher(Producer producer, AtomicLong next, Set<String> confirmed) {
    void run(AtomicBoolean isOver) {
      while (!isOver.get()) {
        String body = Long.toString(next.getAndIncrement());
        try {
          producer.publish(Message.of(body.getBytes(StandardCharsets.UTF_8)));
          confirmed.add(body);
        } catch (FeigeException notConfirmed) {
          // It may have a row or not.
        }
      }
    }
  }

  private static void awaitMore(Set<String> confirmed, List<String> killed) {
    int before = confirmed.size();
    await("confirms after the death of " + killed).until(() -> confirmed.size() > before + 100);
  }

  private static void killInTurn(Set<String> confirmed) throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    List<String> killed = List.of();
    for (int round = 0; round < ROUNDS; round++) {
      awaitMore(confirmed, killed);
      killed = VICTIMS.get(random.nextInt(VICTIMS.size()));
      killAndRestart(killed);
    }
    awaitMore(confirmed, killed);
  }

  @Test
  void everyConfirmHasItsRowWhateverDies() throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicLong next = new AtomicLong();
    Set<String> confirmed = ConcurrentHashMap.newKeySet();
    try (FeigeClient client = FeigeClient.builder().admin("127.0.0.1:" + base).build();
        Producer producer = client.producer("numbers").durability(Durability.STORED).build()) {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        Publisher publisher = new Publisher(producer, next, confirmed);
        threads.add(Thread.ofPlatform().start(() -> publisher.run(isOver)));
      }
      try {
        killInTurn(confirmed);
      } finally {
        isOver.set(true);
        for (Thread thread : threads) {
          thread.join();
        }
      }
    }
    List<String> rows = query("SELECT CAST(body AS CHAR) FROM message WHERE topic = 'numbers'");

    assertThat(rows).doesNotHaveDuplicates();
    assertThat(Set.copyOf(rows)).containsAll(confirmed);
    assertThat(confirmed).hasSizeGreaterThan(ROUNDS * 100);
  }
}
