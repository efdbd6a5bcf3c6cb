package io.feige.dist;

import static io.feige.dist.ProxyCaller.verdict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.dist.ProxyCaller.Answer;
import io.feige.testkit.Waits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Two proxies before a cluster of real processes, some of which are killed. */
class ProxyIT {
  @TempDir static Path temporary;

  @RegisterExtension static final ClusterLogs LOGS = new ClusterLogs(() -> ProxyIT.pair.logs());

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
    http.close();
  }

  private static String group(String topic, String group) {
    return "/v1/topics/" + topic + "/groups/" + group;
  }

  private static Answer pull(ProxyCaller proxy, String group) {
    return pull(proxy, group, 10);
  }

  private static Answer pull(ProxyCaller proxy, String group, int max) {
    Answer pulled = proxy.pull(group, max);
    assertThat(pulled.status()).as(pulled.text()).isEqualTo(200);
    return pulled;
  }

  @Test
  void whatIsPublishedIsPulledWithAllThatItHasAndSettled() {
    String group = group("whole", "billing");
    Answer receipt =
        one.send(
            one.request(
                    "/v1/topics/whole/messages?key=k%C3%B6nig&header=a:1&header=b:x:y&durability=local")
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofByteArray(new byte[] {-1, 0, 7})));
    assertThat(receipt.status()).as(receipt.text()).isEqualTo(201);
    assertThat(receipt.json().get("offset").asInt()).isZero();

    JsonNode message = pull(two, group).json().get("messages").get(0);
    assertThat(message.get("key").stringValue()).isEqualTo("könig");
    assertThat(message.get("bodyBase64").stringValue()).isEqualTo("/wAH");
    assertThat(message.get("headers").toString())
        .isEqualTo("{\"a\":\"1\",\"b\":\"x:y\",\"content-type\":\"text/plain\"}");
    assertThat(message.get("attempt").asInt()).isEqualTo(1);
    assertThat(two.get(group).json().get("handedOut").asInt()).isEqualTo(1);

    Answer settled = one.settle(group, List.of(verdict(message.get("id").stringValue(), "ack")));
    assertThat(settled.json().get("settled").asInt()).isEqualTo(1);
    assertThat(two.get(group).json().get("backlog").asInt()).isZero();
  }

  @Test
  void oneOrManyArePublishedAsJsonAndEachHasItsOwnOutcome() {
    String path = "/v1/topics/many/messages";
    Answer single = one.postJson(path + "?durability=local", "{\"key\": \"k\", \"body\": \"a\"}");
    assertThat(single.status()).as(single.text()).isEqualTo(201);
    assertThat(single.json().get("durability").stringValue()).isEqualTo("LOCAL");
    Answer whole =
        one.postJson(
            path,
            "{\"messages\": [{\"body\": \"b\"}, {\"bodyBase64\": \"/w==\"},"
                + " {\"body\": \"later\", \"delayMillis\": 3600000, \"headers\": {\"h\": \"v\"}}]}");
    assertThat(whole.status()).as(whole.text()).isEqualTo(201);
    assertThat(whole.json().get("receipts").get(2).has("delayed")).isTrue();
    await()
        .untilAsserted(() ->
            assertThat(one.get(path + "?from=earliest&waitMillis=1000").text())
                .contains("\"body\":\"a\"", "\"body\":\"b\"", "\"bodyBase64\":\"/w==\""));

    Answer refused = one.postJson(path, "{\"messages\": [{\"boody\": \"a\"}]}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.code()).isEqualTo("BAD_REQUEST");
    assertThat(one.postJson(path + "?key=k", "{\"body\": \"a\"}").status()).isEqualTo(400);
  }

  @Test
  void whatHasAnIdempotencyKeyIsStoredOnceThroughAnyProxyAlsoAfterAFailover() throws IOException {
    List<Answer> first = IntStream.range(0, 20).mapToObj(i -> publishOnce(one, i)).toList();
    String many = "{\"messages\": [{\"body\": \"b0\"}, {\"body\": \"b1\"}]}";
    String broken = "{\"messages\": [{\"body\": \"b0\", \"idempotencyKey\": \"k\"}]}";
    assertThat(publishOnce(one, "batch", many).text()).doesNotContain("duplicate");
    pair.kill("node-1");

    List<Answer> again = IntStream.range(0, 20).mapToObj(i -> publishOnce(two, i)).toList();
    Answer batch = publishOnce(two, "\"batch\"", many);

    for (int i = 0; i < 20; i++) {
      JsonNode receipt = first.get(i).json();
      JsonNode later = again.get(i).json();
      assertThat(receipt.has("duplicate")).isFalse();
      assertThat(later.get("duplicate").booleanValue()).isTrue();
      assertThat(later.get("pair")).isEqualTo(receipt.get("pair"));
      assertThat(later.get("offset")).isEqualTo(receipt.get("offset"));
      assertThat(later.get("storedAt")).isEqualTo(receipt.get("storedAt"));
    }
    assertThat(batch.json().get("receipts")).allMatch(receipt -> receipt.has("duplicate"));
    assertThat(publishOnce(two, "another", broken).status()).isEqualTo(400);
    assertThat(publishOnce(two, "x".repeat(201), "{\"body\": \"a\"}").status()).isEqualTo(400);
    assertThat(one.get("/v1/topics/once/messages?from=earliest&max=100&waitMillis=1000").of("body"))
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(IntStream.range(0, 20).mapToObj(i -> "m" + i), Stream.of("b0", "b1"))
                .toList());
    pair.restart("node-1");
    pair.awaitInSync();
  }

  private static Answer publishOnce(ProxyCaller proxy, int number) {
    Answer answer = publishOnce(proxy, "key-" + number, "{\"body\": \"m" + number + "\"}");
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    return answer;
  }

  private static Answer publishOnce(ProxyCaller proxy, String key, String json) {
    return proxy.send(
        proxy
            .request("/v1/topics/once/messages")
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(json)));
  }

  @Test
  void verdictsDoWhatTheySay() throws IOException {
    pair.withoutFailover("verdicts", ProxyIT::giveEachVerdict);
  }

  private static void giveEachVerdict(String topic) {
    String group = group(topic, "g");
    IntStream.range(0, 4).forEach(i -> one.publish(topic, "m" + i));
    List<String> ids = new ArrayList<>();
    while (ids.size() < 4) {
      ids.addAll(pull(one, group).of("id"));
    }
    Answer settled =
        two.settle(
            group,
            List.of(
                verdict(ids.get(0), "ack"),
                Map.of("id", ids.get(1), "verdict", "nack", "delayMillis", 10),
                Map.of("id", ids.get(2), "verdict", "reject", "reason", "spoilt"),
                Map.of("id", ids.get(3), "verdict", "extend", "leaseMillis", 7_200_000)));
    assertThat(settled.status()).as(settled.text()).isEqualTo(200);

    assertThat(pull(one, group).of("attempt")).containsExactly("2");
    await()
        .untilAsserted(() ->
            assertThat(one.get("/v1/topics/" + topic + ".dlq/messages?waitMillis=1000").text())
                .contains("\"reason\":\"spoilt\"", "\"topic\":\"" + topic + "\""));
    assertThat(two.settle(group, List.of(verdict(ids.get(3), "release"))).status()).isEqualTo(200);
    assertThat(pull(one, group).of("attempt")).containsExactly("1");

    Answer late = two.settle(group, List.of(verdict(ids.get(1), "nack")));
    assertThat(late.status()).isEqualTo(207);
    assertThat(late.text()).contains("LEASE_ENDED");
    Answer foreign = two.settle(group(topic, "h"), List.of(verdict(ids.get(0), "ack")));
    assertThat(foreign.json().get("settled").asInt()).isZero();
    assertThat(foreign.text()).contains("this handle is not of topic " + topic + " and group h");
  }

  @Test
  void aLeaseOutlivesTheProxyThatGaveIt() throws IOException {
    pair.withoutFailover(
        "leases",
        topic -> {
          String group = group(topic, "g");
          one.publish(topic, "a dove");
          Answer pulled = pull(one, group);
          pair.kill("proxy-1");
          pair.restart("proxy-1");

          one.publish(topic, "another");
          Answer other = pull(two, group);
          assertThat(other.of("body")).containsExactly("another");
          assertThat(two.ack(group, pulled).status()).isEqualTo(200);
          assertThat(two.ack(group, other).status()).isEqualTo(200);
          assertThat(two.get(group).json().get("backlog").asInt()).isZero();
          assertThat(one.get(group).json().get("backlog").asInt()).isZero();
        });
  }

  private static CompletableFuture<HttpResponse<String>> beginToPull(String group) {
    return http.sendAsync(
        one.request(group + "/pull")
            .POST(BodyPublishers.ofString("{\"max\":1,\"waitMillis\":300000}"))
            .build(),
        BodyHandlers.ofString());
  }

  @Test
  void whoHangsUpHasNothing() throws IOException {
    pair.withoutFailover(
        "hangups",
        topic -> {
          pair.run("topic", "create", topic);
          String group = group(topic, "g");
          for (int i = 0; i < 5; i++) {
            CompletableFuture<?> waiting = beginToPull(group);
            await().until(() -> pair.inHandOfOne() > 0);
            waiting.cancel(true);
          }
          one.publish(topic, "a dove");

          Answer pulled = pull(two, group);
          assertThat(pulled.of("body")).containsExactly("a dove");
          assertThat(pulled.of("attempt")).containsExactly("1");
        });
  }

  @Test
  void aProxyThatIsToldToStopAnswersWhatWaits() throws Exception {
    await().until(() -> pair.inHandOfOne() == 0);
    pair.run("topic", "create", "stops");
    CompletableFuture<HttpResponse<String>> waiting = beginToPull(group("stops", "g"));
    await().until(() -> pair.inHandOfOne() > 0);
    ProcessHandle process = pair.process("proxy-1");
    process.destroy();

    HttpResponse<String> answer = Waits.get(waiting);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{\"messages\":[]}\n");
    var _ = Waits.get(process.onExit());
    assertThat(pair.state("proxy-1")).as("it has said that it stops").isIn("", "STOPPING");
    pair.restart("proxy-1");
  }

  @Test
  void adminKnowsBothAndTellsOfOneThatVanishes() throws IOException {
    await().until(() -> pair.state("proxy-1").equals("SERVING"));
    await().until(() -> pair.state("proxy-2").equals("SERVING"));
    pair.kill("proxy-1");
    await().until(() -> pair.state("proxy-1").equals("AWAY"));
    await().until(() -> pair.alerts().contains("proxy-away"));
    pair.restart("proxy-1");
    await().until(() -> pair.state("proxy-1").equals("SERVING"));
    await().until(() -> !pair.alerts().contains("proxy-away"));
  }

  @Test
  void aFailoverLosesNothingAndIsNoErrorOfTheProxys() throws IOException {
    Queue<String> confirmed = new ConcurrentLinkedQueue<>();
    Queue<String> otherwise = new ConcurrentLinkedQueue<>();
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicInteger next = new AtomicInteger();
    List<Thread> publishers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      ProxyCaller proxy = i % 2 == 0 ? one : two;
      publishers.add(
          Thread.ofVirtual()
              .start(() -> {
                while (!isOver.get()) {
                  String body = "m" + next.incrementAndGet();
                  Answer answer = proxy.publish("failover", body);
                  (answer.status() == 201 ? confirmed : otherwise)
                      .add(answer.status() == 201 ? body : answer.text());
                }
              }));
    }
    await().until(() -> confirmed.size() > 200);
    pair.kill("node-1");
    int before = confirmed.size();
    await().until(() -> confirmed.size() > before + 500);
    isOver.set(true);
    publishers.forEach(ProxyIT::join);

    assertThat(otherwise).as("answers that are no receipt").isEmpty();
    Set<String> got = new HashSet<>();
    String group = group("failover", "g");
    while (got.size() < confirmed.size()) {
      Answer pulled = pull(two, group, 1_000);
      assertThat(pulled.of("body")).as("after %d of %d", got.size(), confirmed.size()).isNotEmpty();
      got.addAll(pulled.of("body"));
      assertThat(one.ack(group, pulled).status()).isEqualTo(200);
    }
    assertThat(got).containsAll(confirmed);
    pair.restart("node-1");
    pair.awaitInSync();
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Reads so many events of a stream, then hangs up; the last line that it adds is their id. */
  private static String follow(ProxyCaller proxy, String query, int events, List<String> bodies) {
    var request = proxy.request("/v1/topics/stream/stream?" + query).GET().build();
    try (var lines =
        new BufferedReader(
            new InputStreamReader(
                http.send(request, BodyHandlers.ofInputStream()).body(), StandardCharsets.UTF_8))) {
      String id = "";
      int seen = 0;
      while (seen < events) {
        String line = lines.readLine();
        if (line.startsWith("id: ")) {
          id = line.substring(4);
        } else if (line.startsWith("data: ")) {
          bodies.add(new JsonMapper().readTree(line.substring(6)).get("body").stringValue());
          seen++;
        }
      }
      return id;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whatIsInEitherPairIsRead() {
    Set<String> pairs = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      Answer published = one.post("/v1/topics/both/messages?key=k" + i, "m" + i);
      assertThat(published.status()).as(published.text()).isEqualTo(201);
      pairs.add(published.json().get("pair").stringValue());
    }
    assertThat(pairs).hasSize(2);
    await()
        .untilAsserted(() ->
            assertThat(two.get("/v1/topics/both/messages?from=earliest&max=100").of("body"))
                .hasSize(20));
    assertThat(two.get("/v1/topics/both/messages?from=earliest&max=7").of("body")).hasSize(7);
  }

  @Test
  void aStreamGoesOnAtAnotherProxyWhereItWas() {
    List<String> published = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      published.add("event " + i);
      assertThat(one.publish("stream", "event " + i).status()).isEqualTo(201);
    }
    List<String> bodies = new ArrayList<>();
    String id = follow(one, "from=earliest", 7, bodies);
    id = follow(two, "lastEventId=" + id, 20, bodies);
    follow(one, "lastEventId=" + id, 33, bodies);

    assertThat(bodies).containsExactlyInAnyOrderElementsOf(published);
    Answer refused = one.get("/v1/topics/stream/stream?lastEventId=here");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(one.get("/v1/topics/a%20b/stream").status()).isEqualTo(400);
  }

  /** More than one caller may have requests in hand. */
  @Test
  void aCrowdOfStreamsIsToldEverythingOnceAndInOrderAndHoldsNoRequests() throws IOException {
    int port = URI.create(one.base()).getPort();
    int count = 2_500;
    assertThat(one.publish("crowd", "before").status()).isEqualTo(201);
    try (StreamCrowd streams = new StreamCrowd(port, "crowd", count)) {
      await().until(() -> streams.begun() == count || !streams.wrong().isEmpty());
      assertThat(listeners("crowd")).isEqualTo(count);
      await().until(() -> pair.inHandOfOne() == 0);
      for (int i = 0; i < 20; i++) {
        assertThat(two.post("/v1/topics/crowd/messages?key=k", "" + i).status()).isEqualTo(201);
      }
      await().until(() -> streams.told() == 20L * count || !streams.wrong().isEmpty());
      assertThat(streams.wrong()).isEmpty();
    }
    await().until(() -> listeners("crowd") == 0);
  }

  private static int listeners(String topic) {
    return one.get("/v1/topics/" + topic + "/listeners").json().get("listeners").asInt();
  }

  @Test
  void oneMessageComesAsItIs() throws Exception {
    String group = group("raw", "g");
    one.post("/v1/topics/raw/messages?key=k", "a dove");
    var whole = pullRaw(group, Waits.patienceMillis() / 2);
    assertThat(whole.body()).isEqualTo("a dove");
    assertThat(whole.headers().firstValue("Feige-Key")).contains("k");
    String id = whole.headers().firstValue("Feige-Id").orElseThrow();
    assertThat(one.settle(group, List.of(verdict(id, "ack"))).status()).isEqualTo(200);
    assertThat(pullRaw(group, 100).statusCode()).isEqualTo(204);
  }

  private static HttpResponse<String> pullRaw(String group, int waitMillis) throws Exception {
    var request =
        one.request(group + "/pull")
            .header("Accept", "application/octet-stream")
            .POST(BodyPublishers.ofString("{\"waitMillis\":" + waitMillis + "}"));
    return http.send(request.build(), BodyHandlers.ofString());
  }
}
