package io.feige.admin.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.admin.boot.AdminServer;
import io.feige.admin.boot.AdminSettings;
import io.feige.admin.kit.Admins;
import io.feige.admin.kit.HttpCaller;
import io.feige.admin.zookeeper.EmbeddedZooKeeper;
import io.feige.config.SecurityConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Those who look on. */
final class LiveIT {
  private static final String TOKEN = "a token of the settings, long enough";

  @TempDir Path dir;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final HttpClient client = HttpClient.newHttpClient();
  private EmbeddedZooKeeper zookeeper;
  private AdminServer leader;
  private HttpCaller byToken;

  @BeforeEach
  void start() throws Exception {
    opened.push(client::shutdownNow);
    zookeeper = EmbeddedZooKeeper.start(dir.resolve("zookeeper"), 0);
    opened.push(zookeeper);
    leader = admin("admin-1");
    await().until(leader::isLeading);
    byToken = new HttpCaller(leader.httpPort(), TOKEN);
    opened.push(byToken);
  }

  @AfterEach
  void stop() throws Exception {
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }

  @Test
  void everythingComesAtOnceAndThenSomethingAgainAndAgain() throws Exception {
    try (Stream<String> lines = follow(leader, "Bearer " + TOKEN).body()) {
      Iterator<String> events = lines.iterator();
      assertThat(event(events)).startsWith("event: status{").contains("pair-1");
      assertThat(event(events)).startsWith("event: alerts{");
      // How soon, LiveTest says; lines that end throw.
      for (int i = 0; i < 3; ) {
        i += event(events).startsWith("event: status") ? 1 : 0;
      }
    }
  }

  @Test
  void aFollowingAdminTellsWhatTheLeaderSees() throws Exception {
    AdminServer follower = admin("admin-2");
    try (Stream<String> lines = follow(follower, "Bearer " + TOKEN).body()) {
      assertThat(lines.filter(line -> line.contains("\"live\": true")).findFirst()).isPresent();
    }
  }

  @Test
  void whoLosesTheRightIsSentAway() throws Exception {
    String ann = "{\"name\":\"ann\",\"grants\":[\"viewer\"],\"password\":\"correct horse\"}";
    await().until(() -> byToken.post("/api/v1/users", ann).status() == 201);
    String made =
        byToken
            .post("/api/v1/tokens", "{\"user\":\"ann\",\"expiresInSeconds\":600}")
            .json()
            .get("token")
            .stringValue();
    List<String> heard = new CopyOnWriteArrayList<>();
    CompletableFuture<Void> end = CompletableFuture.runAsync(() -> listen("Bearer " + made, heard));
    await().until(() -> !heard.isEmpty());
    assertThat(byToken.patch("/api/v1/users/ann", "{\"grants\":[]}").status()).isEqualTo(200);
    await().until(end::isDone);
    assertThat(follow(leader, "Bearer " + made).statusCode()).isEqualTo(403);
    assertThat(byToken.patch("/api/v1/users/ann", "{\"enabled\":false}").status()).isEqualTo(200);
    assertThat(follow(leader, "Bearer " + made).statusCode()).isEqualTo(401);
  }

  @Test
  void oneUserHasSoManyAndOthersComeInStill() throws Exception {
    String ann = "{\"name\":\"ann\",\"grants\":[\"viewer\"]}";
    await().until(() -> byToken.post("/api/v1/users", ann).status() == 201);
    String other =
        byToken
            .post("/api/v1/tokens", "{\"user\":\"ann\",\"expiresInSeconds\":600}")
            .json()
            .get("token")
            .stringValue();
    Deque<Stream<String>> streams = new ArrayDeque<>();
    try {
      for (int i = 0; i < Live.MOST_OF_ONE; i++) {
        HttpResponse<Stream<String>> one = follow(leader, "Bearer " + TOKEN);
        assertThat(one.statusCode()).isEqualTo(200);
        streams.add(one.body());
      }
      assertThat(follow(leader, "Bearer " + TOKEN).statusCode()).isEqualTo(503);
      assertThat(byToken.get("/api/v1/status").status()).isEqualTo(200);
      HttpResponse<Stream<String>> others = follow(leader, "Bearer " + other);
      assertThat(others.statusCode()).isEqualTo(200);
      streams.add(others.body());
    } finally {
      streams.forEach(Stream::close);
    }
    await().until(() -> follow(leader, "Bearer " + TOKEN).statusCode() == 200);
  }

  /** The next one, in one line. */
  private static String event(Iterator<String> lines) {
    StringBuilder event = new StringBuilder();
    for (String line = lines.next(); !line.isEmpty(); line = lines.next()) {
      event.append(line.replaceFirst("^data: ", ""));
    }
    return event.toString();
  }

  private void listen(String authorization, List<String> heard) {
    try (Stream<String> lines = follow(leader, authorization).body()) {
      lines.forEach(heard::add);
    } catch (IOException | InterruptedException e) {
      heard.add(e.toString());
    }
  }

  private HttpResponse<Stream<String>> follow(AdminServer admin, String authorization)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + admin.httpPort() + "/api/v1/live"))
            .header("Authorization", authorization)
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofLines());
  }

  private AdminServer admin(String id) {
    AdminSettings plain =
        Admins.settings(id, dir.resolve(id), zookeeper.connectString(), List.of(Admins.PAIR));
    SecurityConfig security = new SecurityConfig(TOKEN, true, Optional.empty(), false, false);
    AdminServer started = AdminServer.start(Admins.with(plain, security));
    opened.push(started);
    return started;
  }
}
