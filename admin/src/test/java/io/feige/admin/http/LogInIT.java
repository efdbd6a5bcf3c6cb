package io.feige.admin.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.admin.boot.AdminServer;
import io.feige.admin.boot.AdminSettings;
import io.feige.admin.kit.Admins;
import io.feige.admin.kit.HttpCaller;
import io.feige.admin.kit.HttpCaller.Reply;
import io.feige.admin.zookeeper.EmbeddedZooKeeper;
import io.feige.config.SecurityConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Browsers that log in at either of two Admins. */
final class LogInIT {
  private static final String TOKEN = "a token of the settings, long enough";
  private static final String PASSWORD = "correct horse battery";
  private static final String ANN =
      "{\"name\":\"ann\",\"grants\":[\"administrator\"],\"password\":\"" + PASSWORD + "\"}";

  @TempDir Path dir;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private AdminServer leader;
  private AdminServer follower;
  private HttpCaller byToken;

  @BeforeEach
  void start() throws Exception {
    EmbeddedZooKeeper zookeeper = EmbeddedZooKeeper.start(dir.resolve("zookeeper"), 0);
    opened.push(zookeeper);
    leader = admin("admin-1", zookeeper.connectString());
    await().until(leader::isLeading);
    follower = admin("admin-2", zookeeper.connectString());
    byToken = caller(leader, Map.of("Authorization", "Bearer " + TOKEN));
    await().until(() -> byToken.post("/api/v1/users", ANN).status() == 201);
    HttpCaller soon = caller(follower, Map.of("Authorization", basic()));
    await().until(() -> soon.get("/api/v1/whoami").status() == 200);
  }

  @AfterEach
  void stop() throws Exception {
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }

  @Test
  void theCookieIsForThisAdminAloneAndForNoScript() throws Exception {
    HttpCaller caller = caller(leader, Map.of("Authorization", basic()));
    Reply reply = caller.post("/api/v1/session", "{}");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("set-cookie"))
        .startsWith("feige-" + leader.httpPort() + "=")
        .endsWith("; Path=/; HttpOnly; SameSite=Strict");
    assertThat(reply.header("cache-control")).isEqualTo("no-store");
    assertThat(reply.header("content-security-policy"))
        .contains("default-src 'self'", "frame-ancestors 'none'")
        .doesNotContain("unsafe");
    assertThat(reply.header("x-content-type-options")).isEqualTo("nosniff");
    assertThat(reply.json().get("who").stringValue()).isEqualTo("ann");
    assertThat(reply.json().get("expiresAt").stringValue()).isNotEmpty();

    String cookie = reply.header("set-cookie").split(";", -1)[0];
    assertThat(caller(follower, Map.of("Cookie", cookie)).get("/api/v1/pairs").status())
        .isEqualTo(401);
    String guard = reply.json().get("csrf").stringValue();
    assertThat(cookie).doesNotContain(guard);
    assertThat(caller(leader, Map.of("Cookie", cookie)).get("/api/v1/session").json().get("csrf"))
        .hasToString("\"" + guard + "\"");
  }

  @Test
  void aPageMayAskWhoHasLoggedInWhereNobodyHas() throws Exception {
    for (Map<String, String> shown :
        List.of(
            Map.<String, String>of(), Map.of("Cookie", "feige-" + leader.httpPort() + "=old"))) {
      HttpCaller nobody = caller(leader, shown);
      assertThat(nobody.get("/api/v1/session").status()).isEqualTo(401);
      Reply reply = nobody.get("/api/v1/session?orNobody=true");
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.json().get("who").stringValue()).isEmpty();
      assertThat(reply.json().get("grants")).isEmpty();
      assertThat(nobody.get("/api/v1/whoami?orNobody=true").status()).isIn(400, 401);
      assertThat(nobody.get("/api/v1/pairs").status()).isEqualTo(401);
    }
    HttpCaller wrong = caller(leader, Map.of("Authorization", "Bearer wrong"));
    assertThat(wrong.get("/api/v1/session?orNobody=true").status()).isEqualTo(401);
    Reply ann =
        caller(leader, Map.of("Authorization", basic())).get("/api/v1/session?orNobody=true");
    assertThat(ann.json().get("who").stringValue()).isEqualTo("ann");
  }

  @Test
  void aChangeWantsWhatOnlyPagesOfThisAdminKnow() throws Exception {
    HttpCaller caller = caller(leader, Map.of("Authorization", basic()));
    Reply reply = caller.post("/api/v1/session", "{}");
    String cookie = reply.header("set-cookie").split(";", -1)[0];
    for (Map<String, String> shown :
        List.of(
            Map.of("Cookie", cookie),
            Map.of("Cookie", cookie, "Feige-Csrf", ""),
            Map.of("Cookie", cookie, "Feige-Csrf", "a guess"))) {
      HttpCaller forged = caller(leader, shown);
      assertThat(forged.get("/api/v1/users").status()).isEqualTo(200);
      for (Reply refused :
          List.of(
              forged.delete("/api/v1/users/ann"),
              forged.patch("/api/v1/users/ann", "{\"enabled\":false}"),
              forged.post("/api/v1/tokens", "{\"user\":\"ann\",\"expiresInSeconds\":60}"),
              forged.delete("/api/v1/session"))) {
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.text()).contains("CSRF_TOKEN_WANTED");
      }
    }
    assertThat(
            caller(leader, Map.of("Cookie", "feige-" + leader.httpPort() + "=guess"))
                .get("/api/v1/users")
                .status())
        .isEqualTo(401);
  }

  @Test
  void whoLogsOutIsOutAndTheAuditLogHasBoth() throws Exception {
    HttpCaller ann = HttpCaller.loggedIn(leader.httpPort(), basic());
    opened.push(ann);
    assertThat(ann.get("/api/v1/users").status()).isEqualTo(200);
    Reply out = ann.delete("/api/v1/session");
    assertThat(out.status()).isEqualTo(200);
    assertThat(out.header("set-cookie")).contains("=;").endsWith("; Max-Age=0");
    assertThat(ann.get("/api/v1/users").status()).isEqualTo(401);
    Path file = dir.resolve("admin-1").resolve("audit.log");
    await().until(() -> Files.readString(file).contains("DELETE /api/v1/session"));
    assertThat(Files.readString(file))
        .contains("POST /api/v1/session")
        .doesNotContain(PASSWORD)
        .doesNotContain("feige-" + leader.httpPort());
  }

  @Test
  void aFollowingAdminVouchesForWhoHasLoggedInThere() throws Exception {
    HttpCaller ann = HttpCaller.loggedIn(follower.httpPort(), basic());
    opened.push(ann);
    await().until(() -> ann.get("/api/v1/status").json().get("live").booleanValue());
    String bob = "{\"name\":\"bob\",\"grants\":[\"publish:orders\"]}";
    assertThat(ann.post("/api/v1/users", bob).status()).isEqualTo(201);
    assertThat(byToken.get("/api/v1/users").text()).contains("bob");
    Path file = dir.resolve("admin-1").resolve("audit.log");
    await().until(() -> Files.readString(file).contains("ann through an Admin"));

    String less = "{\"grants\":[\"viewer\"]}";
    assertThat(byToken.post("/api/v1/users", ANN.replace("ann", "eve")).status()).isEqualTo(201);
    assertThat(byToken.patch("/api/v1/users/ann", less).status()).isEqualTo(200);
    assertThat(ann.delete("/api/v1/users/bob").status()).isEqualTo(403);
    assertThat(byToken.patch("/api/v1/users/ann", "{\"enabled\":false}").status()).isEqualTo(200);
    await().until(() -> ann.get("/api/v1/status").status() == 401);
  }

  @Test
  void theTokenOfTheSettingsLogsInAtAFollowingAdminToo() throws Exception {
    HttpCaller caller = HttpCaller.loggedIn(follower.httpPort(), "Bearer " + TOKEN);
    opened.push(caller);
    assertThat(caller.get("/api/v1/session").json().get("user").stringValue()).isEmpty();
    String bob = "{\"name\":\"bob\",\"grants\":[\"viewer\"]}";
    assertThat(caller.post("/api/v1/users", bob).status()).isEqualTo(201);
  }

  @Test
  void nobodyButAnAdminVouches() throws Exception {
    for (String shown : List.of("", ".", "0.a.YW5u.b.c", "x".repeat(4_000))) {
      HttpCaller stranger = caller(leader, Map.of("Authorization", "Feige-Admin " + shown));
      assertThat(stranger.get("/api/v1/users").status()).isEqualTo(401);
      assertThat(stranger.post("/api/v1/users", ANN).status()).isEqualTo(401);
    }
  }

  @Test
  void aSessionBeginsNoOther() throws Exception {
    Reply first = caller(leader, Map.of("Authorization", basic())).post("/api/v1/session", "{}");
    String cookie = first.header("set-cookie").split(";", -1)[0];
    String guard = first.json().get("csrf").stringValue();
    HttpCaller ann = caller(leader, Map.of("Cookie", cookie, "Feige-Csrf", guard));

    Reply again = ann.post("/api/v1/session", "{}");

    assertThat(again.status()).isEqualTo(200);
    assertThat(again.header("set-cookie")).isEmpty();
    assertThat(again.json().get("expiresAt")).isEqualTo(first.json().get("expiresAt"));
  }

  @Test
  void whoIsDisabledForAMomentHasToLogInAgain() throws Exception {
    HttpCaller ann = HttpCaller.loggedIn(leader.httpPort(), basic());
    opened.push(ann);
    assertThat(byToken.post("/api/v1/users", ANN.replace("ann", "eve")).status()).isEqualTo(201);
    assertThat(byToken.patch("/api/v1/users/ann", "{\"enabled\":false}").status()).isEqualTo(200);
    assertThat(byToken.patch("/api/v1/users/ann", "{\"enabled\":true}").status()).isEqualTo(200);

    assertThat(ann.get("/api/v1/status").status()).isEqualTo(401);
  }

  @Test
  void aFormOfAnotherSitesPageIsRefusedByEveryAdmin() throws Exception {
    for (AdminServer admin : List.of(leader, follower)) {
      HttpCaller ann = caller(admin, Map.of("Authorization", basic()));
      assertThat(ann.post("/api/v1/users", ANN, "text/plain").status()).isEqualTo(415);
      Map<String, String> foreign =
          Map.of("Authorization", basic(), "Sec-Fetch-Site", "cross-site");
      Reply refused = caller(admin, foreign).delete("/api/v1/users/ann");
      assertThat(refused.status()).isEqualTo(403);
      assertThat(refused.text()).contains("FOREIGN_PAGE");
      Map<String, String> other =
          Map.of("Authorization", basic(), "X-HTTP-Method-Override", "DELETE");
      assertThat(caller(admin, other).get("/api/v1/users/ann").status()).isEqualTo(400);
    }
    assertThat(byToken.get("/api/v1/users").text()).contains("ann");
  }

  @Test
  void aFollowingAdminPassesOnWhatWasLookedAt() throws Exception {
    Map<String, String> stale = Map.of("Authorization", basic(), "If-Match", "\"stale.1\"");
    Reply late = caller(follower, stale).patch("/api/v1/users/ann", "{\"grants\":[]}");
    assertThat(late.status()).isEqualTo(412);

    HttpCaller ann = caller(follower, Map.of("Authorization", basic()));
    assertThat(ann.get("/api/v1/users").header("etag")).isNotEmpty();
  }

  @Test
  void whoIsNotLetInHoldsNoConnection() throws Exception {
    Reply refused = caller(leader, Map.of()).get("/api/v1/status");
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.header("connection")).isEqualTo("close");
  }

  private HttpCaller caller(AdminServer admin, Map<String, String> headers) {
    HttpCaller caller = HttpCaller.with(admin.httpPort(), headers);
    opened.push(caller);
    return caller;
  }

  private static String basic() {
    byte[] both = ("ann:" + PASSWORD).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(both);
  }

  private AdminServer admin(String id, String zookeeper) {
    AdminSettings plain = Admins.settings(id, dir.resolve(id), zookeeper, List.of(Admins.PAIR));
    SecurityConfig security = new SecurityConfig(TOKEN, true, Optional.empty(), false, false);
    AdminServer started = AdminServer.start(Admins.with(plain, security));
    opened.push(started);
    return started;
  }
}
