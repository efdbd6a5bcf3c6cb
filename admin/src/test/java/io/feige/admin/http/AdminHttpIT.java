package io.feige.admin.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.admin.boot.AdminServer;
import io.feige.admin.boot.AdminSettings;
import io.feige.admin.kit.Admins;
import io.feige.admin.kit.HttpCaller;
import io.feige.admin.kit.HttpCaller.Reply;
import io.feige.admin.kit.RawPeer;
import io.feige.admin.kit.ScriptedNode;
import io.feige.config.SecurityConfig;
import io.feige.protocol.command.Ping;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

final class AdminHttpIT {
  private static final String PAIR = "pair-1";
  private static final String TOKEN = "a bearer's token";

  @TempDir Path dir;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  @AfterEach
  void stop() throws Exception {
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }

  @Test
  void statusHasTheFieldsThatProgramsReadInTheirOrder() throws Exception {
    AdminServer admin = admin("");
    HttpCaller caller = caller(admin, "");
    ScriptedNode one = node(admin, "node-1", 7001);
    ScriptedNode two = node(admin, "node-2", 7003);
    bothInSync(one, two);
    await().until(() -> pair(caller).get("serving").booleanValue());

    String text = caller.get("/api/v1/status").text();
    assertThat(text)
        .matches(
            Pattern.compile(
                "\\{\\s*\"admins\": \\[\\s*\\{\\s*\"id\": \"admin-1\",\\s*\"leader\": true,.*"
                    + "\"nodes\": \\[\\s*\\{\\s*\"id\": \"node-1\",\\s*"
                    + "\"address\": \"127.0.0.1:7001\",\\s*\"alive\": true,\\s*"
                    + "\"bootId\": \"boot of node-1\",.*"
                    + "\"pairs\": \\[\\s*\\{\\s*\"id\": \"pair-1\",\\s*\"epoch\": 1,\\s*"
                    + "\"master\": \"node-1\",\\s*\"backup\": \"node-2\",\\s*"
                    + "\"active\": \"node-1\",\\s*"
                    + "\"inSync\": \\[\\s*\"node-1\",\\s*\"node-2\"\\s*\\],\\s*"
                    + "\"lagBytes\": 0,\\s*\"failoverBoundMillis\": \\d+,.*"
                    + "\"storeLagBytes\": 96,\\s*\"storeLagMillis\": 25\\s*\\}\\s*\\],\\s*"
                    + "\"live\": true,\\s*\"proxies\": \\[\\s*\\]\\s*\\}\\s*",
                Pattern.DOTALL));

    JsonNode described = caller.get("/api/v1/pairs/pair-1").json();
    assertThat(described.get("members").get(0).get("bootId").stringValue())
        .isEqualTo("boot of node-1");
    assertThat(caller.get("/api/v1/pairs").json().get("pairs")).hasSize(1);
  }

  @Test
  void whatNodesDoNotAnswerIsNotTakenForNothing() throws Exception {
    JsonNode totals = caller(admin(""), "").get("/api/v1/totals").json();

    assertThat(totals.get("lookedAt").isNull()).isTrue();
    assertThat(totals.get("waiting")).isEmpty();
  }

  @Test
  void aSwitchIsDoneAndStandsInTheHistoryWithItsEvidence() throws Exception {
    AdminServer admin = admin("");
    HttpCaller caller = caller(admin, "");
    ScriptedNode one = node(admin, "node-1", 7001);
    ScriptedNode two = node(admin, "node-2", 7003);
    bothInSync(one, two);

    Reply done = caller.post("/api/v1/pairs/pair-1/switch", "{}");

    assertThat(done.status()).as(done.text()).isEqualTo(200);
    assertThat(done.json().get("done").booleanValue()).isTrue();
    two.until(PAIR, state -> state.active().equals("node-2") && state.epoch() == 2);
    JsonNode history = caller.get("/api/v1/pairs/pair-1/history?most=1").json();
    assertThat(history.get("decisions")).hasSize(1);
    JsonNode decision = history.get("decisions").get(0);
    assertThat(decision.get("kind").stringValue()).isEqualTo("SWITCH");
    assertThat(decision.get("evidence").size()).isPositive();
    await()
        .until(() -> !caller.get("/api/v1/pairs/pair-1/history").json().get("reports").isEmpty());
    assertThat(caller.get("/api/v1/pairs/pair-1/history?most=0").json().get("decisions")).isEmpty();
  }

  @Test
  void whatCannotBeDoneIsSaidAndChangesNothing() throws Exception {
    AdminServer admin = admin("");
    HttpCaller caller = caller(admin, "");
    ScriptedNode one = node(admin, "node-1", 7001);
    ScriptedNode two = node(admin, "node-2", 7003);
    one.until(PAIR, state -> state.active().equals("node-1"));
    int version = one.state(PAIR).version();

    Reply refused = caller.post("/api/v1/pairs/pair-1/switch", "{}");

    assertThat(refused.status()).as(refused.text()).isEqualTo(409);
    isProblem(refused, "NOT_DONE");
    assertThat(refused.json().get("status").intValue()).isEqualTo(409);
    assertThat(one.state(PAIR).version()).isEqualTo(version);
    assertThat(two.state(PAIR).active()).isEqualTo("node-1");
  }

  @Test
  void aForeignNameDoesNotLeadToFiguresThatNeedNoToken() throws Exception {
    int open = admin("").httpPort();
    assertThat(statusFor(open, "127.0.0.1:" + open)).isEqualTo(200);
    assertThat(statusFor(open, "localhost:" + open)).isEqualTo(200);
    assertThat(statusFor(open, "[::1]:" + open)).isEqualTo(200);
    assertThat(statusFor(open, "a.page.example:" + open)).isEqualTo(421);
    assertThat(statusFor(open, "127.0.0.1.page.example")).isEqualTo(421);
  }

  private static int statusFor(int port, String host) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      String request = "GET /metrics HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      byte[] begin = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
      String line = new String(begin, StandardCharsets.US_ASCII);
      return Integer.parseInt(line.substring(line.length() - 3));
    }
  }

  @Test
  void whatIsNoRequestOrTooLongIsAProblemAsAllErrorsAre() throws Exception {
    int port = admin("").httpPort();
    for (String wrong :
        List.of(
            "this is not it\r\n\r\n",
            "GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(20_000) + "\r\n\r\n",
            """
            POST /api/v1/topics HTTP/1.1\r
            Host: localhost\r
            Content-Type: application/json\r
            Content-Length: 100000000\r
            \r
            """)) {
      assertThat(answerTo(port, wrong))
          .as(wrong.substring(0, 14))
          .startsWith("HTTP/1.1 4")
          .containsIgnoringCase("content-security-policy: default-src 'self'")
          .contains("application/problem+json", "\"whatToDo\"")
          .doesNotContain("<html");
    }
  }

  /** Until the other side ends the connection. */
  private static String answerTo(int port, String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(Waits.patienceMillis());
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  @Test
  void aPromotionShowsFirstWhatMayBeMissing() throws Exception {
    AdminServer admin = admin("");
    HttpCaller caller = caller(admin, "");
    ScriptedNode one = node(admin, "node-1", 7001);
    ScriptedNode two = node(admin, "node-2", 7003);
    one.until(PAIR, state -> state.active().equals("node-1"));
    two.until(PAIR, state -> state.active().equals("node-1"));
    two.endsAt(400);
    one.kill();
    two.hearsActive(false);
    await().until(() -> !pair(caller).get("serving").booleanValue());

    Reply shown = caller.get("/api/v1/pairs/pair-1/promote?node=node-2");
    assertThat(shown.status()).as(shown.text()).isEqualTo(200);
    assertThat(shown.json().get("done").booleanValue()).isFalse();
    assertThat(shown.json().get("message").stringValue()).isNotBlank();
    Reply asked = caller.post("/api/v1/pairs/pair-1/promote", "{\"node\": \"node-2\"}");
    assertThat(asked.json().get("done").booleanValue()).isFalse();
    assertThat(two.state(PAIR).active()).isEqualTo("node-1");

    await()
        .until(() ->
            caller
                    .post("/api/v1/pairs/pair-1/promote", "{\"node\": \"node-2\", \"shown\": true}")
                    .status()
                == 200);
    two.until(PAIR, state -> state.active().equals("node-2"));
    assertThat(
            caller
                .get("/api/v1/pairs/pair-1/history")
                .json()
                .get("decisions")
                .get(0)
                .get("kind")
                .stringValue())
        .isEqualTo("PROMOTE");
  }

  @Test
  void nodesThatDoNotSayWhoIsConnectedAreNamed() throws Exception {
    AdminServer admin = admin("");
    HttpCaller caller = caller(admin, "");
    // Nobody listens where clients would find them.
    ScriptedNode one = node(admin, "node-1", 1);
    ScriptedNode two = node(admin, "node-2", 3);
    bothInSync(one, two);
    await()
        .untilAsserted(
            () -> assertThat(caller.get("/api/v1/clients").json().get("missing")).hasSize(2));

    assertThat(caller.get("/api/v1/clients").json().get("clients")).isEmpty();
    assertThat(caller.get("/api/v1/clients?node=node-2").json().get("missing"))
        .hasToString("[\"node-2\"]");
    isProblem(caller.get("/api/v1/clients?node=node-3"), "NO_SUCH_NODE");
    isProblem(caller.get("/api/v1/clients?after=node-1"), "BAD_REQUEST");
    isProblem(caller.get("/api/v1/clients?limit=1001"), "BAD_REQUEST");
  }

  @Test
  void everyErrorSaysWhatToDo() throws Exception {
    HttpCaller caller = caller(admin(""), "");
    isProblem(caller.get("/api/v1/nothing"), "NOT_FOUND");
    isProblem(caller.get("/nothing"), "NOT_FOUND");
    isProblem(caller.get("/assets/..%2Findex.html"), "NOT_FOUND", "BAD_REQUEST");
    isProblem(caller.get("/assets/none.js"), "NOT_FOUND");
    isProblem(caller.delete("/api/v1/status"), "METHOD_NOT_ALLOWED");
    Reply noForm = caller.post("/api/v1/status", "a=b", "application/x-www-form-urlencoded");
    isProblem(noForm, "METHOD_NOT_ALLOWED");
    assertThat(noForm.header("Allow")).contains("GET");
    isProblem(caller.get("/api/v1/pairs/nobody"), "NO_SUCH_PAIR");
    isProblem(caller.get("/api/v1/pairs/..%2Fx/history"), "NO_SUCH_PAIR", "BAD_REQUEST");
    isProblem(caller.post("/api/v1/pairs/nobody/switch", "{}"), "NO_SUCH_PAIR");
    isProblem(caller.get("/api/v1/pairs/pair-1/history?most=x"), "BAD_REQUEST");
    isProblem(caller.get("/api/v1/pairs/pair-1/history?most=201"), "BAD_REQUEST");
    isProblem(caller.post("/api/v1/pairs/pair-1/promote", "{"), "BAD_REQUEST");
    isProblem(caller.post("/api/v1/pairs/pair-1/promote", "{}"), "BAD_REQUEST");
    isProblem(caller.get("/api/v1/pairs/pair-1/promote"), "BAD_REQUEST");
    isProblem(
        caller.post("/api/v1/pairs/pair-1/promote", "{\"node\": \"" + "x".repeat(70_000) + "\"}"),
        "TOO_LARGE");
  }

  /** A web page can have a browser send a form to loopback, and not JSON. */
  @Test
  void aFormChangesNothing() throws Exception {
    HttpCaller caller = caller(admin(""), "");
    isProblem(caller.post("/api/v1/pairs/pair-1/switch", "{}", "text/plain"), "JSON_WANTED");
    isProblem(
        caller.post(
            "/api/v1/pairs/pair-1/promote",
            "{\"node\": \"node-2\", \"shown\": true}",
            "application/x-www-form-urlencoded"),
        "JSON_WANTED");
  }

  @Test
  void withATokenEverythingButHealthWantsIt() throws Exception {
    AdminServer admin = admin(TOKEN);
    HttpCaller stranger = caller(admin, "");
    HttpCaller guesser = caller(admin, "another token");
    HttpCaller friend = caller(admin, TOKEN);
    for (HttpCaller caller : List.of(stranger, guesser)) {
      isProblem(caller.get("/api/v1/status"), "NOT_AUTHENTICATED");
      isProblem(caller.get("/api/v1/pairs"), "NOT_AUTHENTICATED");
      isProblem(caller.get("/metrics"), "NOT_AUTHENTICATED");
      isProblem(caller.post("/api/v1/pairs/pair-1/switch", "{}"), "NOT_AUTHENTICATED");
    }
    assertThat(friend.get("/api/v1/status").status()).isEqualTo(200);
    assertThat(stranger.get("/health/live").status()).isEqualTo(200);
  }

  @Test
  void healthAndMetricsAreTold() throws Exception {
    AdminServer admin = admin("");
    HttpCaller caller = caller(admin, "");
    await().until(admin::isLeading);
    assertThat(caller.get("/health/live").json().get("alive").booleanValue()).isTrue();
    Reply ready = caller.get("/health/ready");
    assertThat(ready.status()).isEqualTo(200);
    assertThat(ready.json().get("zookeeper").stringValue()).isEqualTo("connected");
    node(admin, "node-1", 7001);
    await()
        .until(() -> caller.get("/metrics").text().contains("feige_node_alive{node=\"node-1\"} 1"));
    assertThat(caller.get("/metrics").text())
        .contains("feige_admin_leader_epoch 1.0\n")
        .contains("feige_admin_decisions_total{kind=\"first\"} 0.0\n")
        .contains("feige_pair_epoch{pair=\"pair-1\"} 0.0\n")
        .contains("jvm_memory_used_bytes{", "jvm_threads_live_threads ", "process_files_open_");
  }

  @Test
  void requestsAreCountedByTheirRouteAndNeverByTheirPath() throws Exception {
    AdminServer admin = admin(TOKEN);
    HttpCaller caller = caller(admin, TOKEN);
    await().until(admin::isLeading);
    assertThat(caller.get("/api/v1/pairs/pair-1").status()).isEqualTo(200);
    assertThat(caller.get("/api/v1/pairs/no-such-pair").status()).isEqualTo(404);
    assertThat(caller.get("/no/such/route").status()).isEqualTo(404);

    String pair =
        "feige_admin_request_seconds_count{method=\"GET\",route=\"/api/v1/pairs/{pair}\",";
    await()
        .untilAsserted(() ->
            assertThat(caller.get("/metrics").text())
                .contains(pair + "status=\"2xx\"} 1\n")
                .contains(pair + "status=\"4xx\"} 1\n")
                .contains(
                    "feige_admin_request_seconds_count"
                        + "{method=\"other\",route=\"other\",status=\"4xx\"} 1\n")
                .doesNotContain("such"));
  }

  @Test
  void theDescriptionIsServed() throws Exception {
    assertThat(caller(admin(""), "").get("/openapi.yaml").text()).startsWith("openapi: 3.1.0\n");
  }

  /** Registers and beats that were forged, and bytes that are nothing at all. */
  @Test
  void aStrangerChangesNothing() throws Exception {
    AdminServer admin = admin("");
    HttpCaller caller = caller(admin, "");
    ScriptedNode one = node(admin, "node-1", 7001);
    ScriptedNode two = node(admin, "node-2", 7003);
    bothInSync(one, two);
    await()
        .until(() -> !caller.get("/api/v1/pairs/pair-1/history").json().get("reports").isEmpty());
    await().until(() -> pair(caller).get("serving").booleanValue());
    JsonNode before = pair(caller);
    JsonNode decisions = caller.get("/api/v1/pairs/pair-1/history").json().get("decisions");
    long leaderEpoch = one.leaderEpoch();

    Forgery.against(admin.clientPort(), one.member(), two.member());

    int beats = one.beats();
    await().until(() -> one.beats() > beats + 20);
    // While a busy machine keeps a node from reporting, it is shown as silent.
    await().untilAsserted(() -> assertThat(pair(caller)).isEqualTo(before));
    assertThat(caller.get("/api/v1/pairs/pair-1/history").json().get("decisions"))
        .isEqualTo(decisions);
    assertThat(caller.get("/api/v1/status").json().get("nodes")).hasSize(2);
    assertThat(one.leaderEpoch()).isEqualTo(leaderEpoch);
    try (RawPeer client = RawPeer.client(admin.clientPort())) {
      client.send(2, new Ping());
      assertThat(client.receiveAnswer()).isNotNull();
    }
  }

  private AdminServer admin(String token) {
    AdminSettings plain = Admins.settings("admin-1", dir, "", List.of(Admins.PAIR));
    AdminServer admin =
        AdminServer.start(
            new AdminSettings(
                plain.id(),
                plain.dir(),
                plain.listen(),
                plain.http(),
                SecurityConfig.ofToken(token),
                plain.clusterSecret(),
                plain.zookeeper(),
                plain.pairs(),
                plain.backupServes(),
                plain.controller(),
                plain.webhook(),
                plain.sql()));
    opened.push(admin);
    await().until(admin::isLeading);
    return admin;
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

  private static void bothInSync(ScriptedNode one, ScriptedNode two) {
    one.isCopiedBy(two.member());
    two.isCopiedBy(one.member());
    two.until(PAIR, state -> state.inSync().size() == 2);
    one.until(PAIR, state -> state.inSync().size() == 2);
  }

  private static JsonNode pair(HttpCaller caller) throws IOException, InterruptedException {
    return caller.get("/api/v1/pairs").json().get("pairs").get(0);
  }

  private static void isProblem(Reply reply, String... codes) {
    JsonNode json = reply.json();
    assertThat(json.get("code").stringValue()).as(reply.text()).isIn((Object[]) codes);
    assertThat(json.get("type").stringValue()).startsWith("urn:feige:problem:");
    assertThat(json.get("title").stringValue()).isNotBlank();
    assertThat(json.get("status").intValue()).isEqualTo(reply.status());
    assertThat(json.get("detail").stringValue()).isNotBlank();
    assertThat(json.get("whatToDo").stringValue()).isNotBlank();
    assertThat(reply.status()).isBetween(400, 599);
  }
}
