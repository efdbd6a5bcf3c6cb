package io.feige.broker.server.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.config.NodeSettings;
import io.feige.broker.server.net.RawClient;
import io.feige.compression.Compressors;
import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compression;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.DeliveredBatch;
import io.feige.protocol.command.ListTopics;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Pulled;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Settle;
import io.feige.protocol.command.Settled;
import io.feige.protocol.command.TopicList;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.Selection;
import io.feige.protocol.model.StartAt;
import io.feige.protocol.model.Verdict;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a message costs that comes again, or is given up, when its batch is large. */
final class SlicingIT {
  private static final int RECORDS = 512;
  private static final int BODY_BYTES = 1_000;
  private static final int SOME = 200;

  /** Frame, batch header, origin and selection of a message by itself. */
  private static final int AROUND_MESSAGE = 300;

  @TempDir private Path dir = Path.of("");

  private int correlation;

  /** A message as it came, and what its answer took on the wire. */
  private static final class Arrived {
    private final TreeMap<Long, byte[]> bodies = new TreeMap<>();
    private final TreeMap<Long, Integer> attempts = new TreeMap<>();
    private long frameBytes;
    private int generation;
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void deadLettersTakeTheirOwnBytesOnDiskAndOnTheWire(Compression compression) throws IOException {
    try (Node node = Node.start(config());
        RawClient client = RawClient.shaken(node.port())) {
      List<byte[]> bodies = publish(client, compression);
      int generation = pullAll(client, "orders", RECORDS).generation;

      settle(client, generation, everySecond(at -> Verdict.reject(at, at, 1, "bad")));

      long letterBytes = bytesOf(client, "orders.dlq");
      assertThat(letterBytes).isLessThan((long) SOME * (BODY_BYTES + AROUND_MESSAGE));
      Arrived letters = pullAll(client, "orders.dlq", SOME);
      assertThat(letters.frameBytes).isLessThanOrEqualTo(letterBytes);
      for (int i = 0; i < SOME; i++) {
        assertThat(letters.bodies.get((long) i)).isEqualTo(bodies.get(2 * i));
      }
    }
  }

  @Test
  void messagesThatComeAgainTakeTheirOwnBytesOnTheWire() throws IOException {
    try (Node node = Node.start(config());
        RawClient client = RawClient.shaken(node.port())) {
      List<byte[]> bodies = publish(client, Compression.NONE);
      int generation = pullAll(client, "orders", RECORDS).generation;

      for (Verdict nack : everySecond(at -> Verdict.nack(at, at, 1, 0))) {
        settle(client, generation, List.of(nack));
        Arrived again = pullAll(client, "orders", 1);
        assertThat(again.frameBytes).isLessThan(BODY_BYTES + AROUND_MESSAGE);
        assertThat(again.attempts).containsExactly(Map.entry(nack.first(), 2));
        assertThat(again.bodies.get(nack.first())).isEqualTo(bodies.get((int) nack.first()));
      }
    }
  }

  private static List<Verdict> everySecond(LongFunction<Verdict> verdict) {
    List<Verdict> verdicts = new ArrayList<>();
    for (int i = 0; i < SOME; i++) {
      verdicts.add(verdict.apply(2L * i));
    }
    return verdicts;
  }

  private List<byte[]> publish(RawClient client, Compression compression) throws IOException {
    Random random = new Random(3);
    List<byte[]> bodies = new ArrayList<>();
    BatchWriter writer = BatchWriter.withLimit(1 << 20);
    for (int i = 0; i < RECORDS; i++) {
      byte[] body = new byte[BODY_BYTES];
      for (int at = 0; at < BODY_BYTES; at++) {
        body[at] = (byte) ('a' + random.nextInt(16));
      }
      bodies.add(body);
      assertThat(writer.add(null, List.of(), body, 1_000, 0)).isTrue();
    }
    ByteBuffer batch = writer.finish(new BatchStamp(7, 0, 0), Compressors.compressor(compression));
    Publish publish =
        new Publish("orders", 0, Durability.REPLICATED, 0, Unpooled.wrappedBuffer(batch));
    assertThat(ask(client, publish)).isInstanceOf(Published.class);
    return bodies;
  }

  private Answer ask(RawClient client, Request request) throws IOException {
    client.send(++correlation, request);
    return client.receive().answer();
  }

  private void settle(RawClient client, int generation, List<Verdict> verdicts) throws IOException {
    Settle settle = new Settle("orders", 0, "billing", "me", 0, generation, verdicts);
    assertThat(((Settled) ask(client, settle)).stale()).isEmpty();
  }

  private long bytesOf(RawClient client, String topic) throws IOException {
    return ((TopicList) ask(client, new ListTopics(topic))).topics().getFirst().bytes();
  }

  private Arrived pullAll(RawClient client, String topic, int messages) throws IOException {
    Arrived arrived = new Arrived();
    while (arrived.bodies.size() < messages) {
      Pull pull =
          new Pull(
              topic,
              0,
              "billing",
              "me",
              0,
              StartAt.EARLIEST,
              1_000,
              1 << 20,
              30_000,
              0,
              LeaseStage.STARTED);
      Pulled pulled = (Pulled) ask(client, pull);
      assertThat(pulled.deliveries()).isNotEmpty();
      arrived.generation = pulled.generation();
      pulled.deliveries().forEach(delivery -> add(delivery, arrived));
    }
    return arrived;
  }

  private static void add(DeliveredBatch delivery, Arrived to) {
    StoredFrame frame = StoredFrame.at(delivery.frame().nioBuffer(), 0);
    assertThat(frame.problem()).isNull();
    to.frameBytes += frame.length();
    BatchReader batch = BatchReader.open(frame.batch(), Compressors.DECOMPRESSOR, 1 << 24);
    for (Selection part : delivery.selections()) {
      for (int i = part.first(); i < part.first() + part.count(); i++) {
        long offset = frame.baseOffset() + i - frame.recordFirst();
        to.bodies.put(offset, batch.record(i).body());
        to.attempts.put(offset, part.attempt());
      }
    }
  }

  private NodeConfig config() {
    Map<String, String> flags =
        Map.of(
            "listen.port", "0",
            "http.port", "off",
            "node.dir", dir.toString(),
            "journal.segmentBytes", "16MiB",
            // Nothing comes again but what a test gives back.
            "topics.defaults.lease", "1h");
    return NodeSettings.load(Optional.empty(), Map.of(), flags).config();
  }
}
