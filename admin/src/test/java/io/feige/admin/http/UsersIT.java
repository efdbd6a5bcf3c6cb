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
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Authenticate;
import io.feige.protocol.command.Challenge;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.GetStatus;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.NodeStatus;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Routes;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.Secret;
import io.feige.protocol.scram.Scram;
import io.feige.protocol.scram.ScramClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Users of an Admin without a token: from the set-up secret to who may ask what. */
final class UsersIT {
  private static final String PASSWORD = "correct horse battery";

  /**
   * Each route with a body that changes nothing, and the right that it takes; node: nodes decide,
   * once somebody is let in.
   */
  private static final String ROUTES =
      """
      get    /api/v1/whoami               -
      get    /api/v1/session              -
      post   /api/v1/session              -
      delete /api/v1/session              -
      get    /api/v1/status               viewer
      get    /api/v1/alerts               viewer
      get    /api/v1/events               viewer
      get    /api/v1/live                 viewer
      get    /api/v1/history              viewer
      get    /api/v1/pairs                viewer
      get    /api/v1/pairs/pair-1         viewer
      get    /api/v1/clients              viewer
      get    /api/v1/proxies/proxy-1/sessions viewer
      delete /api/v1/proxies/proxy-1/sessions/1 operator
      post   /api/v1/proxies/proxy-1/notice operator
      post   /api/v1/proxies/proxy-1/drain operator
      get    /api/v1/salvage              viewer
      get    /api/v1/nodes                viewer
      get    /api/v1/totals               viewer
      get    /api/v1/nodes/node-1         viewer
      get    /api/v1/nodes/node-1/figures viewer
      get    /api/v1/nodes/node-1/settings operator
      get    /api/v1/admins/admin-1/settings operator
      get    /api/v1/pairs/pair-1/history viewer
      post   /api/v1/pairs/pair-1/switch  operator
      get    /api/v1/pairs/pair-1/drill   viewer
      post   /api/v1/pairs/pair-1/drill   operator
      get    /api/v1/pairs/pair-1/promote viewer
      post   /api/v1/pairs/pair-1/promote operator
      get    /api/v1/users                administrator
      post   /api/v1/users                administrator
      patch  /api/v1/users/nobody         administrator
      post   /api/v1/users/nobody/password administrator
      delete /api/v1/users/nobody         administrator
      get    /api/v1/tokens               administrator
      post   /api/v1/tokens               administrator
      delete /api/v1/tokens/none          administrator
      get    /api/v1/quotas               viewer
      put    /api/v1/quotas/user:nobody   administrator
      delete /api/v1/quotas/user:nobody   administrator
      get    /api/v1/audit                administrator
      get    /metrics                     viewer
      get    /api/v1/pairs/pair-1/disk    node
      get    /api/v1/topics               node
      post   /api/v1/topics               node
      get    /api/v1/topics/a             node
      patch  /api/v1/topics/a             node
      delete /api/v1/topics/a             node
      get    /api/v1/topics/a/figures     node
      get    /api/v1/topics/a/messages    node
      post   /api/v1/topics/a/messages    node
      get    /api/v1/topics/a/messages/b/1/groups node
      get    /api/v1/topics/a/history     read:a
      get    /api/v1/topics/a/history/b/1 read:a
      get    /api/v1/topics/a/delayed     node
      delete /api/v1/topics/a/delayed/b/1.0 node
      get    /api/v1/topics/a/letters     node
      get    /api/v1/topics/a/letters/reasons node
      post   /api/v1/topics/a/letters/replay node
      post   /api/v1/topics/a/letters/drop node
      post   /api/v1/topics/a/letters/b/1/replay node
      get    /api/v1/groups               node
      get    /api/v1/topics/a/groups      node
      get    /api/v1/topics/a/groups/b    node
      get    /api/v1/topics/a/groups/b/figures node
      post   /api/v1/topics/a/groups/b/reset node
      delete /api/v1/topics/a/groups/b    node
      get    /api/v1/topics/a/mailboxes   node
      get    /api/v1/topics/a/mailboxes/b node
      get    /api/v1/topics/a/mailboxes/b/messages node
      delete /api/v1/topics/a/mailboxes/b node
      """;

  @TempDir Path dir;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private AdminServer admin;
  private HttpCaller root;

  @BeforeEach
  void start() throws Exception {
    admin = admin();
    await().until(() -> Files.exists(dir.resolve("setup.secret")));
    HttpCaller setup = caller("Bearer " + Files.readString(dir.resolve("setup.secret")).strip());
    assertThat(setup.get("/api/v1/status").status()).as("it is for users alone").isEqualTo(403);
    String first =
        "{\"name\":\"root\",\"grants\":[\"administrator\"],\"password\":\"" + PASSWORD + "\"}";
    await().until(() -> setup.post("/api/v1/users", first).status() == 201);
    root = caller(basic("root", PASSWORD));
  }

  @AfterEach
  void stop() throws Exception {
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }

  @Test
  void theSetUpSecretMakesTheFirstAdministratorAndIsGone() throws Exception {
    await().until(() -> Files.notExists(dir.resolve("setup.secret")));
    assertThat(root.get("/api/v1/whoami").json().get("who").stringValue()).isEqualTo("root");
    Reply list = root.get("/api/v1/users");
    assertThat(list.json().get("users")).hasSize(1);
    assertThat(list.json().get("letIn").booleanValue()).isTrue();
    assertThat(list.text()).doesNotContain("salt").doesNotContain("stored");
    assertThat(root.get("/api/v1/status").status()).isEqualTo(200);
  }

  @Test
  void aParameterThatThereIsNotIsRefused() throws Exception {
    Reply refused = root.get("/api/v1/audit?limits=5");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text()).contains("no parameter 'limits' here; it takes limit, of");
    assertThat(root.get("/api/v1/status?live=true").status()).isEqualTo(400);
    assertThat(root.get("/api/v1/audit?limit=5&of=changes").status()).isEqualTo(200);
    Reply made = root.post("/api/v1/topics?limit=5", "{\"name\":\"never\"}");
    assertThat(made.status()).isEqualTo(400);
    assertThat(made.text()).contains("no parameter 'limit' here; it takes none");
  }

  @Test
  void eachRouteIsForThoseWhoMay() throws Exception {
    Map<String, HttpCaller> callers = new LinkedHashMap<>();
    for (String right :
        List.of(
            "viewer",
            "operator",
            "administrator",
            "publish:orders",
            "consume:invoices/billing",
            "read:a",
            "read:b")) {
      String name = right.replaceAll("[:/]", "-");
      assertThat(root.post("/api/v1/users", user(name, right)).status()).isEqualTo(201);
      callers.put(right, caller("Bearer " + token(name, 3_600)));
    }
    Map<String, HttpCaller> nobodies = new LinkedHashMap<>();
    nobodies().forEach(shown -> nobodies.put(shown, caller(shown)));
    List<String> wrong = new ArrayList<>();
    for (String line : ROUTES.strip().split("\n", -1)) {
      String[] route = line.strip().split(" +", -1);
      for (Map.Entry<String, HttpCaller> each : callers.entrySet()) {
        if (route[2].equals("node")) {
          continue;
        }
        int status = ask(each.getValue(), route).status();
        boolean may = may(each.getKey(), route[2]);
        if (may == (status == 403) || status == 401) {
          wrong.add(each.getKey() + " " + route[0] + " " + route[1] + ": " + status);
        }
      }
      for (Map.Entry<String, HttpCaller> nobody : nobodies.entrySet()) {
        int status = ask(nobody.getValue(), route).status();
        if (status != 401 && status != 429) {
          wrong.add("'" + nobody.getKey() + "' " + route[0] + " " + route[1] + ": " + status);
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(served()).isEqualTo(ROUTES.strip().lines().count());
    assertThat(caller("").get("/health/live").status()).isEqualTo(200);
  }

  private List<String> nobodies() throws Exception {
    String revoked = token("viewer", 3_600);
    assertThat(root.delete("/api/v1/tokens/" + id(revoked)).status()).isEqualTo(200);
    assertThat(root.post("/api/v1/users", user("gone", "administrator")).status()).isEqualTo(201);
    String disabled = token("gone", 3_600);
    assertThat(root.patch("/api/v1/users/gone", "{\"enabled\":false}").status()).isEqualTo(200);
    String expired = token("operator", 1);
    HttpCaller late = caller("Bearer " + expired);
    await().until(() -> late.get("/api/v1/whoami").status() == 401);
    return List.of(
        "",
        "Bearer wrong",
        "Bearer " + revoked,
        "Bearer " + disabled,
        "Bearer " + expired,
        "Bearer " + ScriptedNode.SECRET,
        basic("viewer", PASSWORD));
  }

  @Test
  void whoIsDisabledOrExpiredIsOutAtOnce() throws Exception {
    assertThat(root.post("/api/v1/users", user("ann", "viewer")).status()).isEqualTo(201);
    HttpCaller ann = caller("Bearer " + token("ann", 3_600));
    HttpCaller brief = caller("Bearer " + token("ann", 1));
    assertThat(ann.get("/api/v1/pairs").status()).isEqualTo(200);

    await().until(() -> brief.get("/api/v1/pairs").status() == 401);
    assertThat(brief.get("/api/v1/pairs").text()).contains("expired");
    assertThat(root.patch("/api/v1/users/ann", "{\"enabled\":false}").status()).isEqualTo(200);
    assertThat(ann.get("/api/v1/pairs").status()).isEqualTo(401);
    assertThat(ann.get("/api/v1/pairs").text()).contains("user 'ann' is disabled");
    assertThat(root.patch("/api/v1/users/ann", "{\"enabled\":true}").status()).isEqualTo(200);
    assertThat(ann.get("/api/v1/pairs").status()).isEqualTo(200);
  }

  @Test
  void whatIsWrongIsSaidAndChangesNothing() throws Exception {
    int users = root.get("/api/v1/users").json().get("users").size();
    for (String body :
        List.of(
            "",
            "[]",
            "{}",
            "{\"name\":5}",
            "{\"name\":\"no name\"}",
            "{\"name\":\"a\",\"grants\":[\"root\"]}",
            "{\"name\":\"a\",\"grants\":\"viewer\"}",
            "{\"name\":\"a\",\"grant\":[\"viewer\"]}",
            "{\"name\":\"a\",\"password\":\"\"}",
            "{\"name\":\"a\",\"password\":\"short\"}")) {
      Reply reply = root.post("/api/v1/users", body);
      assertThat(reply.status()).as(body).isEqualTo(400);
      assertThat(reply.json().get("code").stringValue()).isEqualTo("BAD_REQUEST");
    }
    assertThat(root.post("/api/v1/users", user("root", "viewer")).json().get("code").stringValue())
        .isEqualTo("ALREADY_EXISTS");
    assertThat(root.delete("/api/v1/users/root").json().get("code").stringValue())
        .isEqualTo("NOT_POSSIBLE");
    assertThat(root.delete("/api/v1/users/eve").status()).isEqualTo(404);
    assertThat(root.post("/api/v1/tokens", "{\"user\":\"root\",\"expiresInSeconds\":0}").status())
        .isEqualTo(400);
    assertThat(root.get("/api/v1/users").json().get("users")).hasSize(users);
  }

  @Test
  void whatAnotherOneHasChangedMeanwhileIsNotWrittenOver() throws Exception {
    assertThat(root.post("/api/v1/users", user("ann", "viewer")).status()).isEqualTo(201);
    String seen = root.get("/api/v1/users").header("etag");
    HttpCaller careful =
        HttpCaller.with(
            admin.httpPort(), Map.of("Authorization", basic("root", PASSWORD), "If-Match", seen));
    opened.push(careful);
    String operator = "{\"grants\":[\"operator\"]}";
    assertThat(careful.patch("/api/v1/users/ann", operator).status()).isEqualTo(200);
    Reply late = careful.patch("/api/v1/users/ann", "{\"grants\":[]}");
    assertThat(late.status()).isEqualTo(412);
    assertThat(late.json().get("code").stringValue()).isEqualTo("CHANGED_MEANWHILE");
    assertThat(root.get("/api/v1/users").text()).contains("operator");
  }

  @Test
  void aPasswordIsReplacedWithoutAGap() throws Exception {
    String next = "the next password of root";
    String both = "{\"password\":\"" + next + "\",\"keepOld\":true}";
    assertThat(root.post("/api/v1/users/root/password", both).status()).isEqualTo(200);
    assertThat(root.get("/api/v1/users").status()).isEqualTo(200);
    HttpCaller renewed = caller(basic("root", next));
    assertThat(renewed.get("/api/v1/users").status()).isEqualTo(200);
    assertThat(
            renewed.post("/api/v1/users/root/password", "{\"password\":\"" + next + "\"}").status())
        .isEqualTo(200);
    assertThat(root.get("/api/v1/users").status()).isEqualTo(401);
  }

  @Test
  void whatWasDoneAndTriedStandsInTheAuditLogWithoutSecrets() throws Exception {
    assertThat(root.post("/api/v1/users", user("ann", "viewer")).status()).isEqualTo(201);
    String secret = token("ann", 3_600);
    assertThat(caller("Bearer " + secret).get("/api/v1/users").status()).isEqualTo(403);
    assertThat(caller("Bearer eve's guess").get("/api/v1/users").status()).isEqualTo(401);
    assertThat(root.patch("/api/v1/users/ann", "{\"grants\":[\"operator\"]}").status())
        .isEqualTo(200);
    Path file = dir.resolve("audit.log");
    Path tries = dir.resolve("refused.log");
    await().until(() -> Files.readString(file).contains("operator"));
    String text = Files.readString(file) + Files.readString(tries);

    assertThat(Files.readString(tries))
        .contains("NOT_AUTHORIZED: administrator")
        .contains("NOT_AUTHENTICATED: a token that is not known");
    assertThat(text)
        .contains("\"who\":\"the set-up secret\"")
        .contains("\"who\":\"root\"")
        .contains(
            "\"before\":\"user ann, 0 passwords, certificates [], rights [viewer]\",\"after\":"
                + "\"user ann, 0 passwords, certificates [], rights [operator]\"")
        .doesNotContain(secret)
        .doesNotContain(PASSWORD)
        .doesNotContain("guess");
    assertThat(root.get("/api/v1/audit?limit=1").json().get("lines").get(0).get("after"))
        .hasToString("\"user ann, 0 passwords, certificates [], rights [operator]\"");
    assertThat(root.get("/api/v1/audit?of=refused").json().get("lines").size()).isPositive();
    assertThat(root.get("/api/v1/audit?of=nothing").status()).isEqualTo(400);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void oneUserWithManySlowRequestsKeepsNobodyElseOut() throws Exception {
    for (String name : List.of("slow", "quick")) {
      assertThat(root.post("/api/v1/users", user(name, "viewer")).status()).isEqualTo(201);
    }
    String token = token("slow", 3_600);
    HttpCaller again = caller("Bearer " + token);
    HttpCaller other = caller("Bearer " + token("quick", 3_600));
    List<Socket> begun = new ArrayList<>();
    try {
      for (int i = 0; i < 32; i++) {
        begun.add(withoutItsBody(token));
      }
      Reply busy = await().until(() -> again.get("/api/v1/pairs"), reply -> reply.status() == 503);
      assertThat(busy.json().get("code").stringValue()).isEqualTo("BUSY");
      assertThat(other.get("/api/v1/pairs").status()).isEqualTo(200);
    } finally {
      for (Socket socket : begun) {
        socket.close();
      }
    }
    await().until(() -> again.get("/api/v1/pairs").status() == 200);
  }

  /** A request that takes as long as its body does not come. */
  private Socket withoutItsBody(String token) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), admin.httpPort());
    String head =
        "POST /api/v1/topics HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Authorization: Bearer "
            + token
            + "\r\nContent-Length: 100\r\n\r\n";
    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  @Test
  void usersAreThereAfterARestart() throws Exception {
    admin.close();
    admin = admin();
    HttpCaller again = caller(basic("root", PASSWORD));
    await().until(() -> again.get("/api/v1/users").status() == 200);
    assertThat(Files.exists(dir.resolve("setup.secret"))).isFalse();
  }

  @Test
  void clientsOfTheWireComeWithAPassword() throws Exception {
    try (RawPeer peer = RawPeer.connect(admin.clientPort())) {
      assertThat(shake(peer, "root", PASSWORD)).isInstanceOf(Welcome.class);
      peer.send(3, new FindRoute(0, 0));
      assertThat(peer.receiveAnswer()).isInstanceOf(Routes.class);
      peer.send(4, new GetStatus());
      assertThat(peer.receiveAnswer()).isInstanceOf(NodeStatus.class);
    }
    try (RawPeer peer = RawPeer.connect(admin.clientPort())) {
      assertThat(shake(peer, "root", "another password"))
          .isInstanceOfSatisfying(
              Refusal.class,
              refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.NOT_AUTHENTICATED));
      assertThat(peer.isEnded()).isTrue();
    }
    assertThat(root.post("/api/v1/users", user("ann", "publish:a")).status()).isEqualTo(201);
    try (RawPeer peer = RawPeer.connect(admin.clientPort())) {
      peer.send(1, RawPeer.hello(ClientKind.SDK, "token", Secret.of(token("ann", 3_600))));
      assertThat(peer.receiveAnswer()).isInstanceOf(Welcome.class);
      peer.send(2, new GetStatus());
      assertThat(peer.receiveRefusal().code()).isEqualTo(ErrorCode.NOT_AUTHORIZED);
      assertThat(root.delete("/api/v1/users/ann").status()).isEqualTo(200);
      assertThat(peer.receiveRefusal().code()).isEqualTo(ErrorCode.NOT_AUTHENTICATED);
      assertThat(peer.isEnded()).isTrue();
    }
  }

  private static Answer shake(RawPeer peer, String user, String password) throws IOException {
    ScramClient client = new ScramClient(user);
    peer.send(1, new Authenticate(Scram.SCHEME, client.first()));
    client.challenged(((Challenge) peer.receiveAnswer()).message());
    Secret answer = client.answer(client.salted(password));
    peer.send(2, new Hello(1, 1, ClientKind.SDK, "raw peer", "", Scram.SCHEME, answer));
    Answer last = peer.receiveAnswer();
    if (last instanceof Welcome welcome) {
      client.checkServer(welcome.proof());
    }
    return last;
  }

  private static Reply ask(HttpCaller caller, String[] route) throws Exception {
    return switch (route[0]) {
      case "get" -> route[1].endsWith("/live") ? caller.head(route[1]) : caller.get(route[1]);
      case "post" -> caller.post(route[1], "{}");
      case "put" -> caller.put(route[1], "{}");
      case "patch" -> caller.patch(route[1], "{}");
      default -> caller.delete(route[1]);
    };
  }

  private static boolean may(String right, String wanted) {
    return wanted.equals("-")
        || right.equals(wanted)
        || (wanted.equals("viewer") && List.of("operator", "administrator").contains(right));
  }

  /** How many routes there are that want credentials. */
  private static long served() throws IOException {
    Path source = Path.of("src", "main", "java", "io", "feige", "admin", "http", "AdminHttp.java");
    return Pattern.compile("\\.(get|post|put|patch|delete)\\(\"(/api|/metrics)")
        .matcher(Files.readString(source))
        .results()
        .count();
  }

  private static String user(String name, String grant) {
    return "{\"name\":\"" + name + "\",\"grants\":[\"" + grant + "\"]}";
  }

  private String token(String user, int seconds) throws Exception {
    Reply made =
        root.post(
            "/api/v1/tokens", "{\"user\":\"" + user + "\",\"expiresInSeconds\":" + seconds + "}");
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    JsonNode json = made.json();
    return json.get("token").stringValue();
  }

  private static String id(String token) {
    return token.substring("fgt_".length(), token.indexOf('.'));
  }

  private static String basic(String user, String password) {
    return "Basic "
        + Base64.getEncoder()
            .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
  }

  private HttpCaller caller(String authorization) {
    HttpCaller caller = HttpCaller.showing(admin.httpPort(), authorization);
    opened.push(caller);
    return caller;
  }

  private AdminServer admin() {
    AdminSettings plain = Admins.settings("admin-1", dir, "", List.of(Admins.PAIR));
    SecurityConfig security = new SecurityConfig("", true, Optional.empty(), false, false);
    AdminServer started = AdminServer.start(Admins.with(plain, security));
    opened.push(started);
    await().until(started::isLeading);
    return started;
  }
}
