package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.feige.certificates.CertificateFiles;
import io.feige.certificates.CertificateRequest;
import io.feige.client.Compression;
import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeClient;
import io.feige.client.FeigeClientBuilder;
import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.dist.cli.Environment;
import io.feige.dist.cluster.FreePorts;
import io.feige.testkit.Waits;
import io.feige.tls.TlsContext;
import io.feige.tls.TlsFiles;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Users of a cluster of real processes, over TLS: by command and by SDK, with Admin and without.
 */
class UsersIT {
  private static final String PASSWORD = "correct horse battery";
  private static final byte[] NO_INPUT = {};

  @TempDir static Path temporary;

  @RegisterExtension
  static final ClusterLogs LOGS = new ClusterLogs(() -> UsersIT.dir.resolve("logs"));

  private static Path dir;
  private static Path password;
  private static int base;
  private static CertificateFiles certificates;

  @BeforeAll
  static void up() throws IOException {
    dir = temporary.resolve("cluster");
    password = Files.writeString(temporary.resolve("password"), PASSWORD + "\n");
    base = FreePorts.forNodes(3);
    certificates = new CertificateFiles(dir);
    done(plain("up", "--tls", "--proxies=1", "--dir=" + dir, "--port-base=" + base, "--detach"));
    done(root("topic", "create", "orders"));
    done(root("topic", "create", "invoices"));
  }

  @AfterAll
  static void down() {
    done(plain("down", "--dir", dir.toString()));
  }

  private static CommandRun plain(String... arguments) {
    return CommandRun.of(Environment.REAL, NO_INPUT, arguments);
  }

  private static CommandRun run(List<String> as, String... arguments) {
    return CommandRun.of(
        Environment.REAL,
        "a message\n".getBytes(StandardCharsets.UTF_8),
        Stream.of(
                Stream.of("--server", "127.0.0.1:" + base, "--ca", certificates.ca().toString()),
                as.stream(),
                Stream.of(arguments))
            .flatMap(part -> part)
            .toArray(String[]::new));
  }

  private static CommandRun root(String... arguments) {
    return run(List.of("--token", "file:" + dir.resolve("admin.token")), arguments);
  }

  private static CommandRun user(String name, String... arguments) {
    return run(List.of("--user", name, "--password", "file:" + password), arguments);
  }

  private static void done(CommandRun run) {
    assertThat(run.exitCode()).as(run.err()).isZero();
  }

  private static void create(String name, String... grants) {
    Stream<String> rights = Stream.of(grants).flatMap(grant -> Stream.of("--grant", grant));
    done(
        root(
            Stream.concat(
                    Stream.of("user", "create", name, "--new-password", "file:" + password), rights)
                .toArray(String[]::new)));
  }

  private static FeigeClient client(UnaryOperator<FeigeClientBuilder> who) {
    return who.apply(FeigeClient.builder().servers("127.0.0.1:" + base).ca(certificates.ca()))
        .build();
  }

  private static void publish(FeigeClient client, String topic) {
    try (Producer producer = client.producer(topic).build()) {
      var _ = producer.publish(Message.of("a body"));
    }
  }

  @Test
  void aUserDoesWhatItMayByEveryCommand() {
    create("ann", "publish:orders", "consume:orders/ann*");
    done(user("ann", "publish", "orders"));
    assertThat(user("ann", "pull", "orders", "--group", "ann-1", "-n", "1").outText())
        .isEqualTo("a message\n");
    for (List<String> refused :
        List.of(
            List.of("publish", "invoices"),
            List.of("pull", "orders", "--group", "bob", "-n", "1"),
            List.of("read", "orders"),
            List.of("topic", "delete", "orders", "--yes"),
            List.of("disk"),
            List.of("client", "list"),
            List.of("status"),
            List.of("pair", "switch", "pair-1"),
            List.of("user", "list"))) {
      CommandRun run = user("ann", refused.toArray(String[]::new));
      assertThat(run.exitCode()).as(refused.toString()).isEqualTo(4);
      assertThat(run.err()).as(refused.toString()).contains("NOT_AUTHORIZED", "lacks the right");
    }
    CommandRun stranger =
        run(List.of("--user", "eve", "--password", "file:" + password), "topic", "list");
    assertThat(stranger.err()).contains("NOT_AUTHENTICATED");
  }

  @Test
  void aConsumerThatWaitsIsCutOffWhenItsRightIsTaken() throws Exception {
    create("cara", "consume:orders/cara");
    create("dan", "publish:orders");
    try (FeigeClient consuming = client(builder -> builder.user("cara", PASSWORD));
        FeigeClient publishing = client(builder -> builder.user("dan", PASSWORD));
        Consumer consumer = consuming.consumer("orders").group("cara").build()) {
      publish(publishing, "orders");
      await()
          .until(() -> {
            List<Delivery> some = consumer.pull(10, Duration.ofSeconds(1));
            some.forEach(Delivery::ack);
            return !some.isEmpty();
          });

      done(root("user", "alter", "cara", "--revoke", "consume:orders/cara"));
      assertThatExceptionOfType(FeigeException.class)
          .as("nothing is published that would end the wait")
          .isThrownBy(() -> consumer.pull(10, Waits.patience()))
          .withMessageContaining("consume:orders/cara");

      publish(publishing, "orders");
      assertThatExceptionOfType(FeigeException.class)
          .isThrownBy(() -> consumer.pull(10, Waits.patience()))
          .withMessageContaining("consume:orders/cara");
    }
  }

  @Test
  void anAdminAsksNodesWithTheRightsOfWhoAsksIt() throws Exception {
    create("mary", "manage:rest.*", "publish:rest.*", "read:rest.*");
    create("vera", "viewer");
    RestCaller mary = rest("mary");
    RestCaller vera = rest("vera");
    assertThat(mary.post("/topics", "{\"name\":\"rest.a\",\"leaseMillis\":5000}").status())
        .isEqualTo(201);
    assertThat(mary.post("/topics", "{\"name\":\"orders.b\"}").code()).isEqualTo("NOT_AUTHORIZED");
    assertThat(mary.post("/topics", "{\"name\":\"rest.a\"}").status()).isEqualTo(409);
    assertThat(mary.get("/topics/rest.a").json().get("leaseMillis").asInt()).isEqualTo(5_000);
    assertThat(
            mary.patch("/topics/rest.a", "{\"maxAttempts\":3}").json().get("maxAttempts").asInt())
        .isEqualTo(3);
    String days = "{\"retryDelayMillis\":80000000,\"retryDelayMaxMillis\":600000000}";
    assertThat(mary.patch("/topics/rest.a", days).status()).isEqualTo(200);
    String months = "{\"leaseMillis\":2858846969}";
    assertThat(mary.patch("/topics/rest.a", months).status()).isEqualTo(400);
    for (String key : List.of("a", "b", "c")) {
      String message = "{\"key\":\"" + key + "\",\"body\":\"body of " + key + "\"}";
      assertThat(mary.post("/topics/rest.a/messages", message).status()).isEqualTo(201);
    }
    JsonNode all = mary.get("/topics/rest.a/messages").json();
    assertThat(all.get("messages")).hasSize(3);
    assertThat(all.get("atEnd").asBoolean()).isTrue();
    JsonNode one = mary.get("/topics/rest.a/messages?key=b").json();
    assertThat(one.get("messages").get(0).get("body").asString()).isEqualTo("body of b");
    assertThat(one.get("lookedAt").asInt()).isEqualTo(3);
    bytesSurvive(mary, "/topics/rest.a/messages");

    String later = "{\"body\":\"a reminder\",\"delayMillis\":3600000}";
    JsonNode receipt = mary.post("/topics/rest.a/messages", later).json();
    assertThat(receipt.has("offset")).isFalse();
    JsonNode waiting = mary.get("/topics/rest.a/delayed").json().get("delayed");
    assertThat(waiting.get(0).get("id")).isEqualTo(receipt.get("delayed"));
    for (String wrong : List.of("-1", "31449600001", "9223372036854775807")) {
      String never = later.replace("3600000", wrong);
      assertThat(mary.post("/topics/rest.a/messages", never).status()).isEqualTo(400);
    }

    assertThat(vera.get("/topics").json().get("topics").size()).isGreaterThan(2);
    assertThat(vera.get("/topics/rest.a/groups").json().get("groups")).isEmpty();
    assertThat(vera.get("/pairs/pair-1/disk").status()).isEqualTo(200);
    whoIsConnectedIsNamed(vera);
    assertThat(vera.get("/topics/rest.a/messages").code()).isEqualTo("NOT_AUTHORIZED");
    assertThat(vera.delete("/topics/rest.a").code()).isEqualTo("NOT_AUTHORIZED");
    assertThat(vera.get("/topics/none").code()).isEqualTo("TOPIC_NOT_FOUND");
    assertThat(mary.delete("/topics/rest.a").status()).isEqualTo(200);
    await().until(() -> auditOfNodes().contains("mary through an Admin"));
    assertThat(auditOfNodes()).contains("DeleteTopic[topic=rest.a]");
  }

  private static void bytesSurvive(RestCaller mary, String messages) throws Exception {
    String headers = "{\"type\":[\"a\",{\"base64\":\"/w==\"},\"\"]}";
    String binary = "{\"key\":\"\",\"bodyBase64\":\"/wA=\",\"headers\":" + headers + "}";
    assertThat(mary.post(messages, binary).status()).isEqualTo(201);
    for (String query : List.of("?key=", "?header=type", "?header=type=", "?header=type=a")) {
      JsonNode found = mary.get(messages + query).json().get("messages");
      assertThat(found).as(query).hasSize(1);
      assertThat(found.get(0).get("bodyBase64").asString()).isEqualTo("/wA=");
      assertThat(found.get(0).get("headers").toString()).isEqualTo(headers);
    }
    for (String wrong :
        List.of(
            "{}",
            "{\"body\":\"\\ud800\"}",
            "{\"body\":\"\",\"bodyBase64\":\"\"}",
            "{\"bodyBase64\":\"?\"}",
            "{\"body\":\"\",\"headers\":{\"type\":1}}")) {
      assertThat(mary.post(messages, wrong).status()).as(wrong).isEqualTo(400);
    }
  }

  private static void whoIsConnectedIsNamed(RestCaller vera) throws Exception {
    try (FeigeClient mary =
        client(builder -> builder.user("mary", PASSWORD).software("\n\u001b[31mred\"}"))) {
      mary.awaitConnected(Waits.patience());
      JsonNode answer = vera.get("/clients?limit=1000").json();
      assertThat(answer.get("missing")).isEmpty();
      assertThat(answer.get("clients").valueStream())
          .anySatisfy(client -> {
            assertThat(client.get("user").asString()).isEqualTo("mary");
            assertThat(client.get("software").asString()).isEqualTo("??[31mred\"}");
            assertThat(client.get("encrypted").asBoolean()).isTrue();
          })
          .extracting(client -> client.get("kind").asString())
          .contains("ADMIN");
      JsonNode first = vera.get("/clients?limit=1").json();
      String next = first.get("next").asString();
      assertThat(vera.get("/clients?limit=1&after=" + next).json().get("clients").get(0))
          .isNotEqualTo(first.get("clients").get(0));
    }
    assertThat(vera.get("/clients?after=nowhere").status()).isEqualTo(400);
    assertThat(vera.get("/clients?node=nobody").status()).isEqualTo(404);
  }

  @Test
  void eachRouteOfNodesIsForThoseWhoMay() throws Exception {
    done(root("topic", "create", "matrix"));
    done(root("topic", "create", "boxes", "--mailbox-cap", "5"));
    done(root("publish", "matrix"));
    done(root("pull", "matrix", "--group", "g", "-n", "1"));
    List<RestCaller> callers = new ArrayList<>();
    for (String grant :
        List.of(
            "viewer",
            "publish:matrix",
            "consume:matrix/g",
            "read:matrix",
            "manage:matrix",
            "operator",
            "administrator",
            "publish:orders")) {
      String name = "m-" + callers.size();
      create(name, grant, grant.replace("matrix", "boxes"));
      callers.add(rest(name));
    }
    List<String> wrong = new ArrayList<>();
    for (String line : NodeRoutes.WHO_MAY.strip().split("\n", -1)) {
      String[] cells = line.strip().split(" +", -1);
      for (int i = 0; i < callers.size(); i++) {
        String body = NodeRoutes.body(cells[1]);
        RestCaller.Reply reply =
            answer(callers.get(i), cells[1], cells[0].toUpperCase(Locale.ROOT), body);
        String found =
            switch (reply.status()) {
              case 403 -> "-";
              // Also what is not there, for whoever may look.
              case 200, 201, 404, 409 -> "y";
              default -> "" + reply.status();
            };
        if (!found.equals(cells[2 + i])) {
          wrong.add(cells[0] + " " + cells[1] + " by m-" + i + ": " + reply);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** A pair may fail over by itself, and be away for a moment. */
  private static RestCaller.Reply answer(
      RestCaller caller, String path, String method, String body) {
    return await().until(() -> caller.send(path, method, body), reply -> reply.status() != 503);
  }

  @Test
  void whatIsTooLargeIsNotShownAndHarmsNobody() throws Exception {
    create("lara", "manage:large", "publish:large", "read:large");
    RestCaller lara = rest("lara");
    assertThat(lara.post("/topics", "{\"name\":\"large\"}").status()).isEqualTo(201);
    byte[] body = new byte[7_000_000];
    Arrays.fill(body, (byte) 1);
    try (FeigeClient client = client(builder -> builder.user("lara", PASSWORD));
        Producer producer = client.producer("large").compression(Compression.ZSTD).build()) {
      for (int i = 0; i < 40; i++) {
        var _ = producer.publish(Message.of("k" + i, body));
      }
    }
    List<JsonNode> found = look(lara, "limit=200");
    List<JsonNode> messages =
        found.stream().flatMap(each -> each.get("messages").valueStream()).toList();
    assertThat(messages)
        .hasSize(40)
        .allMatch(each -> each.get("tooLargeToShow").asInt() > 7_000_000);
    assertThat(look(lara, "key=none").stream().mapToInt(each -> each.get("lookedAt").asInt()).sum())
        .isEqualTo(40);
    assertThat(lara.get("/topics/large/messages?from=%2B999999999-12-31T23:59:59Z").status())
        .isEqualTo(400);
    assertThat(lara.get("/topics/large/messages?pair=none").status()).isEqualTo(404);
  }

  /** All answers to a search, which goes on, pair by pair, where its time was up. */
  private static List<JsonNode> look(RestCaller caller, String query) throws Exception {
    String path = "/topics/large/messages?" + query;
    List<JsonNode> answers = new ArrayList<>();
    answers.add(caller.get(path).json());
    for (String pair : answers.getFirst().get("next").propertyNames()) {
      JsonNode last = answers.getFirst();
      while (!last.get("atEnd").asBoolean()) {
        long from = Math.max(0, last.get("next").get(pair).asLong());
        last = caller.get(path + "&pair=" + pair + "&from=" + from).json();
        answers.add(last);
      }
    }
    return answers;
  }

  private static String auditOfNodes() throws IOException {
    StringBuilder all = new StringBuilder();
    for (String node : List.of("node-1", "node-2")) {
      all.append(Files.readString(dir.resolve(node).resolve("audit.log")));
    }
    return all.toString();
  }

  private static RestCaller rest(String user) throws Exception {
    return new RestCaller(
        "https://127.0.0.1:" + (base + 1) + "/api/v1",
        TlsContext.load(TlsFiles.trusting(certificates.ca())).platform(),
        user,
        PASSWORD);
  }

  @Test
  void aTokenIsGoodUntilItIsRevoked() {
    create("tom", "publish:orders");
    CommandRun made = root("token", "create", "tom", "--expires", "1h", "--note", "a test");
    done(made);
    String token = made.outText().strip();
    try (FeigeClient client = client(builder -> builder.token(token))) {
      publish(client, "orders");
      String id = token.substring("fgt_".length(), token.indexOf('.'));
      assertThat(root("token", "list").outText()).contains(id).doesNotContain(token);
      done(root("token", "revoke", id));
      await()
          .untilAsserted(() ->
              assertThat(run(List.of("--token", token), "publish", "orders").err())
                  .contains("NOT_AUTHENTICATED"));
    }
  }

  @Test
  void aCertificateStandsForAUser() throws Exception {
    var _ =
        certificates.issue(CertificateRequest.of("edge-1", List.of(), Duration.ofDays(1)), true);
    done(
        root(
            "user", "create", "edge", "--certificate-name", "edge-1", "--grant", "publish:orders"));
    try (FeigeClient client =
        client(builder ->
            builder.certificate(certificates.certificate("edge-1"), certificates.key("edge-1")))) {
      publish(client, "orders");
      assertThatExceptionOfType(Exception.class)
          .isThrownBy(() -> publish(client, "invoices"))
          .withStackTraceContaining("publish:invoices");
    }
  }

  @Test
  void aProxyLetsAUserDoWhatTheNodesLetItDo() throws Exception {
    create("hal", "publish:orders", "consume:orders/hal*");
    TlsContext tls = TlsContext.load(TlsFiles.trusting(certificates.ca()));
    try (HttpClient http = HttpClient.newBuilder().sslContext(tls.platform()).build()) {
      ProxyCaller nobody = new ProxyCaller(http, "https://localhost:" + (base + 30), "");
      ProxyCaller hal = new ProxyCaller(http, nobody.base(), basic("hal", PASSWORD));
      ProxyCaller liar = new ProxyCaller(http, nobody.base(), basic("hal", "guess"));
      String token = Files.readString(dir.resolve("admin.token")).strip();
      ProxyCaller root = new ProxyCaller(http, nobody.base(), "Bearer " + token);

      assertThat(hal.publish("orders", "a").status()).isEqualTo(201);
      assertThat(root.publish("invoices", "a").status()).isEqualTo(201);
      ProxyCaller.Answer refused = hal.publish("invoices", "a");
      assertThat(refused.status()).isEqualTo(403);
      assertThat(refused.text()).contains("NOT_AUTHORIZED", "publish:invoices");
      String group = "/v1/topics/orders/groups/";
      assertThat(hal.pull(group + "hal-1", 1).status()).isEqualTo(200);
      assertThat(hal.post(group + "others/pull", "").status()).isEqualTo(403);
      assertThat(hal.get("/v1/topics/orders/stream").status()).isEqualTo(403);
      assertThat(hal.get("/v1/topics/orders/listeners").status()).isEqualTo(403);
      assertThat(root.get("/v1/topics/orders/listeners").status()).isEqualTo(200);
      assertThat(nobody.publish("orders", "a").code()).isEqualTo("NOT_AUTHENTICATED");
      assertThat(nobody.get("/health/ready").status()).isEqualTo(200);
      SessionRights.tryAll(nobody, "hal", PASSWORD);
      assertThat(liar.publish("orders", "a").status()).isEqualTo(401);
      await().until(() -> liar.publish("orders", "a").code().equals("TOO_MANY_TRIES"));
      assertThat(hal.publish("orders", "a").status()).isEqualTo(201);
    }
  }

  @Test
  void adminKnowsTheProxyByItsToken() {
    await().untilAsserted(() -> assertThat(root("status").outText()).contains("proxy-1  https://"));
  }

  private static String basic(String user, String password) {
    byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(both);
  }

  @Test
  void withoutAdminUsersGoOnAndAfterItChangesHoldAgain() throws Exception {
    create("gil", "publish:orders");
    try (FeigeClient client = client(builder -> builder.user("gil", PASSWORD))) {
      publish(client, "orders");
      // A node that starts without an Admin knows its users from its disk; it takes both to serve.
      Path known = dir.resolve("node-1").resolve("users.json");
      await().until(() -> Files.readString(known).contains("gil"));
      kill("admin-1");
      for (int i = 0; i < 5; i++) {
        publish(client, "orders");
      }
      CommandRun change = root("user", "disable", "gil");
      assertThat(change.exitCode()).isEqualTo(3);
      assertThat(change.err()).contains("nothing was done");

      done(plain("up", "--dir", dir.toString(), "--detach"));
      await().until(() -> root("user", "disable", "gil").exitCode() == 0);
      await().until(() -> user("gil", "publish", "orders").exitCode() != 0);
      await()
          .untilAsserted(() ->
              assertThatExceptionOfType(FeigeException.class)
                  .isThrownBy(() -> publish(client, "orders")));
    }
  }

  private static void kill(String name) throws IOException {
    long pid = Long.parseLong(Files.readString(dir.resolve(name + ".pid")).strip());
    ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
    process.destroyForcibly();
    process.onExit().join();
  }
}
