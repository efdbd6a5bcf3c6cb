package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.Reader;
import io.feige.client.ReceivedMessage;
import io.feige.client.RefusedException;
import io.feige.client.StartFrom;
import io.feige.client.TopicSpec;
import io.feige.dist.cli.Environment;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.HeaderLimits;
import io.feige.protocol.batch.RecordHeader;
import io.feige.protocol.batch.SequenceTime;
import io.feige.protocol.error.ErrorCode;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A client that may publish sends batches that the SDK would not pack: messages that nobody can
 * read, and messages under the producer id of another client. Readers still get all other messages
 * and are told where the unreadable ones are. The other client loses nothing, and no process ends.
 */
class HostilePublisherIT {
  private static final RecordHeader EMPTY = new RecordHeader("", new byte[0]);
  private static final BatchStamp AT_ONCE = new BatchStamp(0, 0, 0);
  private static final int MILLIONS = 4_000_000;
  private static final int UNREADABLE = 3;
  private static final List<String> PARTS = List.of("admin-1", "node-1", "node-2", "proxy-1");
  private static final String BEFORE = "before";
  private static final String AFTER = "after";

  @TempDir static Path temporary;

  @RegisterExtension
  static final ClusterLogs LOGS = new ClusterLogs(() -> temporary.resolve("cluster/logs"));

  private static UpCluster cluster;
  private static HttpClient http;
  private static ProxyCaller proxy;
  private static List<String> processes;

  @BeforeAll
  static void up() throws IOException {
    cluster =
        UpCluster.start(temporary.resolve("cluster"), 3, "--store", "mysql", "--proxies", "1");
    http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    proxy = new ProxyCaller(http, "http://127.0.0.1:" + (cluster.port() + 30), "");
    processes = cluster.processes(PARTS);
  }

  @AfterAll
  static void down() {
    UpCluster.run("down", "--dir", cluster.dir().toString());
    http.close();
  }

  @AfterEach
  void nobodyHasEnded() throws IOException {
    assertThat(cluster.processes(PARTS)).isEqualTo(processes);
  }

  /** Publishes to who serves the pair now. */
  private static RawPublisher raw(String pair, String topic) throws IOException {
    return new RawPublisher(cluster, pair, topic);
  }

  private static void publish(String topic) throws IOException {
    try (FeigeClient client = cluster.client()) {
      client.topics().create(TopicSpec.of(topic));
    }
    try (RawPublisher raw = raw("pair-1", topic)) {
      raw.publish(RawPublisher.batch(BEFORE, List.of(), AT_ONCE));
      raw.publish(RawPublisher.batch("", Collections.nCopies(MILLIONS, EMPTY), AT_ONCE));
      raw.publish(
          RawPublisher.batch("", Collections.nCopies(HeaderLimits.MAX_COUNT + 1, EMPTY), AT_ONCE));
      raw.publish(RawPublisher.malformed());
      raw.publish(RawPublisher.batch(AFTER, List.of(), AT_ONCE));
    }
  }

  private static CommandRun run(String... arguments) {
    List<String> all = new ArrayList<>(List.of("--server", cluster.address()));
    all.addAll(List.of(arguments));
    return CommandRun.of(Environment.REAL, new byte[0], all.toArray(String[]::new));
  }

  private static long problemsIn(JsonNode messages) {
    return StreamSupport.stream(messages.spliterator(), false)
        .filter(message -> message.has("problem"))
        .count();
  }

  @Test
  void readersAndConsumersOfTheSdkAreToldWhichOnes() throws Exception {
    publish("sdk");
    try (FeigeClient client = cluster.client();
        Reader reader = client.reader("sdk").from(StartFrom.earliest()).build();
        Consumer consumer = client.consumer("sdk").group("g").build()) {
      List<ReceivedMessage> read = new ArrayList<>();
      List<Delivery> pulled = new ArrayList<>();
      await()
          .until(() -> {
            read.addAll(reader.read(9, Duration.ofSeconds(1)));
            pulled.addAll(consumer.pull(9, Duration.ofSeconds(1)));
            return read.size() >= 2 + UNREADABLE && pulled.size() >= 2 + UNREADABLE;
          });

      for (List<? extends ReceivedMessage> each : List.of(read, pulled)) {
        assertThat(each.getFirst().text()).isEqualTo(BEFORE);
        assertThat(each.getLast().text()).isEqualTo(AFTER);
        assertThat(each.get(1).problem().orElseThrow()).contains("4,000,000 headers");
        assertThat(each.get(2).problem().orElseThrow()).contains("1,001 headers");
        assertThat(each.get(3).problem().orElseThrow()).contains("key length");
        assertThatThrownBy(each.get(2)::body)
            .isInstanceOfSatisfying(
                RefusedException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.BATCH_CORRUPT));
      }
    }
  }

  @Test
  void commandsLeaveThemOutAndSayWhere() throws IOException {
    publish("commands");

    CommandRun read = run("read", "commands", "--from", "earliest");
    assertThat(read.exitCode()).as(read.err()).isZero();
    assertThat(read.outText()).isEqualTo("before\nafter\n");
    assertThat(read.err()).contains("commands@pair-1/2 is left out: record: 1,001 headers");

    CommandRun pulled = run("pull", "commands", "--group", "g", "--count", "5");
    assertThat(pulled.exitCode()).as(pulled.err()).isZero();
    assertThat(pulled.outText()).isEqualTo("before\nafter\n");
    assertThat(pulled.err()).contains("is rejected: record: 4,000,000 headers");

    List<JsonNode> letters =
        run("read", "commands.dlq", "--from", "earliest", "--json")
            .outText()
            .lines()
            .map(new JsonMapper()::readTree)
            .toList();
    assertThat(letters).hasSize(UNREADABLE);
    assertThat(letters)
        .allSatisfy(letter -> {
          assertThat(letter.get("problem").stringValue()).startsWith("record: ");
          assertThat(letter.get("deadLetter").get("reason").stringValue()).startsWith("record: ");
        });
  }

  @Test
  void searchOfAdminShowsWhereTheyAre() throws Exception {
    publish("search");
    int port = cluster.port() + 1;
    String token = Files.readString(cluster.dir().resolve("admin-1/http-" + port + ".token"));
    ProxyCaller admin =
        new ProxyCaller(http, "http://127.0.0.1:" + port, "Bearer " + token.strip());

    ProxyCaller.Answer found = admin.get("/api/v1/topics/search/messages?from=earliest");

    assertThat(found.status()).as(found.text()).isEqualTo(200);
    assertThat(found.json().get("messages")).hasSize(2 + UNREADABLE);
    assertThat(problemsIn(found.json().get("messages"))).isEqualTo(UNREADABLE);
  }

  @Test
  void aProxyShowsWhereTheyAreInEveryForm() throws Exception {
    publish("proxy");
    String topic = "/v1/topics/proxy";

    // An answer has what there is when the first is there.
    await()
        .untilAsserted(() -> {
          ProxyCaller.Answer read = proxy.get(topic + "/messages?from=earliest&max=10");
          assertThat(read.status()).as(read.text()).isEqualTo(200);
          assertThat(problemsIn(read.json().get("messages"))).isEqualTo(UNREADABLE);
        });

    StringBuilder json = new StringBuilder();
    StringBuilder events = new StringBuilder();
    List<String> problems = new ArrayList<>();
    for (int i = 0; i < 2 + UNREADABLE; i++) {
      json.append(pull(topic + "/groups/json", "application/json").body());
      events.append(pull(topic + "/groups/events", "application/cloudevents+json").body());
      HttpResponse<String> raw = pull(topic + "/groups/raw", "application/octet-stream");
      raw.headers().firstValue("Feige-Problem").ifPresent(problems::add);
    }
    assertThat(json).contains("\"problem\":\"record: 1,001 headers").contains(AFTER);
    assertThat(events).contains("\"feigeproblem\":\"record: 1,001 headers");
    assertThat(problems).hasSize(UNREADABLE);
  }

  /** Pulls one. */
  private static HttpResponse<String> pull(String group, String accept)
      throws IOException, InterruptedException {
    String wanted =
        "{\"max\":1,\"waitMillis\":%d,\"leaseMillis\":3600000}"
            .formatted(Waits.patienceMillis() / 2);
    HttpRequest request =
        proxy
            .request(group + "/pull")
            .header("Accept", accept)
            .POST(BodyPublishers.ofString(wanted))
            .build();
    return http.send(request, BodyHandlers.ofString());
  }

  @Test
  void theStoreHoldsTheirPlaceAndWhy() throws IOException {
    publish("stored");
    String config = cluster.dir().resolve("node-1.yaml").toString();

    await()
        .untilAsserted(() -> {
          CommandRun shown = run("history", "show", "stored/pair-1/4", "--config", config);
          assertThat(shown.outText()).contains(AFTER);
        });
    for (int offset = 1; offset <= UNREADABLE; offset++) {
      CommandRun shown = run("history", "show", "stored/pair-1/" + offset, "--config", config);
      assertThat(shown.outText()).contains("record: ");
    }
  }

  @Test
  void thoseThatWaitForTheirTimeAreListed() throws IOException {
    long tomorrow = System.currentTimeMillis() + Duration.ofDays(1).toMillis();
    BatchStamp delayed = new BatchStamp(0, 0, tomorrow);
    try (FeigeClient client = cluster.client()) {
      client.topics().create(TopicSpec.of("delayed"));
    }
    try (RawPublisher raw = raw("pair-1", "delayed")) {
      for (int i = 0; i < 3; i++) {
        raw.publish(RawPublisher.batch("", Collections.nCopies(MILLIONS, EMPTY), delayed));
      }
    }

    CommandRun listed = run("delayed", "list", "delayed", "--json");

    assertThat(listed.exitCode()).as(listed.err()).isZero();
    assertThat(listed.outText().lines()).hasSize(3);
  }

  @Test
  void whoGoesByTheNameOfAnotherPublisherTakesNothingFromIt() throws IOException {
    List<String> published = new ArrayList<>(List.of("m0"));
    try (FeigeClient client = cluster.client();
        Producer producer = client.producer("names").build();
        Reader reader = client.reader("names").from(StartFrom.earliest()).build()) {
      client.topics().create(TopicSpec.of("names"));
      String pair = producer.publish(Message.of("key", "m0")).pair();
      long shown;
      try (RawPublisher raw = raw(pair, "names")) {
        shown = raw.first().producerId();
        long ahead = SequenceTime.first(System.currentTimeMillis() / 1_000 + 590);
        raw.publish(RawPublisher.batch("theirs", List.of(), new BatchStamp(shown, ahead, 0)));
      }
      for (int i = 1; i < 20; i++) {
        producer.publish(Message.of("key", "m" + i));
        published.add("m" + i);
      }
      try (RawPublisher raw = raw(pair, "names")) {
        assertThat(raw.last().producerId()).as("the victim needs no other id").isEqualTo(shown);
      }

      List<String> read = new ArrayList<>();
      await()
          .until(() -> {
            reader.read(99, Duration.ofSeconds(1)).forEach(message -> read.add(message.text()));
            return read.size() > published.size();
          });
      assertThat(read).containsAll(published).contains("theirs").doesNotHaveDuplicates();
    }
  }

  @Test
  void theSdkRefusesToPackOne() throws IOException {
    Message.Builder most = Message.builder().body("x".getBytes(StandardCharsets.UTF_8));
    for (int i = 0; i < HeaderLimits.MAX_COUNT; i++) {
      most.header("n" + i, "v");
    }
    try (FeigeClient client = cluster.client();
        Producer producer = client.producer("limits").build();
        Reader reader = client.reader("limits").from(StartFrom.earliest()).build()) {
      client.topics().create(TopicSpec.of("limits"));
      producer.publish(most.build());
      Message tooMany = most.header("one", "more").build();

      assertThatThrownBy(() -> producer.publish(tooMany))
          .isInstanceOf(FeigeException.class)
          .hasMessageContaining("1,001 headers; at most 1,000");
      assertThat(producer.publish(Message.of("goes on")).topic()).isEqualTo("limits");

      ReceivedMessage first = reader.read(1, Waits.patience()).getFirst();
      assertThat(first.headers()).hasSize(HeaderLimits.MAX_COUNT);
    }
  }
}
