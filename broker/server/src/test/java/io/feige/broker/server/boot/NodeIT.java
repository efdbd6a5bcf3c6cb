package io.feige.broker.server.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.config.NodeSettings;
import io.feige.broker.server.net.RawClient;
import io.feige.broker.server.pair.PairLoop;
import io.feige.protocol.batch.RelativeTimes;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.DelayedList;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.GetStatus;
import io.feige.protocol.command.GetVitals;
import io.feige.protocol.command.ListDelayed;
import io.feige.protocol.command.NodeStatus;
import io.feige.protocol.command.NodeVitals;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.Pulled;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Routes;
import io.feige.protocol.command.TopicCreated;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.DelayedPlace;
import io.feige.protocol.model.NodeHealth;
import io.feige.protocol.model.NodeRole;
import io.feige.protocol.model.NodeUsage;
import io.feige.protocol.model.ThreadUse;
import io.feige.protocol.model.TopicSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole node, over its sockets. */
final class NodeIT {
  private static final long HOUR = 3_600_000;

  @TempDir private Path dir = Path.of("");

  @Test
  void publishesSurviveAStopAndAStart() throws IOException {
    try (Node node = Node.start(config())) {
      try (RawClient client = RawClient.shaken(node.port())) {
        client.send(1, new CreateTopic(TopicSpec.named("orders"), false));
        assertThat(client.receive().answer()).isInstanceOf(TopicCreated.class);
        client.send(2, Requests.publish("hello"));
        Published published = (Published) client.receive().answer();
        assertThat(published.offset()).isZero();
        assertThat(published.duplicate()).isFalse();
      }
    }
    try (Node node = Node.start(config());
        RawClient client = RawClient.shaken(node.port())) {
      client.send(3, Requests.publish("hello"));
      assertThat(((Published) client.receive().answer()).duplicate()).isTrue();
      client.send(4, Requests.pull(0));
      Pulled pulled = (Pulled) client.receive().answer();
      assertThat(pulled.deliveries()).hasSize(1);
    }
  }

  @Test
  void delaysAndTimesToLiveCountByTheNodesClockWhateverThePublishersShows() throws IOException {
    long before = System.currentTimeMillis();
    try (Node node = Node.start(config());
        RawClient client = RawClient.shaken(node.port())) {
      client.send(1, new CreateTopic(TopicSpec.named("orders"), false));
      assertThat(client.receive().answer()).isInstanceOf(TopicCreated.class);
      client.send(2, Requests.publishIn1970(0, RelativeTimes.of(HOUR)));
      assertThat(((Published) client.receive().answer()).offset()).isZero();
      client.send(3, Requests.publishIn1970(RelativeTimes.of(HOUR), 0));
      assertThat(client.receive().answer()).isInstanceOf(Published.class);

      client.send(4, Requests.pull(0));
      Pulled pulled = (Pulled) client.receive().answer();
      ByteBuffer frame = pulled.deliveries().getFirst().frame().nioBuffer();
      client.send(5, new ListDelayed("orders", 10, DelayedPlace.START));
      DelayedList waiting = (DelayedList) client.receive().answer();
      long after = System.currentTimeMillis();
      assertThat(StoredFrame.at(frame, 0).batch().expiryMillis(0))
          .isBetween(before + HOUR, after + HOUR);
      assertThat(waiting.messages().getFirst().dueMillis()).isBetween(before + HOUR, after + HOUR);
    }
  }

  @Test
  void whatAConfirmCausesToBeWrittenIsWrittenAlsoWhenNobodyAsksForAnythingMore()
      throws IOException {
    try (Node node = Node.start(config());
        RawClient consumer = RawClient.shaken(node.port());
        RawClient producer = RawClient.shaken(node.port())) {
      producer.send(1, new CreateTopic(TopicSpec.named("orders"), false));
      assertThat(producer.receive().answer()).isInstanceOf(TopicCreated.class);
      for (int i = 0; i < 40; i++) {
        consumer.send(i, Requests.pull(30_000));
        producer.send(i, Requests.publish("hello", i));
        assertThat(producer.receive().answer()).isInstanceOf(Published.class);
        assertThat(((Pulled) consumer.receive().answer()).deliveries()).hasSize(1);

        // Now and then the delivery itself writes ahead that more may be handed out.
        await()
            .pollDelay(Duration.ZERO)
            .pollInterval(Duration.ofMillis(5))
            .until(() -> isWritten(producer));
      }
    }
  }

  private static boolean isWritten(RawClient client) throws IOException {
    client.send(1_000, new GetStatus());
    NodeStatus status = (NodeStatus) client.receive().answer();
    return status.commitPosition() == status.journalEnd();
  }

  @Test
  void changesAreWrittenDownWhateverElseTheirCallerAsks() throws IOException {
    try (Node node = Node.start(config());
        RawClient client = RawClient.shaken(node.port())) {
      int asked = 0;
      client.send(++asked, new GetStatus());
      client.receive();
      for (Request request :
          List.of(
              new CreateTopic(TopicSpec.named("orders"), false),
              Requests.publish("hello"),
              new CreateTopic(TopicSpec.named("orders"), false),
              new DeleteTopic("orders"),
              new GetStatus())) {
        client.send(++asked, request);
        client.receive();
      }
    }
    List<String> lines = auditLines();

    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).contains("CreateTopic[").contains("\"outcome\":\"done\"");
    assertThat(lines.get(1)).contains("CreateTopic[").contains("\"outcome\":\"TOPIC_EXISTS: ");
    assertThat(lines.get(2)).contains("DeleteTopic[").contains("\"outcome\":\"done\"");
  }

  private List<String> auditLines() throws IOException {
    try (Stream<Path> files = Files.walk(dir)) {
      Path file = files.filter(path -> path.endsWith("audit.log")).findFirst().orElseThrow();
      return Files.readAllLines(file);
    }
  }

  @Test
  void tellsItsStateAndItsRoute() throws IOException {
    try (Node node = Node.start(config("listen.advertise", "mq.example"));
        RawClient client = RawClient.shaken(node.port())) {
      client.send(1, new GetStatus());
      NodeStatus status = (NodeStatus) client.receive().answer();
      assertThat(status.nodeId()).isEqualTo("node-1");
      assertThat(status.role()).isEqualTo(NodeRole.ACTIVE);
      assertThat(status.epoch()).isEqualTo(1);
      assertThat(status.acceptsPublishes()).isTrue();
      assertThat(status.connections()).isEqualTo(1);
      client.send(2, new FindRoute(0, 0));
      Routes routes = (Routes) client.receive().answer();
      assertThat(routes.pairs().getFirst().host()).isEqualTo("mq.example");
      assertThat(routes.pairs().getFirst().port()).isEqualTo(node.port());
    }
  }

  @Test
  void healthAndMetricsAreServed() throws Exception {
    try (Node node = Node.start(config("http.port", "0"));
        HttpClient http = HttpClient.newHttpClient()) {
      await().until(() -> get(http, node, "/ready").statusCode() == 200);
      assertThat(get(http, node, "/health").body()).contains("\"acceptsPublishes\":true");
      assertThat(get(http, node, "/metrics").body()).contains("feige_journal_end");
    }
  }

  @Test
  void whoHoldsTheDiskIsServedAndMeasured() throws Exception {
    try (Node node = Node.start(config("http.port", "0"));
        HttpClient http = HttpClient.newHttpClient();
        RawClient client = RawClient.shaken(node.port())) {
      client.send(1, new CreateTopic(TopicSpec.named("orders"), false));
      assertThat(client.receive().answer()).isInstanceOf(TopicCreated.class);
      client.send(2, Requests.publish("hello"));
      assertThat(client.receive().answer()).isInstanceOf(Published.class);

      await()
          .untilAsserted(() ->
              assertThat(get(http, node, "/disk?limit=1").body())
                  .startsWith("{\"pairs\":[{\"pair\":\"pair-1\",\"node\":\"node-1\",")
                  .contains("\"moreHolders\":1}]}"));
      assertThat(get(http, node, "/disk").body())
          .contains("{\"kind\":\"topic\",\"topic\":\"orders\",\"name\":\"\",\"bytes\":");
      String metrics = get(http, node, "/metrics").body();
      for (String name : List.of("needed_bytes{", "held_bytes{kind=\"topic\"")) {
        assertThat(metrics).containsPattern(Pattern.quote("feige_journal_" + name) + ".* [1-9]");
      }
      assertThat(metrics).contains("feige_journal_held_millis{kind=\"group\"");
    }
  }

  @Test
  void aStopEndsConnectionsInOrder() throws Exception {
    Node node = Node.start(config());
    try (RawClient client = RawClient.shaken(node.port())) {
      client.send(1, new CreateTopic(TopicSpec.named("orders"), false));
      assertThat(client.receive().answer()).isInstanceOf(TopicCreated.class);
      client.send(2, Requests.pull(60_000));
      // Answered behind the pull, which has been taken by then and waits.
      client.send(3, new GetStatus());
      assertThat(client.receive().header().correlationId()).isEqualTo(3);
      Thread closing = new Thread(node::close);
      closing.start();

      assertThat(client.isEnded()).isTrue();
      client.close();
      await().until(() -> !closing.isAlive());
      node.awaitStopped();
    }
  }

  @Test
  void aNodeWhosePairDoesNotStopInOrderGivesEverythingBack() throws Exception {
    Node node = Node.start(config(), setup -> new FailsToStop(PairLoop.openAlone(setup)));
    int port = node.port();

    node.close();

    node.awaitStopped();
    try (Node again = Node.start(config("listen.port", Integer.toString(port)))) {
      assertThat(again.port()).isEqualTo(port);
    }
  }

  @Test
  void aPortThatIsTakenIsToldAndNothingStaysBehind() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatExceptionOfType(StartException.class)
          .isThrownBy(
              () -> Node.start(config("listen.port", Integer.toString(taken.getLocalPort()))))
          .withMessageContaining("cannot listen on 127.0.0.1:" + taken.getLocalPort())
          .withMessageContaining("choose another listen.port");
      assertThatExceptionOfType(StartException.class)
          .isThrownBy(() -> Node.start(config("http.port", Integer.toString(taken.getLocalPort()))))
          .withMessageContaining("choose another http.port, or off");
    }
    Node.start(config()).close();
  }

  @Test
  void aDirectoryIsServedByOneNode() {
    try (Node node = Node.start(config())) {
      assertThatExceptionOfType(StartException.class)
          .isThrownBy(() -> Node.start(config()))
          .withMessageContaining("in use by another node");
      assertThat(node.httpPort()).isEqualTo(-1);
    }
  }

  private static HttpResponse<String> get(HttpClient http, Node node, String path)
      throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + node.httpPort() + path);
    return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void tellsWhatItIsLikeNow() throws IOException {
    long before = System.currentTimeMillis();
    try (Node node = Node.start(config("net.threads", "2"));
        RawClient first = RawClient.shaken(node.port());
        RawClient second = RawClient.shaken(node.port())) {
      first.send(2, new GetVitals());
      NodeVitals vitals = (NodeVitals) first.receive().answer();

      assertThat(vitals.nodeId()).isEqualTo(node.nodeId());
      assertThat(vitals.process().software()).startsWith("feige ");
      assertThat(vitals.process().javaVersion()).startsWith("25");
      assertThat(vitals.process().startedAtMillis()).isBetween(before, System.currentTimeMillis());
      assertThat(vitals.process().nowMillis())
          .isBetween(vitals.process().startedAtMillis(), System.currentTimeMillis());
      NodeUsage usage = vitals.usage();
      assertThat(usage.heapUsed()).isBetween(1L << 20, usage.heapMax());
      assertThat(usage.directUsed()).isBetween(1L, usage.directMax());
      assertThat(usage.openFiles()).isBetween(5L, usage.maxOpenFiles());
      assertThat(usage.connections()).isEqualTo(2);
      assertThat(usage.maxConnections()).isEqualTo(config().limits().maxConnections());
      assertThat(vitals.health()).isEqualTo(new NodeHealth(true, List.of(), List.of()));
      assertThat(vitals.replicas())
          .singleElement()
          .satisfies(replica -> {
            assertThat(replica.pair()).isEqualTo("pair-1");
            assertThat(replica.role()).isEqualTo(NodeRole.ACTIVE);
            assertThat(replica.diskFreeBytes()).isPositive();
          });
      assertThat(vitals.threads())
          .filteredOn(thread -> thread.name().startsWith("feige-net-"))
          .as("one connection each")
          .extracting(ThreadUse::connections)
          .containsExactly(1, 1);
      assertThat(vitals.threads())
          .filteredOn(thread -> thread.connections() == ThreadUse.NONE)
          .extracting(ThreadUse::name)
          .contains("feige-pair-0", "feige-flush-pair-1");
      second.send(3, new GetVitals());
      NodeVitals later = (NodeVitals) second.receive().answer();
      assertThat(later.process().startedAtMillis()).isEqualTo(vitals.process().startedAtMillis());
    }
  }

  private NodeConfig config(String... settings) {
    Map<String, String> flags =
        new HashMap<>(
            Map.of(
                "listen.port", "0",
                "http.port", "off",
                "node.dir", dir.toString(),
                "journal.segmentBytes", "16MiB"));
    for (int i = 0; i < settings.length; i += 2) {
      flags.put(settings[i], settings[i + 1]);
    }
    return NodeSettings.load(Optional.empty(), Map.of(), flags).config();
  }
}
