package io.feige.admin.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.feige.admin.boot.AdminServer;
import io.feige.admin.boot.AdminSettings;
import io.feige.admin.event.Event.Kind;
import io.feige.admin.event.WebhookSettings;
import io.feige.admin.kit.Admins;
import io.feige.admin.kit.HttpCaller;
import io.feige.admin.kit.HttpCaller.Reply;
import io.feige.admin.kit.ScriptedNode;
import io.feige.admin.leader.PairSpec;
import io.feige.admin.zookeeper.EmbeddedZooKeeper;
import io.feige.config.SecurityConfig;
import io.feige.testkit.Waits;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What has happened, as real Admins tell it. */
final class EventsIT {
  private static final String TOKEN = "a token of the settings, long enough";
  private static final String EVENTS = "/api/v1/events?limit=1000";

  @TempDir Path dir;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final List<String> posted = new CopyOnWriteArrayList<>();
  private EmbeddedZooKeeper zookeeper;
  private WebhookSettings webhook = WebhookSettings.OFF;

  /** Without pairs there are no alerts of them, which come when some seconds have passed. */
  private List<PairSpec> pairs = List.of();

  @BeforeEach
  void start() throws Exception {
    zookeeper = EmbeddedZooKeeper.start(dir.resolve("zookeeper"), 0);
    opened.push(zookeeper);
  }

  @AfterEach
  void stop() throws Exception {
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }

  @Test
  void aFailoverIsToldFromItsNodeToItsAlertsAndPostedToTheWebhook() throws Exception {
    webhook = hook();
    pairs = List.of(Admins.PAIR);
    AdminServer admin = leader("admin-1");
    HttpCaller caller = caller(admin, TOKEN);
    ScriptedNode one = node(admin, "node-1", 7001);
    ScriptedNode two = node(admin, "node-2", 7003);
    one.isCopiedBy(two.member());
    two.until("pair-1", state -> state.inSync().size() == 2);
    String before = caller.get(EVENTS).json().get("last").asString();

    one.kill();
    two.hearsActive(false);
    two.until("pair-1", state -> state.active().equals("node-2"));
    String since = EVENTS + "&after=" + before;
    await()
        .until(
            () -> words(caller.get(since).json().get("events")).contains("ALERT WARNING node-1"));

    assertThat(told(caller))
        .contains("NODE_CAME INFO node-1", "DECISION INFO pair-1")
        .containsSubsequence(
            "LEADER INFO admin-1",
            "NODE_GONE WARNING node-1",
            "DECISION WARNING pair-1",
            "ALERT WARNING node-1");
    JsonNode news = caller.get(since).json();
    assertThat(news.get("missed").booleanValue()).isFalse();
    // An alert of the time before may be over only now.
    assertThat(words(news.get("events")).stream().filter(word -> !word.startsWith("ALERT")))
        .first()
        .isEqualTo("NODE_GONE WARNING node-1");
    JsonNode alert =
        news.get("events")
            .valueStream()
            .filter(event -> event.get("kind").asString().equals("ALERT"))
            .findFirst()
            .orElseThrow();
    assertThat(alert.propertyNames())
        .containsExactly(
            "id", "atMillis", "kind", "severity", "of", "rule", "sentence", "whatToDo");

    List<String> all = sinceItLeads(told(caller));
    await().until(() -> sinceItLeads(postedKinds()).size() >= all.size());
    assertThat(sinceItLeads(postedKinds()).subList(0, all.size())).isEqualTo(all);
    assertThat(caller.get("/metrics").text())
        .contains("feige_admin_webhook_failed_total 0.0\n")
        .contains("feige_admin_webhook_dropped_total 0.0\n")
        .containsPattern("feige_admin_webhook_sent_total [1-9]");
  }

  @Test
  void whoWaitsIsAnsweredWhenSomethingHappensAndNotBefore() throws Exception {
    AdminServer admin = leader("admin-1");
    AdminServer follower = admin("admin-2");
    HttpCaller caller = caller(admin, TOKEN);
    HttpCaller other = caller(follower, TOKEN);
    String last = caller.get(EVENTS).json().get("last").asString();
    String wait = EVENTS + "&waitSeconds=1&after=" + last;
    for (HttpCaller each : List.of(caller, other)) {
      await().until(() -> each.get(EVENTS).json().get("last").asString().equals(last));
      long begin = System.nanoTime();
      JsonNode nothing = each.get(wait).json();
      assertThat(nothing.get("events")).isEmpty();
      assertThat(nothing.get("last").asString()).isEqualTo(last);
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(900));
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      String longer = EVENTS + "&waitSeconds=30&after=" + last;
      List<Future<Reply>> waiting = new ArrayList<>();
      for (HttpCaller each : List.of(caller, other)) {
        waiting.add(threads.submit(() -> each.get(longer)));
      }
      node(admin, "node-1", 7001);
      for (Future<Reply> each : waiting) {
        JsonNode events = Waits.get(each).json().get("events");
        assertThat(events.get(0).get("kind").asString()).isEqualTo("NODE_CAME");
      }
    }
  }

  @Test
  void whenAnotherLeadsWhoAsksOnHearsThatSomethingMayBeMissingAndThenNothingMore()
      throws Exception {
    AdminServer first = leader("admin-1");
    AdminServer second = admin("admin-2");
    HttpCaller caller = caller(second, TOKEN);
    await().until(() -> told(caller).contains("LEADER INFO admin-1"));
    String last = caller.get(EVENTS).json().get("last").asString();
    first.close();
    await().until(second::isLeading);
    await().until(() -> told(caller).contains("LEADER INFO admin-2"));

    JsonNode after = caller.get(EVENTS + "&after=" + last).json();
    assertThat(after.get("missed").booleanValue()).isTrue();
    assertThat(after.get("events").get(0).get("of").asString()).isEqualTo("admin-2");
    String next = EVENTS + "&after=" + after.get("last").asString();
    assertThat(caller.get(next).json().get("missed").booleanValue()).isFalse();

    // What the first one had told is there again when it leads again, and so is its end.
    second.close();
    HttpCaller again = caller(leader("admin-1"), TOKEN);
    JsonNode whole = again.get(EVENTS + "&after=" + last).json();
    assertThat(whole.get("missed").booleanValue()).isFalse();
    assertThat(whole.get("events").get(0).get("sentence").asString())
        .isEqualTo("admin-1 leads no longer");
  }

  @Test
  void asManyWaitAsMayAndAnAdminThatStopsKeepsNobodyWaiting() throws Exception {
    AdminServer admin = leader("admin-1");
    HttpCaller caller = caller(admin, TOKEN);
    String wait =
        EVENTS + "&waitSeconds=30&after=" + caller.get(EVENTS).json().get("last").asString();
    int more = 5;
    List<CompletableFuture<Integer>> asked = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < EventReads.MOST_OF_ONE + more; i++) {
        asked.add(CompletableFuture.supplyAsync(() -> status(caller, wait), threads));
      }
      // Beyond that nobody waits, and other requests are answered as ever.
      await().until(() -> asked.stream().filter(CompletableFuture::isDone).count() == more);
      assertThat(caller.get("/api/v1/status").status()).isEqualTo(200);
      assertThat(asked.stream().filter(CompletableFuture::isDone))
          .hasSize(more)
          .allMatch(each -> each.join() == 200);

      admin.close();
      for (CompletableFuture<Integer> each : asked) {
        assertThat(Waits.get(each)).isNotZero();
      }
    }
  }

  @Test
  void whatIsNoIdOrNoNumberIsRefused() throws Exception {
    HttpCaller caller = caller(leader("admin-1"), TOKEN);
    for (String wrong :
        List.of(
            "after=x",
            "after=1",
            "after=1-99999999999999999999",
            "limit=0",
            "limit=1001",
            "waitSeconds=31",
            "waitSeconds=-1")) {
      Reply reply = caller.get("/api/v1/events?" + wrong);
      assertThat(reply.status()).as(wrong).isEqualTo(400);
      assertThat(reply.json().get("code").asString()).isEqualTo("BAD_REQUEST");
    }
  }

  @Test
  void whoLosesTheRightWhileWaitingIsToldNothing() throws Exception {
    AdminServer admin = leader("admin-1");
    HttpCaller root = caller(admin, TOKEN);
    String ann = "{\"name\":\"ann\",\"grants\":[\"viewer\"]}";
    await().until(() -> root.post("/api/v1/users", ann).status() == 201);
    String made =
        root.post("/api/v1/tokens", "{\"user\":\"ann\",\"expiresInSeconds\":600}")
            .json()
            .get("token")
            .asString();
    String last = root.get(EVENTS).json().get("last").asString();
    HttpCaller caller = caller(admin, made);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Reply> waits =
          threads.submit(() -> caller.get(EVENTS + "&waitSeconds=30&after=" + last));
      assertThat(root.patch("/api/v1/users/ann", "{\"enabled\":false}").status()).isEqualTo(200);
      node(admin, "node-1", 7001);
      assertThat(Waits.get(waits).status()).isEqualTo(401);
    }
  }

  private static int status(HttpCaller caller, String path) {
    try {
      return caller.get(path).status();
    } catch (Exception e) {
      return -1;
    }
  }

  private static List<String> told(HttpCaller caller) throws Exception {
    return words(caller.get(EVENTS).json().get("events"));
  }

  private static List<String> words(JsonNode events) {
    return events
        .valueStream()
        .map(event ->
            event.get("kind").asString()
                + " "
                + event.get("severity").asString()
                + " "
                + event.get("of").asString())
        .toList();
  }

  private List<String> postedKinds() {
    List<String> words = new ArrayList<>();
    for (String post : posted) {
      words.addAll(words(JsonMapper.builder().build().readTree(post).get("events")));
    }
    return words;
  }

  /** What it has seen before, as that nobody leads, is told to nobody else. */
  private static List<String> sinceItLeads(List<String> words) {
    int begin = words.indexOf("LEADER INFO admin-1");
    return begin < 0 ? List.of() : words.subList(begin, words.size());
  }

  private WebhookSettings hook() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          posted.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    opened.push(() -> server.stop(0));
    URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    return new WebhookSettings(Optional.of(url), "", EnumSet.allOf(Kind.class));
  }

  private HttpCaller caller(AdminServer admin, String token) {
    HttpCaller caller = new HttpCaller(admin.httpPort(), token);
    opened.push(caller);
    return caller;
  }

  private ScriptedNode node(AdminServer admin, String name, int port) {
    ScriptedNode node = ScriptedNode.start(List.of(admin.clientPort()), name, port);
    opened.push(node);
    return node;
  }

  /** Leads, and has told so; what was wrong before, as that nobody leads, is over. */
  private AdminServer leader(String id) {
    AdminServer admin = admin(id);
    HttpCaller caller = caller(admin, TOKEN);
    await().until(admin::isLeading);
    await().until(() -> told(caller).contains("LEADER INFO " + id));
    if (pairs.isEmpty()) {
      await().until(() -> caller.get("/api/v1/alerts").json().get("alerts").isEmpty());
    }
    return admin;
  }

  private AdminServer admin(String id) {
    AdminSettings plain = Admins.settings(id, dir.resolve(id), zookeeper.connectString(), pairs);
    SecurityConfig security = new SecurityConfig(TOKEN, true, Optional.empty(), false, false);
    AdminServer started = AdminServer.start(Admins.with(plain, security, webhook));
    opened.push(started);
    return started;
  }
}
