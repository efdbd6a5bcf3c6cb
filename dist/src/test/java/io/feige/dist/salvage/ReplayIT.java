package io.feige.dist.salvage;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.journal.change.CutFrames;
import io.feige.broker.journal.disk.DiskFiles;
import io.feige.broker.journal.recovery.JournalVerifier;
import io.feige.broker.journal.salvage.SalvageHeader;
import io.feige.broker.journal.salvage.SalvageLabel;
import io.feige.broker.journal.salvage.SalvageStore;
import io.feige.client.FeigeClient;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.Reader;
import io.feige.client.Receipt;
import io.feige.client.ReceivedMessage;
import io.feige.dist.cli.Access;
import io.feige.dist.process.NodeProcess;
import io.feige.dist.process.NodeSetup;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.batch.SequenceTime;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.StoredFrame;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One node's journal goes on where a copy of it ended: the copy is what the pair has, and what the
 * first one has beyond is salvage.
 */
class ReplayIT {
  private static final String PAIR = "pair-1";
  private static final String TOPIC = "orders";
  private static final String CROWD = "crowd";
  private static final String END = "the end";

  /** Producers of a topic that a pair remembers. */
  private static final int REMEMBERED = 10_000;

  private static final int COMMON = 20;
  private static final int BEYOND = 30;
  private static final long EPOCH = 9;

  @TempDir Path dir;

  /** A salvage file of the frames that the predicate takes, of a cut in the same place. */
  private SalvageStore salvage(String name, List<ByteBuffer> frames, long from) throws IOException {
    Path node = dir.resolve(name);
    SalvageStore store = SalvageStore.open(node.resolve("pairs/pair-1/salvage"));
    long end = from + frames.stream().mapToLong(ByteBuffer::remaining).sum();
    store.port(new SalvageLabel(PAIR, EPOCH, 1_000, Map.of(1, TOPIC))).keep(cut(frames, from, end));
    return store;
  }

  private static CutFrames cut(List<ByteBuffer> frames, long from, long end) {
    return new CutFrames() {
      @Override
      public long position() {
        return from;
      }

      @Override
      public long end() {
        return end;
      }

      @Override
      public void forEach(FrameRun run) throws IOException {
        for (ByteBuffer frame : frames) {
          run.take(frame.duplicate());
        }
      }
    };
  }

  private static List<ByteBuffer> frames(Path node, Predicate<StoredFrame> wanted)
      throws IOException {
    List<ByteBuffer> frames = new ArrayList<>();
    JournalVerifier.verify(
        DiskFiles.existing(node.resolve("pairs/pair-1/journal")),
        frame -> {
          if (wanted.test(frame)) {
            frames.add(ByteBuffer.allocate(frame.length()).put(frame.bytes()).flip());
          }
        });
    return frames;
  }

  private static long end(Path node) throws IOException {
    return JournalVerifier.verify(
            DiskFiles.existing(node.resolve("pairs/pair-1/journal")), frame -> {})
        .end();
  }

  private NodeProcess start(String name) {
    NodeProcess node =
        NodeProcess.start(new NodeSetup(dir.resolve(name), NodeProcess.freePort(), "128m"));
    node.awaitServing(Waits.patience());
    return node;
  }

  private static FeigeClient client(NodeProcess node) {
    return FeigeClient.builder().servers(node.address()).build();
  }

  private static void publish(NodeProcess node, List<String> texts) {
    try (FeigeClient client = client(node);
        Producer producer = client.producer(TOPIC).build()) {
      // Each waits for its confirmation, so each is a batch.
      texts.forEach(text -> producer.publish(Message.of(text)));
    }
  }

  private static List<String> texts(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
  }

  /** All that there is before a last one, which this publishes. */
  private static List<String> read(NodeProcess node) {
    publish(node, List.of(END));
    List<String> texts = new ArrayList<>();
    try (FeigeClient client = client(node);
        Reader reader = client.reader(TOPIC).build()) {
      while (!texts.remove(END)) {
        List<ReceivedMessage> some = reader.read(1000, Waits.patience());
        assertThat(some).isNotEmpty();
        some.forEach(message -> texts.add(message.text()));
      }
    }
    return texts;
  }

  /** The keys of what waits for its time. */
  private static List<String> waiting(NodeProcess node) {
    try (FeigeClient client = client(node)) {
      return client.delayed().list(TOPIC, 100).stream()
          .map(message -> message.keyText().orElseThrow())
          .toList();
    }
  }

  private static PairPort port(NodeProcess node) {
    return PairPort.open(List.of(node.address()), PAIR, Access.PLAIN);
  }

  private static Replay.Tally replay(NodeProcess node, SalvageStore store) throws IOException {
    try (PairPort port = port(node)) {
      return new Replay(port, store, store.list().getFirst().file()).run();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file));
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }

  /** A node publishes what the pair, which is a copy of it, gets only in part; where they part. */
  private long publishBeyondThePair() throws IOException {
    try (NodeProcess node = start("first")) {
      publish(node, texts("common", COMMON));
    }
    copy(dir.resolve("first"), dir.resolve("pair"));
    try (NodeProcess node = start("first")) {
      publish(node, texts("beyond", BEYOND));
    }
    return end(dir.resolve("pair"));
  }

  /** What the publisher itself has sent to the pair again, of its batch with that sequence. */
  private static void sendAgain(NodeProcess node, SalvagedBatch batch) throws IOException {
    try (PairPort port = port(node)) {
      Answer answer = port.publish(TOPIC, batch.own().sequence(), batch.bytes());
      assertThat(((Published) answer).duplicate()).isFalse();
    }
  }

  @Test
  void eachMessageThatThePairLacksIsPublishedOnceHoweverOftenItIsReplayed() throws IOException {
    long cut = publishBeyondThePair();
    List<ByteBuffer> beyond = frames(dir.resolve("first"), frame -> frame.position() >= cut);
    SalvageStore all = salvage("all", beyond, cut);
    List<SalvagedBatch> batches = batches(all);
    assertThat(batches).hasSize(BEYOND);

    try (NodeProcess node = start("pair")) {
      // The publisher has sent three of them again and given up those between.
      sendAgain(node, batches.get(0));
      sendAgain(node, batches.get(1));
      sendAgain(node, batches.get(7));
      // A replay that came as far as the middle.
      Replay.Tally half = replay(node, salvage("half", beyond.subList(0, beyond.size() / 2), cut));
      Replay.Tally whole = replay(node, all);
      Replay.Tally again = replay(node, all);

      assertThat(half.published).isPositive();
      assertThat(half.alreadyStored).isEqualTo(3);
      assertThat(whole.published).isEqualTo(BEYOND - 3 - half.published).isPositive();
      assertThat(again.published).isZero();
      assertThat(again.alreadyStored).isEqualTo(BEYOND);
      assertThat(again.mayRepeat).isFalse();
      assertThat(read(node))
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(texts("common", COMMON).stream(), texts("beyond", BEYOND).stream())
                  .toList());
    }
  }

  /** Publishes messages that wait, and takes the first and the last of them back. */
  private static void publishAndCancel(NodeProcess node, List<String> texts) {
    Instant due = Instant.now().plus(Duration.ofHours(1));
    List<CompletableFuture<Receipt>> receipts = new ArrayList<>();
    try (FeigeClient client = client(node);
        Producer producer = client.producer(TOPIC).build()) {
      for (String text : texts) {
        receipts.add(
            producer.publishAsync(Message.builder().key(text).body(text).deliverAt(due).build()));
      }
      for (int i : List.of(0, texts.size() - 1)) {
        client.delayed().cancel(TOPIC, receipts.get(i).join().delayedId().orElseThrow());
      }
    }
  }

  @Test
  void messageThatWasCancelledWhileItWaitedIsNotPublishedAgain() throws IOException {
    try (NodeProcess node = start("first")) {
      publish(node, texts("common", COMMON));
    }
    copy(dir.resolve("first"), dir.resolve("pair"));
    long cut = end(dir.resolve("pair"));
    try (NodeProcess node = start("first")) {
      publishAndCancel(node, texts("later", 9));
    }
    SalvageStore all =
        salvage("all", frames(dir.resolve("first"), frame -> frame.position() >= cut), cut);

    try (NodeProcess node = start("pair")) {
      assertThat(replay(node, all).published).isEqualTo(7);
      assertThat(replay(node, all).published).isZero();
      assertThat(waiting(node))
          .containsExactlyInAnyOrderElementsOf(texts("later", 9).subList(1, 8));
      assertThat(read(node)).isEqualTo(texts("common", COMMON));
    }
  }

  /** So many producers publish one batch each that the pair forgets those before them. */
  private static void crowd(NodeProcess node) throws IOException {
    long begun = SequenceTime.first(System.currentTimeMillis() / 1000 + 5);
    BatchWriter writer = BatchWriter.withLimit(1_000);
    try (PairPort port = port(node)) {
      for (int producer = 1; producer <= REMEMBERED + 1; producer++) {
        writer.add(null, List.of(), CROWD.getBytes(StandardCharsets.UTF_8), 0, 0);
        BatchStamp stamp = new BatchStamp(producer, begun, 0);
        Answer answer = port.publish(TOPIC, begun, writer.finish(stamp, Compressor.NONE));
        assertThat(answer).isInstanceOf(Published.class);
      }
    }
  }

  private static List<SalvagedBatch> batches(SalvageStore store) throws IOException {
    SalvageHeader header = store.header(store.list().getFirst().file());
    List<SalvagedBatch> batches = new ArrayList<>();
    store.frames(
        store.list().getFirst().file(),
        frame -> {
          if (frame.kind() == FrameKind.MESSAGES) {
            batches.add(SalvagedBatch.of(header, frame, batches.size()));
          }
        });
    return batches;
  }

  /** How the pair refuses the first batch of a salvage under its own name. */
  private static ErrorCode publishAsOwn(NodeProcess node, SalvageStore store) throws IOException {
    try (PairPort port = port(node)) {
      return ((Refusal) port.publish(TOPIC, 0, batches(store).getFirst().bytes())).code();
    }
  }

  @Test
  void whatIsOfForgottenProducersIsPublishedOnceHoweverOftenItIsReplayed() throws IOException {
    long cut = publishBeyondThePair();
    List<ByteBuffer> beyond = frames(dir.resolve("first"), frame -> frame.position() >= cut);
    SalvageStore all = salvage("all", beyond, cut);

    try (NodeProcess node = start("pair")) {
      crowd(node);
      assertThat(publishAsOwn(node, all)).isEqualTo(ErrorCode.PRODUCER_UNKNOWN);
      Replay.Tally half = replay(node, salvage("half", beyond.subList(0, beyond.size() / 2), cut));
      Replay.Tally whole = replay(node, all);
      Replay.Tally again = replay(node, all);

      assertThat(half.published).isPositive();
      assertThat(whole.published).isEqualTo(BEYOND - half.published).isPositive();
      assertThat(again.published).isZero();
      assertThat(again.alreadyStored).isEqualTo(BEYOND);
      assertThat(read(node))
          .filteredOn(text -> !text.equals(CROWD))
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(texts("common", COMMON).stream(), texts("beyond", BEYOND).stream())
                  .toList());
    }
  }
}
