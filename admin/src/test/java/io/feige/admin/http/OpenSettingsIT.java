package io.feige.admin.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.admin.boot.AdminServer;
import io.feige.admin.kit.Admins;
import io.feige.admin.kit.HttpCaller;
import io.feige.admin.kit.HttpCaller.Reply;
import io.feige.admin.zookeeper.EmbeddedZooKeeper;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Admins whose settings want nothing of anybody: over HTTP they want the token of a file. */
final class OpenSettingsIT {
  private static final Path DESCRIPTION = Path.of("api", "openapi.yaml");

  @TempDir Path dir;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  @AfterEach
  void stop() throws Exception {
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }

  @Test
  void everyRouteWantsTheTokenThatOnlyTheOwnerCanRead() throws Exception {
    AdminServer admin = alone();
    HttpCaller stranger = stranger(admin);
    HttpCaller friend = caller(admin, "Bearer " + token(admin));
    List<String> wrong = new ArrayList<>();
    List<String> routes = routes();
    // At once, because for what only nodes know it looks for them for seconds.
    Map<String, Future<Reply>> known = new LinkedHashMap<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (String route : routes) {
        String[] parts = route.split(" ", -1);
        Reply reply = ask(stranger, parts[0], parts[1]);
        if (reply.status() != 401 || !reply.text().contains(file(admin).toString())) {
          wrong.add(route + ": " + reply.status());
        }
        if (parts[0].equals("get") && !parts[1].contains("live")) {
          known.put(route, threads.submit(() -> friend.get(parts[1])));
        }
      }
      for (Map.Entry<String, Future<Reply>> each : known.entrySet()) {
        int status = Waits.get(each.getValue()).status();
        if (status == 401 || status == 403) {
          wrong.add("with the token " + each.getKey() + ": " + status);
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(routes).hasSizeGreaterThan(40);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file(admin))))
        .isEqualTo("rw-------");
  }

  @Test
  void whoShowsNothingIsNoGuesserAndWhoShowsSomethingElseIs() throws Exception {
    AdminServer admin = alone();
    Path refused = dir.resolve("refused.log");
    assertThat(stranger(admin).get("/api/v1/status").status()).isEqualTo(401);
    assertThat(refused).isEmptyFile();

    Reply guessed = caller(admin, "Bearer guessed").get("/api/v1/status");
    assertThat(guessed.status()).isEqualTo(401);
    assertThat(guessed.header("www-authenticate")).startsWith("Bearer");
    await().until(() -> Files.readString(refused).contains("NOT_AUTHENTICATED"));
    assertThat(Files.readString(refused)).doesNotContain("guessed");
  }

  @Test
  void theTokenIsAnotherOneAfterEachStartAndGoneWithTheProcess() throws Exception {
    AdminServer admin = alone();
    String former = token(admin);
    Path file = file(admin);
    admin.close();
    assertThat(file).doesNotExist();

    AdminServer again = alone();
    assertThat(token(again)).isNotEqualTo(former);
    assertThat(caller(again, "Bearer " + former).get("/api/v1/whoami").status()).isEqualTo(401);
  }

  @Test
  void aBrowserBeginsASessionWithIt() throws Exception {
    AdminServer admin = alone();
    HttpCaller browser = HttpCaller.loggedIn(admin.httpPort(), "Bearer " + token(admin));
    opened.push(browser);
    assertThat(browser.get("/api/v1/session").json().get("csrf").stringValue()).isNotEmpty();
    assertThat(browser.get("/api/v1/status").status()).isEqualTo(200);
    assertThat(browser.delete("/api/v1/session").status()).isEqualTo(200);
    assertThat(browser.get("/api/v1/status").status()).isEqualTo(401);
  }

  @Test
  void aFollowingAdminVouchesForWhoHasItsToken() throws Exception {
    EmbeddedZooKeeper zookeeper = EmbeddedZooKeeper.start(dir.resolve("zookeeper"), 0);
    opened.push(zookeeper);
    AdminServer leader = sharing("admin-1", zookeeper);
    await().until(leader::isLeading);
    AdminServer follower = sharing("admin-2", zookeeper);
    String token = Files.readString(file("admin-2", follower)).strip();
    HttpCaller friend = caller(follower, "Bearer " + token);

    await().until(() -> friend.get("/api/v1/status").json().get("live").booleanValue());
    String bob = "{\"name\":\"bob\",\"grants\":[\"viewer\"]}";
    assertThat(friend.post("/api/v1/users", bob).status()).isEqualTo(201);
    assertThat(caller(leader, "Bearer " + token).get("/api/v1/whoami").status()).isEqualTo(401);
  }

  private static List<String> routes() throws IOException {
    List<String> routes = new ArrayList<>();
    String path = "";
    for (String line : Files.readAllLines(DESCRIPTION)) {
      if (line.startsWith("  /")) {
        path = line.strip().replaceAll(":$", "").replaceAll("\\{\\w+}", "x");
      } else if (path.startsWith("/api/v1/") && line.matches("    (get|post|patch|delete):")) {
        routes.add(line.strip().replace(":", "") + " " + path);
      }
    }
    return routes;
  }

  private static Reply ask(HttpCaller caller, String method, String path) throws Exception {
    return switch (method) {
      case "get" -> caller.get(path);
      case "post" -> caller.post(path, "{}");
      case "patch" -> caller.patch(path, "{}");
      default -> caller.delete(path);
    };
  }

  private AdminServer alone() {
    AdminServer admin = Admins.alone(dir);
    opened.push(admin);
    await().until(admin::isLeading);
    return admin;
  }

  private AdminServer sharing(String id, EmbeddedZooKeeper zookeeper) {
    AdminServer admin = Admins.sharing(id, dir, zookeeper.connectString());
    opened.push(admin);
    return admin;
  }

  private HttpCaller stranger(AdminServer admin) {
    HttpCaller caller = HttpCaller.with(admin.httpPort(), Map.of("Accept", "*/*"));
    opened.push(caller);
    return caller;
  }

  private HttpCaller caller(AdminServer admin, String authorization) {
    HttpCaller caller = HttpCaller.showing(admin.httpPort(), authorization);
    opened.push(caller);
    return caller;
  }

  private String token(AdminServer admin) throws IOException {
    return Files.readString(file(admin)).strip();
  }

  private Path file(AdminServer admin) {
    return file("", admin);
  }

  private Path file(String id, AdminServer admin) {
    return dir.resolve(id).resolve("http-" + admin.httpPort() + ".token").toAbsolutePath();
  }
}
