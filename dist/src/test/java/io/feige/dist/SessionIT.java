package io.feige.dist;

import static io.feige.dist.ProxyCaller.verdict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.FeigeClient;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cluster.FreePorts;
import io.feige.dist.process.Signal;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Sessions over WebSocket with two proxies before a cluster, some of which are killed. */
class SessionIT {
  /**
   * A process has at most 20,000 descriptors on some machines; .ci/soak asks for nearly as many.
   */
  private static final int CROWD = Integer.getInteger("feige.crowd", 5_000);

  @TempDir static Path temporary;

  @RegisterExtension static final ClusterLogs LOGS = new ClusterLogs(() -> SessionIT.pair.logs());

  private static final JsonMapper JSON = new JsonMapper();

  private static HttpClient http;
  private static ProxyPair pair;
  private static ProxyCaller one;
  private static ProxyCaller two;

  @BeforeAll
  static void up() {
    http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    pair = new ProxyPair(temporary.resolve("cluster"), http);
    one = pair.one();
    two = pair.two();
  }

  @AfterAll
  static void down() {
    pair.close();
    http.shutdownNow();
  }

  /** Asked for what comes from now on, unless it says otherwise; the topic is there then. */
  private static SocketCaller subscribed(ProxyCaller proxy, Map<String, ?> more) {
    if (!more.containsKey("group") && !more.containsKey("after")) {
      create(String.valueOf(more.get("topic")));
    }
    SocketCaller session = new SocketCaller(proxy);
    Map<String, Object> operation = new HashMap<>(Map.of("op", "subscribe", "id", 7));
    operation.putAll(more);
    JsonNode begun = session.ask(operation).next();
    assertThat(begun.get("event").stringValue()).as(begun.toString()).isEqualTo("done");
    return session;
  }

  @Test
  void aSessionPublishesAndIsToldWhatOthersPublishAsLongAsItHasCredit() {
    try (SocketCaller ben = subscribed(two, Map.of("topic", "talk"));
        SocketCaller anna = subscribed(one, Map.of("topic", "talk", "credit", 2))) {
      assertThat(SocketCaller.bodies(ben.messages(1))).containsExactly("before");
      for (int i = 1; i <= 3; i++) {
        ben.publish(i, "talk", "word " + i);
      }
      List<JsonNode> told = new ArrayList<>();
      while (told.size() < 6) {
        told.add(ben.next());
      }
      assertThat(told).filteredOn(event -> event.has("receipt")).hasSize(3);
      assertThat(told.stream().filter(event -> event.has("message")))
          .extracting(event -> event.get("message").get("body").stringValue())
          .containsExactlyInAnyOrder("word 1", "word 2", "word 3");

      anna.messages(2);
      anna.ask(Map.of("op", "credit", "subscription", 7, "add", Integer.MAX_VALUE));
      assertThat(anna.refusal()).isEqualTo("BAD_REQUEST");
      anna.ask(Map.of("op", "credit", "subscription", 7, "add", 100));
      anna.messages(1);
      assertThat(anna.ask(Map.of("op", "unsubscribe", "id", 8, "subscription", 7)).event())
          .isEqualTo("done");
      ben.publish(9, "talk", "anna does not listen");
      assertThat(List.of(ben.event(), ben.event())).containsExactlyInAnyOrder("done", "message");
      // What she were told would be there by now.
      assertThat(anna.publish(10, "elsewhere", "still here").event()).isEqualTo("done");
    }
  }

  @Test
  void oneOfAGroupIsDealtMessagesAndSettlesThemInAnotherSession() throws IOException {
    pair.withoutFailover("dealt", SessionIT::dealAndSettle);
  }

  private static void dealAndSettle(String topic) {
    String group = "/v1/topics/" + topic + "/groups/g";
    for (int i = 0; i < 5; i++) {
      one.publish(topic, "m" + i);
    }
    Map<String, ?> asked =
        Map.of("topic", topic, "group", "g", "leaseMillis", 3_600_000, "credit", 3);
    List<JsonNode> dealt;
    try (SocketCaller first = subscribed(one, asked)) {
      dealt = first.messages(3);
    }
    try (SocketCaller second = subscribed(two, asked)) {
      List<String> rest = SocketCaller.bodies(second.messages(2));
      assertThat(rest).doesNotContainAnyElementsOf(SocketCaller.bodies(dealt));
      List<Map<String, Object>> verdicts =
          dealt.stream()
              .map(told -> verdict(told.get("message").get("id").stringValue(), "ack"))
              .toList();
      JsonNode settled =
          second
              .ask(
                  Map.of(
                      "op", "settle", "id", 8, "topic", topic, "group", "g", "verdicts", verdicts))
              .next();
      assertThat(settled.get("settled").get("settled").asInt()).isEqualTo(3);
    }
    assertThat(two.get(group).json().get("backlog").asInt()).isEqualTo(2);
  }

  @Test
  void placesOfATopicThatWasMadeAgainAreRefused() throws IOException {
    one.publish("renewed", "of the old one");
    String places;
    try (SocketCaller session = subscribed(one, Map.of("topic", "renewed", "from", "earliest"))) {
      places = session.messages(1).getFirst().get("places").stringValue();
    }
    try (FeigeClient feige = pair.client()) {
      feige.topics().delete("renewed");
    }
    for (int i = 0; i < 9; i++) {
      one.publish("renewed", "of the new one");
    }
    try (SocketCaller session = subscribed(two, Map.of("topic", "renewed", "after", places))) {
      JsonNode ended = session.next();
      assertThat(ended.get("event").stringValue()).as(ended.toString()).isEqualTo("ended");
      assertThat(ended.get("problem").get("code").stringValue()).isEqualTo("TOPIC_REPLACED");
    }
  }

  @Test
  void whatASessionCannotHaveIsToldWithItsId() {
    try (SocketCaller session = new SocketCaller(one)) {
      for (String wrong :
          List.of(
              "{",
              "[]",
              "null",
              "{\"op\":\"sing\",\"id\":3}",
              "{\"op\":\"publish\",\"id\":3}",
              "{\"op\":\"publish\",\"id\":3,\"topic\":\"t\",\"message\":{}}",
              "{\"op\":\"publish\",\"id\":3,\"topic\":\"a b\",\"message\":{\"body\":\"\"}}",
              "{\"op\":\"publish\",\"id\":3,\"topic\":\"t\",\"massage\":{\"body\":\"\"}}",
              "{\"op\":\"subscribe\",\"topic\":\"t\"}",
              "{\"op\":\"subscribe\",\"id\":3,\"topic\":\"t\",\"credit\":0}",
              "{\"op\":\"subscribe\",\"id\":3,\"topic\":\"t\",\"credit\":2147483647}",
              "{\"op\":\"subscribe\",\"id\":3,\"topic\":\"t\",\"from\":\"soon\"}",
              "{\"op\":\"subscribe\",\"id\":3,\"topic\":\"t\",\"leaseMillis\":1000}",
              "{\"op\":\"subscribe\",\"id\":3,\"topic\":\"t\",\"group\":\"g\",\"from\":\"latest\"}",
              "{\"op\":\"credit\",\"id\":3,\"subscription\":9,\"add\":1}",
              "{\"op\":\"settle\",\"id\":3,\"topic\":\"t\",\"group\":\"g\",\"verdicts\":[null]}",
              "{\"op\":\"settle\",\"id\":3,\"topic\":\"t\",\"group\":\"g\"}",
              "{\"op\":\"unsubscribe\",\"id\":3}",
              "{\"op\":\"login\",\"id\":3,\"user\":\"hal\"}")) {
        JsonNode told = session.askWith(wrong).next();
        assertThat(told.get("event").stringValue()).as(wrong).isEqualTo("failed");
        assertThat(told.get("problem").get("status").asInt()).as(told.toString()).isEqualTo(400);
        assertThat(told.has("id")).as(told.toString()).isEqualTo(wrong.contains("\"id\""));
      }
      assertThat(session.publish(4, "wrong", "well").event()).isEqualTo("done");
    }
  }

  @Test
  void aSessionThatIsCutOffGoesOnAtAnotherProxyAndMissesNothing() throws IOException {
    List<String> published = new ArrayList<>();
    List<String> told = new ArrayList<>();
    String places;
    try (SocketCaller first = subscribed(one, Map.of("topic", "cut"))) {
      for (int i = 0; i < 20; i++) {
        published.add("m" + i);
        two.publish("cut", "m" + i);
      }
      List<JsonNode> messages = first.messages(13);
      told.addAll(SocketCaller.bodies(messages));
      places = messages.getLast().get("places").stringValue();
      pair.kill("proxy-1");
      two.publish("cut", "while it was down");
      published.add("while it was down");
    }
    try (SocketCaller second = subscribed(two, Map.of("topic", "cut", "after", places))) {
      told.addAll(SocketCaller.bodies(second.messages(published.size() - told.size())));
      assertThat(told).containsExactlyInAnyOrderElementsOf(published);
      // What it were told once more would come before this.
      two.publish("cut", "the end");
      assertThat(SocketCaller.bodies(second.messages(1))).containsExactly("the end");
    }
    pair.restart("proxy-1");
  }

  @Test
  void aFailoverLosesNothingThatASessionWasToldIsDone() throws Exception {
    int count = 4_000;
    Set<String> confirmed = new HashSet<>();
    Set<String> told = new HashSet<>();
    try (SocketCaller listener = subscribed(two, Map.of("topic", "shaken", "credit", 100_000));
        SocketCaller session = new SocketCaller(one)) {
      Thread publisher =
          Thread.ofVirtual()
              .start(() -> {
                for (int i = 0; i < count; i++) {
                  session.publish(i, "shaken", "m" + i);
                }
              });
      for (int i = 0; i < count; i++) {
        JsonNode answer = session.next();
        assertThat(answer.get("event").stringValue()).as(answer.toString()).isEqualTo("done");
        confirmed.add("m" + answer.get("id").asInt());
        if (i == count / 4) {
          pair.kill("node-1");
        }
      }
      publisher.join();
      while (told.size() < count) {
        told.addAll(SocketCaller.bodies(listener.messages(1)));
      }
    }
    assertThat(told).isEqualTo(confirmed);
    pair.restart("node-1");
    pair.awaitInSync();
  }

  @Test
  void aProxyThatStopsTellsItsSessionsToGo() throws IOException {
    ProcessHandle stopping = pair.process("proxy-1");
    try (SocketCaller session = subscribed(one, Map.of("topic", "leaving"))) {
      stopping.destroy();
      assertThat(session.event()).isEqualTo("leave");
      assertThat(session.event()).isEqualTo("closed 1012");
    }
    stopping.onExit().join();
    pair.restart("proxy-1");
  }

  @Test
  void operatorsSeeSessionsTellThemSomethingEndOneAndDrainTheProxy() throws IOException {
    ProcessHandle draining = pair.process("proxy-1");
    try (SocketCaller anna = subscribed(one, Map.of("topic", "operated", "credit", 1));
        SocketCaller ben = new SocketCaller(one)) {
      for (int i = 0; i < 3; i++) {
        two.publish("operated", "m" + i);
      }
      anna.messages(1);
      // One that has just been cut off may still be there.
      await().until(() -> sessions().getLast().get("subscriptions").asInt() == 0);
      await().until(() -> annas().get("behind").asInt() > 0);
      assertThat(annas().get("address").stringValue()).startsWith("127.0.0.1");
      assertThat(annas().get("user").stringValue()).isEmpty();

      String told = pair.run("proxy", "notice", "We are back at nine.", "--json");
      assertThat(JSON.readTree(told).get("sessions").asInt()).isGreaterThanOrEqualTo(2);
      JsonNode notice = ben.next();
      assertThat(notice.get("event").stringValue()).isEqualTo("notice");
      assertThat(notice.get("text").stringValue()).isEqualTo("We are back at nine.");
      assertThat(anna.event()).isEqualTo("notice");

      String id = sessions().getLast().get("id").stringValue();
      assertThat(pair.run("proxy", "disconnect", "proxy-1", id)).contains("is ended");
      assertThat(ben.event()).isEqualTo("closed 1008");

      assertThat(pair.run("proxy", "drain", "proxy-1", "--yes")).contains("sends its clients away");
      assertThat(anna.event()).isEqualTo("leave");
      assertThat(anna.event()).isEqualTo("closed 1012");
    }
    draining.onExit().join();
    pair.restart("proxy-1");
  }

  @Test
  void aProxyThatDoesNotAnswerKeepsNobodyFromBeingTold() throws Exception {
    long silent = pair.process("proxy-1").pid();
    try (SocketCaller anna = new SocketCaller(two)) {
      Signal.STOP.send(silent);
      try {
        CommandRun told = pair.attempt("proxy", "notice", "We are back at ten.");
        assertThat(told.exitCode()).isEqualTo(ExitCode.UNKNOWN);
        assertThat(told.err()).contains("of 1 proxies were told").contains("proxy-1");
      } finally {
        Signal.CONT.send(silent);
      }
      assertThat(anna.event()).isEqualTo("notice");
    }
  }

  /** The oldest first. */
  private static List<JsonNode> sessions() {
    return pair.run("proxy", "sessions", "proxy-1", "--json").lines().map(JSON::readTree).toList();
  }

  private static JsonNode annas() {
    return sessions().stream()
        .filter(session -> session.get("subscriptions").asInt() == 1)
        .reduce((_, last) -> last)
        .orElseThrow();
  }

  @Test
  void aCrowdIsToldEverythingOnceAndInOrder() throws Exception {
    String cluster = one.base().replaceFirst(".*:", "");
    String admin = "127.0.0.1:" + (Integer.parseInt(cluster) - 30);
    int port = FreePorts.forNodes(2);
    ProxyCaller first = new ProxyCaller(http, "http://127.0.0.1:" + port, "");
    try (ChildCommand proxy =
        ChildCommand.start(
            temporary,
            "proxy",
            "--set=proxy.id=crowded",
            "--set=cluster.admins=" + admin,
            "--set=http.port=" + port,
            "--set=ops.port=off",
            "--set=limits.connections=30000",
            "--set=limits.connectionsPerAddress=30000")) {
      await().ignoreExceptions().until(() -> first.get("/health/ready").status() == 200);
      create("crowd");
      // Until it knows the cluster it lets only some log in at a time.
      assertThat(first.get("/v1/topics/crowd/messages").status()).isEqualTo(200);
      try (SocketCrowd sessions = new SocketCrowd(port, "crowd", CROWD)) {
        await()
            .atMost(Waits.patience().multipliedBy(4))
            .until(sessions::subscribed, count -> count == CROWD || !sessions.wrong().isEmpty());
        assertThat(first.get("/v1/topics/crowd/listeners").json().get("listeners").asInt())
            .isEqualTo(CROWD);
        for (int i = 0; i < 5; i++) {
          assertThat(two.post("/v1/topics/crowd/messages?key=k", "" + i).status()).isEqualTo(201);
        }
        await()
            .atMost(Waits.patience().multipliedBy(4))
            .until(sessions::told, count -> count == 5L * CROWD || !sessions.wrong().isEmpty());
        assertThat(sessions.wrong()).isEmpty();
      }
      // Stopped in order, so that Admin forgets it and the next notice does not wait for it.
      proxy.interrupt();
      proxy.exitCode();
    }
  }

  private static void create(String topic) {
    assertThat(one.publish(topic, "before").status()).isEqualTo(201);
  }
}
