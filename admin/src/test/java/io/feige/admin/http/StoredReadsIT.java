package io.feige.admin.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.admin.boot.AdminServer;
import io.feige.admin.config.AdminConfig;
import io.feige.admin.kit.Admins;
import io.feige.admin.kit.HttpCaller;
import io.feige.admin.kit.HttpCaller.Reply;
import io.feige.broker.store.StoreAddress;
import io.feige.broker.store.StoreSettings;
import io.feige.broker.store.jdbc.Database;
import io.feige.config.DatabaseConfig;
import io.feige.config.SecurityConfig;
import io.feige.database.DatabaseKind;
import io.feige.database.DatabaseServer;
import io.feige.database.TestServers;
import io.feige.testkit.Waits;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The message store as an Admin shows it: two databases, each with the history of a pair. */
final class StoredReadsIT {
  private static final String TOKEN = "a token that nobody can guess";
  private static final String ORDERS = "/api/v1/topics/orders/history";
  private static final Instant BEGIN = Instant.parse("2026-11-21T08:00:00Z");
  private static final int ROWS = 60;

  @TempDir private static Path dir;

  private static DatabaseServer server;
  private static AdminServer admin;
  private static HttpCaller root;

  @BeforeAll
  static void start() throws Exception {
    server = TestServers.start(DatabaseKind.MARIADB, dir.resolve("database"), List.of());
    fill("one", "pair-1", 0);
    fill("two", "pair-2", 1);
    try (Connection connection = connect("one");
        Statement statement = connection.createStatement()) {
      for (String attempt :
          List.of(
              "1, 'RETRY', 'b-1', '2026-11-21 08:00:05', '2026-11-21 08:00:09', NULL",
              "2, 'DEAD_LETTER', '', '2026-11-21 08:00:10', NULL, 'it''s too odd'")) {
        statement.execute(
            "INSERT INTO delivery (attempt, outcome, consumer, settled_at, due_at, reason, topic,"
                + " pair, partition_no, message_offset, group_name, generation, day, epoch)"
                + " VALUES ("
                + attempt
                + ", 'orders', 'pair-1', 1, 4, 'billing', 1, '2026-11-21', 3)");
      }
    }
    admin = admin("admin-1", "pair-2=" + server.url("two") + " " + server.url("one"));
    root = caller("Bearer " + TOKEN);
  }

  @AfterAll
  static void stop() {
    root.close();
    admin.close();
    server.close();
  }

  private static Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(server.url(database), "root", "");
  }

  /** Every other of the messages, two of which are of each second. */
  private static void fill(String name, String pair, int first) throws SQLException {
    StoreAddress address = new StoreAddress(server.url(name), "root", "", Optional.empty());
    Duration second = Duration.ofSeconds(1);
    try (Database database =
        new Database(new StoreSettings(address, 1, 1, 1, second, Duration.ZERO, true), 1)) {
      database.migrate();
    }
    try (Connection connection = connect(name);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "INSERT INTO topic (pair, partition_no, topic, spec, created_at) VALUES ('"
              + pair
              + "', 1, 'orders', '{}', NOW(3))");
      for (int i = first; i < ROWS; i += 2) {
        insert(connection, pair, i, headers(i), ("body " + i).getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static @Nullable String headers(int number) {
    return switch (number) {
      case 7 -> "{\"type\": \"refund\"}";
      case 8 -> "{\"it's \\\"odd\": \"' OR 1=1 -- \"}";
      default -> null;
    };
  }

  private static void insert(
      Connection connection, String pair, int number, @Nullable String headers, byte[] body)
      throws SQLException {
    LocalDateTime time = LocalDateTime.ofInstant(BEGIN.plusSeconds(number / 2), ZoneOffset.UTC);
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO message (topic, pair, partition_no, message_offset, day, position, epoch,"
                + " message_key, headers, body, body_bytes, published_at, stored_at, producer,"
                + " producer_sequence) VALUES (?, ?, 1, ?, ?, 1, 3, ?, ?, ?, ?, ?, ?, 0, 0)")) {
      int at = 1;
      insert.setString(at++, body.length > 100 ? "large" : "orders");
      insert.setString(at++, pair);
      insert.setLong(at++, number);
      insert.setObject(at++, time.toLocalDate());
      insert.setString(at++, "customer-" + number % 10);
      insert.setString(at++, headers);
      insert.setBytes(at++, body);
      insert.setInt(at++, body.length);
      insert.setObject(at++, time);
      insert.setObject(at, time);
      insert.execute();
    }
  }

  private static AdminServer admin(String id, String urls) {
    Map<String, String> settings =
        urls.isEmpty() ? Map.of() : Map.of("FEIGE_SQL_URL", urls, "FEIGE_SQL_USER", "root");
    DatabaseConfig sql =
        AdminConfig.load(
                Optional.empty(), settings, Map.of("cluster.secret", "a secret of the cluster"))
            .config()
            .sql();
    SecurityConfig security = new SecurityConfig(TOKEN, true, Optional.empty(), false, false);
    return AdminServer.start(
        Admins.with(Admins.settings(id, dir.resolve(id), "", List.of(Admins.PAIR)), security, sql));
  }

  private static HttpCaller caller(String authorization) {
    return HttpCaller.showing(admin.httpPort(), authorization);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static List<String> bodies(JsonNode page) {
    return page.get("messages").valueStream().map(each -> each.get("body").asString()).toList();
  }

  private static JsonNode found(String query) throws Exception {
    Reply reply = root.get(ORDERS + query);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply.json();
  }

  private static String refused(HttpCaller caller, String path, int status) throws Exception {
    Reply reply = caller.get(path);
    assertThat(reply.status()).as(path + ": " + reply.text()).isEqualTo(status);
    return reply.json().get("code").stringValue();
  }

  @Test
  void allPagesTogetherHaveEachMessageOnceTheYoungestFirst() throws Exception {
    for (int limit : List.of(1, 7, 200)) {
      List<String> all = new ArrayList<>();
      JsonNode page = found("?limit=" + limit);
      while (page.has("next")) {
        assertThat(page.get("messages").size()).isLessThanOrEqualTo(limit);
        all.addAll(bodies(page));
        page = found("?limit=" + limit + "&after=" + page.get("next").stringValue());
      }
      all.addAll(bodies(page));
      List<String> wanted = new ArrayList<>();
      for (int i = ROWS - 1; i >= 0; i--) {
        wanted.add("body " + i);
      }
      assertThat(all).isEqualTo(wanted);
      assertThat(page.get("timeUp").booleanValue()).isFalse();
    }
  }

  @Test
  void messagesAreFoundByKeyTimeAndHeader() throws Exception {
    assertThat(bodies(found("?key=customer-3&limit=3")))
        .containsExactly("body 53", "body 43", "body 33");
    assertThat(bodies(found("?from=2026-11-21T08:00:02Z&to=2026-11-21T08:00:04Z")))
        .containsExactly("body 7", "body 6", "body 5", "body 4");
    assertThat(bodies(found("?header=type=refund"))).containsExactly("body 7");
    assertThat(bodies(found("?header=type"))).containsExactly("body 7");
    assertThat(bodies(found("?header=" + encoded("it's \"odd=' OR 1=1 -- "))))
        .containsExactly("body 8");
    JsonNode one = found("?header=type").get("messages").get(0);
    assertThat(one.get("headers").get("type").stringValue()).isEqualTo("refund");
    assertThat(one.get("key").stringValue()).isEqualTo("customer-7");
    assertThat(one.get("storedAt").stringValue()).isEqualTo("2026-11-21T08:00:03Z");
    assertThat(one.get("epoch").longValue()).isEqualTo(3);
  }

  @Test
  void whatBecameOfAMessageIsShown() throws Exception {
    JsonNode messages = root.get(ORDERS + "/pair-1/4").json().get("messages");
    assertThat(messages).hasSize(1);
    assertThat(messages.get(0).get("body").stringValue()).isEqualTo("body 4");
    assertThat(messages.get(0).get("moreAttempts").booleanValue()).isFalse();
    JsonNode attempts = messages.get(0).get("attempts");
    assertThat(attempts.get(0).toString())
        .isEqualTo(
            "{\"group\":\"billing\",\"generation\":1,\"attempt\":1,\"outcome\":\"RETRY\","
                + "\"consumer\":\"b-1\",\"settledAt\":\"2026-11-21T08:00:05Z\","
                + "\"dueAt\":\"2026-11-21T08:00:09Z\"}");
    assertThat(attempts.get(1).get("reason").stringValue()).isEqualTo("it's too odd");
    assertThat(root.get(ORDERS + "/pair-2/5").json().get("messages")).hasSize(1);
    assertThat(refused(root, ORDERS + "/pair-1/5", 404)).isEqualTo("NOT_FOUND");
    assertThat(refused(root, ORDERS + "/pair-9/4", 404)).isEqualTo("NOT_FOUND");
  }

  @Test
  void whatIsNoSearchIsRefusedAndWhatIsOddFindsNothing() throws Exception {
    for (String odd :
        List.of(
            "' OR '1'='1",
            "\\",
            "\"",
            "%",
            "x'; DROP TABLE message; -- ",
            "\u0000",
            "\ud83d\ude00")) {
      assertThat(found("?key=" + encoded(odd)).get("messages")).as(odd).isEmpty();
      assertThat(found("?header=" + encoded("a" + odd + "=" + odd)).get("messages")).isEmpty();
      assertThat(found("?header=" + encoded("type=" + odd)).get("messages")).isEmpty();
      assertThat(refused(root, ORDERS + "?after=" + encoded("1-1-1-a" + odd), 400)).isNotEmpty();
      assertThat(refused(root, ORDERS + "?from=" + encoded("2026-11-21" + odd), 400)).isNotEmpty();
    }
    for (String wrong :
        List.of(
            ORDERS + "?limit=0",
            ORDERS + "?limit=201",
            ORDERS + "?header==x",
            ORDERS + "?after=1-99999999999-1-a",
            ORDERS + "?to=2026-13-41T25:00:00Z",
            ORDERS + "?key=" + "k".repeat(257),
            ORDERS + "/pair-1/-1",
            ORDERS + "/pair-1/1%20OR%201",
            ORDERS + "/pair'1/1",
            "/api/v1/topics/" + encoded("orders' OR '1'='1").replace("+", "%20") + "/history",
            "/api/v1/topics/" + encoded("\u00fcber") + "/history")) {
      assertThat(refused(root, wrong, 400)).as(wrong).isEqualTo("BAD_REQUEST");
    }
    assertThat(
            found("?from=0000-01-01T00:00:00Z&to=9999-12-31T23:59:59Z&limit=200").get("messages"))
        .hasSize(ROWS);
  }

  @Test
  void anAnswerEndsWhereItGetsLargeAndGoesOnThere() throws Exception {
    byte[] body = "x".repeat(60_000).getBytes(StandardCharsets.UTF_8);
    try (Connection connection = connect("one")) {
      for (int i = 0; i < 30; i++) {
        insert(connection, "pair-1", i, null, body);
      }
      insert(connection, "pair-1", 31, null, new byte[70_000]);
    }
    Reply first = root.get("/api/v1/topics/large/history?limit=200");
    assertThat(first.text()).hasSizeBetween(1 << 20, 1_200_000);
    JsonNode page = first.json();
    assertThat(page.get("messages").get(0).get("tooLargeToShow").longValue()).isGreaterThan(70_000);
    int shown = page.get("messages").size();
    JsonNode rest =
        root.get("/api/v1/topics/large/history?limit=200&after=" + page.get("next").stringValue())
            .json();
    assertThat(shown + rest.get("messages").size()).isEqualTo(31);
    assertThat(rest.has("next")).isFalse();
  }

  @Test
  void whoMayReadTheTopicMaySeeItsHistoryAndNobodyElse() throws Exception {
    for (String right : List.of("read:ord*", "read:invoices", "viewer", "administrator")) {
      String name = right.replaceAll("[:*]", "-");
      String user = "{\"name\":\"" + name + "\",\"grants\":[\"" + right + "\"]}";
      await().until(() -> root.post("/api/v1/users", user).status() == 201);
      String made =
          root.post("/api/v1/tokens", "{\"user\":\"" + name + "\",\"expiresInSeconds\":3600}")
              .json()
              .get("token")
              .stringValue();
      try (HttpCaller caller = caller("Bearer " + made)) {
        for (String path : List.of(ORDERS, ORDERS + "/pair-1/4")) {
          if (right.equals("read:ord*")) {
            assertThat(caller.get(path).status()).isEqualTo(200);
          } else {
            assertThat(refused(caller, path, 403)).isEqualTo("NOT_AUTHORIZED");
          }
        }
      }
    }
    Path tries = dir.resolve("admin-1").resolve("refused.log");
    await().until(() -> Files.readString(tries).contains("NOT_AUTHORIZED: read:orders"));
  }

  @Test
  void withoutAStoreThereIsNoHistory() throws Exception {
    try (AdminServer plain = admin("admin-2", "");
        HttpCaller caller = HttpCaller.showing(plain.httpPort(), "Bearer " + TOKEN)) {
      assertThat(refused(caller, ORDERS, 404)).isEqualTo("NO_HISTORY");
      assertThat(refused(caller, ORDERS + "/pair-1/4", 404)).isEqualTo("NO_HISTORY");
    }
  }

  @Test
  void aDatabaseThatIsAwayOrSilentCostsNobodyElseAnything() throws Exception {
    try (Socket bound = new Socket()) {
      // It has its port, on which nobody listens.
      bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      String place = "127.0.0.1:" + bound.getLocalPort() + "/feige";
      try (AdminServer away = admin("admin-3", "jdbc:mysql://" + place);
          HttpCaller caller = HttpCaller.showing(away.httpPort(), "Bearer " + TOKEN)) {
        assertThat(refused(caller, ORDERS, 503)).isEqualTo("HISTORY_UNREACHABLE");
        assertThat(caller.get(ORDERS + "/pair-1/4").text()).contains(place);
      }
    }
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        AdminServer slow =
            admin("admin-4", "jdbc:mysql://127.0.0.1:" + silent.getLocalPort() + "/feige");
        HttpCaller caller = HttpCaller.showing(slow.httpPort(), "Bearer " + TOKEN);
        ExecutorService many = Executors.newVirtualThreadPerTaskExecutor()) {
      // Those who wait do so for seconds, for which a busy machine may have nobody come between.
      await().until(() -> othersAreAnsweredBeside(caller, many));
    }
  }

  /** Whether somebody else was answered while some still waited for the database. */
  private static boolean othersAreAnsweredBeside(HttpCaller caller, ExecutorService many)
      throws Exception {
    List<Future<String>> asked = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      asked.add(many.submit(() -> refused(caller, ORDERS, 503)));
    }
    assertThat(caller.get("/api/v1/pairs").status()).isEqualTo(200);
    boolean isBeside = asked.stream().anyMatch(each -> !each.isDone());
    List<String> codes = new ArrayList<>();
    for (Future<String> each : asked) {
      codes.add(Waits.get(each));
    }
    assertThat(codes).isSubsetOf("BUSY", "HISTORY_UNREACHABLE").contains("HISTORY_UNREACHABLE");
    return isBeside && codes.contains("BUSY");
  }

  @Test
  void aSearchThatTakesTooLongIsGivenUp() throws Exception {
    try (Connection connection = connect("two");
        Statement statement = connection.createStatement()) {
      statement.execute("LOCK TABLES message WRITE");
      assertThat(refused(root, ORDERS, 503)).isEqualTo("HISTORY_TOO_SLOW");
      assertThat(refused(root, ORDERS + "/pair-2/5", 503)).isEqualTo("HISTORY_TOO_SLOW");
      statement.execute("UNLOCK TABLES");
      await().until(() -> root.get(ORDERS).status() == 200);
    }
  }
}
