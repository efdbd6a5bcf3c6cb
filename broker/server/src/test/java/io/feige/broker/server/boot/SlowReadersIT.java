package io.feige.broker.server.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.config.NodeSettings;
import io.feige.broker.server.net.RawClient;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.GetStatus;
import io.feige.protocol.command.NodeStatus;
import io.feige.protocol.command.Ping;
import io.feige.protocol.command.Pong;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.ReadBatches;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.TopicCreated;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.Secret;
import io.feige.protocol.model.TopicSpec;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that ask for much and never read, beside others that do. */
final class SlowReadersIT {
  private static final int MESSAGE_BYTES = 4 << 20;
  private static final long ANSWER_BYTES = 8 << 20;
  private static final int MANY = 60;

  /** Each holds less than 200 KiB of what it is owed, so that with these memory is not short. */
  private static final int FEW = 30;

  private static final String MESSAGE = "0123456789abcdef".repeat(MESSAGE_BYTES / 16);

  @TempDir private Path dir = Path.of("");
  private final List<RawClient> silent = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    for (RawClient client : silent) {
      client.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "2"})
  void whoDoesNotReadWaitsAlone(String threads) throws Exception {
    try (Node node = Node.start(config(threads));
        RawClient producer = RawClient.shaken(node.port());
        RawClient reader = RawClient.shaken(node.port())) {
      publishOneLarge(producer);
      long before = PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
      askAndNeverRead(node, FEW);
      await().until(() -> answerBytes(node) > 0);

      publishSmallOnes(node, producer, 1);
      // None of them had to go for it: nobody is let go before memory is short, or for hours.
      assertThat(connections(producer)).isEqualTo(FEW + 2);

      askAndNeverRead(node, MANY - FEW);
      publishSmallOnes(node, producer, 51);
      await().until(() -> !isRefused(reader));
      reader.send(1, read());
      ReadBatches read = (ReadBatches) reader.receive().answer();
      assertThat(read.deliveries().getFirst().frame().toString(StandardCharsets.US_ASCII))
          .endsWith(MESSAGE);
      assertThat(PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory() - before)
          .isLessThan(3 * ANSWER_BYTES);
    }
  }

  @Test
  void whatAReaderWasSentBehindALongAnswerComesBehindIt() throws Exception {
    try (Node node = Node.start(config("0"));
        RawClient producer = RawClient.shaken(node.port());
        RawClient reader = RawClient.shaken(node.port())) {
      publishOneLarge(producer);
      byte[] large = RawClient.bytes(1, read());
      byte[] small = RawClient.bytes(2, new Ping());
      byte[] both = new byte[large.length + small.length];
      System.arraycopy(large, 0, both, 0, large.length);
      System.arraycopy(small, 0, both, large.length, small.length);
      reader.send(both);

      assertThat(reader.receive().answer()).isInstanceOf(ReadBatches.class);
      assertThat(reader.receive().answer()).isEqualTo(new Pong());
    }
  }

  @Test
  void whileMemoryIsShortNewReadsAreRefusedAndThoseWhoTakeNothingAreLetGo() throws Exception {
    try (Node node = Node.start(config("0"));
        RawClient producer = RawClient.shaken(node.port());
        RawClient reader = RawClient.shaken(node.port())) {
      publishOneLarge(producer);
      await()
          .until(() -> {
            askAndNeverRead(node, 140);
            return isRefused(reader);
          });

      await().until(() -> !isRefused(reader));
    }
  }

  @Test
  void nothingIsHeldWhenAllHaveGone() throws Exception {
    try (Node node = Node.start(config("0"));
        RawClient producer = RawClient.shaken(node.port())) {
      publishOneLarge(producer);
      askAndNeverRead(node, 10);
      await().until(() -> answerBytes(node) > 0);
      close();
      await().until(() -> answerBytes(node) == 0);
    }
  }

  private static void publishSmallOnes(Node node, RawClient producer, int first)
      throws IOException, InterruptedException {
    for (int i = first; i < first + 50; i++) {
      producer.send(i, Requests.publish("small", i));
      assertThat(producer.receive().answer()).isInstanceOf(Published.class);
      assertThat(answerBytes(node)).isBetween(0L, ANSWER_BYTES);
    }
  }

  private static int connections(RawClient client) throws IOException {
    client.send(1_000, new GetStatus());
    return ((NodeStatus) client.receive().answer()).connections();
  }

  private void publishOneLarge(RawClient producer) throws IOException {
    producer.send(1, new CreateTopic(TopicSpec.named("orders"), false));
    assertThat(producer.receive().answer()).isInstanceOf(TopicCreated.class);
    producer.send(2, Requests.publish(MESSAGE));
    assertThat(producer.receive().answer()).isInstanceOf(Published.class);
  }

  /** All connect first and ask then, so that the last asks before the first is let go. */
  private void askAndNeverRead(Node node, int clients) throws IOException {
    List<RawClient> asking = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      RawClient client = RawClient.connect(node.port(), 4 << 10);
      silent.add(client);
      asking.add(client);
      client.send(1, RawClient.hello(1, 1, "", Secret.NONE));
      var _ = client.receive();
    }
    for (RawClient client : asking) {
      client.send(2, read());
    }
  }

  private static boolean isRefused(RawClient reader) throws IOException {
    reader.send(1, read());
    if (reader.receive().answer() instanceof Refusal refusal) {
      assertThat(refusal.code()).isEqualTo(ErrorCode.BUSY);
      return true;
    }
    return false;
  }

  private static Read read() {
    return new Read("orders", 0, ReadFrom.earliest(), 8 << 20, 0);
  }

  private static long answerBytes(Node node) throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + node.httpPort() + "/metrics");
    try (HttpClient http = HttpClient.newHttpClient()) {
      String page =
          http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
              .body();
      String line =
          page.lines().filter(text -> text.startsWith("feige_answers_bytes ")).findFirst().get();
      return (long) Double.parseDouble(line.substring(line.indexOf(' ') + 1));
    }
  }

  private NodeConfig config(String threads) {
    return NodeSettings.load(
            Optional.empty(),
            Map.of(),
            Map.of(
                "node.dir",
                dir.toString(),
                "listen.port",
                "0",
                "http.port",
                "0",
                "net.threads",
                threads,
                "limits.maxAnswerBytes",
                ANSWER_BYTES + "",
                "limits.idleTimeout",
                "1h"))
        .config();
  }
}
