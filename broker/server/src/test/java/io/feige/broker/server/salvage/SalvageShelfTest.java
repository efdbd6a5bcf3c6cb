package io.feige.broker.server.salvage;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.journal.change.CutFrames;
import io.feige.broker.journal.salvage.SalvageHeader;
import io.feige.broker.journal.salvage.SalvageLabel;
import io.feige.broker.journal.salvage.SalvageStore;
import io.feige.broker.server.ops.HealthReport;
import io.feige.broker.server.ops.Supervisor;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.SalvageList;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.frame.FrameStamp;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.SalvageFile;
import io.feige.protocol.model.SalvageTopic;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node tells of its salvage. */
class SalvageShelfTest {
  private static final long NO_HURRY_MILLIS = Waits.patienceMillis();
  private static final ByteBuffer BATCH = twoMessages();
  private static final int FRAME_BYTES = StoredFrame.HEADER_BYTES + BATCH.limit();

  @TempDir private Path pairs;
  private final Supervisor supervisor = new Supervisor();

  private SalvageShelf shelf() {
    return new SalvageShelf("node-1", pairs, supervisor, NO_HURRY_MILLIS);
  }

  private static Answer await(CompletableFuture<Answer> asked) throws Exception {
    return Waits.get(asked);
  }

  private static SalvageList list(SalvageShelf shelf, int limit) throws Exception {
    SalvageList list = (SalvageList) await(shelf.ask(limit));
    assertThat(list.nodeId()).isEqualTo("node-1");
    return list;
  }

  /** Keeps two messages of each of so many topics. */
  private Path keep(String pair, long epoch, long timeMillis, int topics) throws IOException {
    List<ByteBuffer> frames =
        IntStream.rangeClosed(1, topics).mapToObj(topic -> frame(topic, epoch)).toList();
    CutFrames cut =
        new CutFrames() {
          @Override
          public long position() {
            return 0;
          }

          @Override
          public long end() {
            return (long) topics * FRAME_BYTES;
          }

          @Override
          public void forEach(FrameRun run) throws IOException {
            for (ByteBuffer frame : frames) {
              run.take(frame.asReadOnlyBuffer());
            }
          }
        };
    Map<Integer, String> names =
        IntStream.rangeClosed(1, topics)
            .boxed()
            .collect(Collectors.toMap(topic -> topic, topic -> "topic-" + topic));
    Path directory = pairs.resolve(pair).resolve("salvage");
    SalvageStore store = SalvageStore.open(directory);
    store.port(new SalvageLabel(pair, epoch, timeMillis, names)).keep(cut);
    return directory.resolve(epoch + "-0.salvage");
  }

  private static ByteBuffer twoMessages() {
    BatchWriter writer = BatchWriter.withLimit(1 << 10);
    writer.add(null, List.of(), new byte[10], 900, 0);
    writer.add(null, List.of(), new byte[20], 900, 0);
    return writer.finish(new BatchStamp(7, 0, 0), Compressor.NONE);
  }

  private static ByteBuffer frame(int topic, long epoch) {
    ByteBuffer frame = ByteBuffer.allocate(FRAME_BYTES);
    frame.put(StoredFrame.EXTENSION_AT, BATCH, 0, BATCH.limit());
    FrameStamp stamp = FrameStamp.messages(0, topic, 900, 40, 0, 2);
    StoredFrame.writeHeader(frame, 0, stamp, 0, BATCH.limit());
    StoredFrame.stampPlace(frame, 0, epoch, (topic - 1L) * FRAME_BYTES, 0);
    return frame;
  }

  private static List<String> names(SalvageList list) {
    return list.files().stream().map(file -> file.pair() + "/" + file.file()).toList();
  }

  @Test
  void whatWasCutIsToldWithoutItsMessages() throws Exception {
    keep("pair-1", 3, 77_000, 1);

    SalvageList list = list(shelf(), 10);

    assertThat(list.files())
        .containsExactly(
            new SalvageFile(
                "pair-1",
                "3-0.salvage",
                77_000,
                3,
                0,
                FRAME_BYTES,
                1,
                3,
                3,
                2,
                List.of(new SalvageTopic("topic-1", 1, 1, 2, 0, 40, 41, FRAME_BYTES)),
                0,
                true,
                ""));
    assertThat(list.moreFiles()).isZero();
  }

  @Test
  void theNewestOfAllPairsComeFirstAndTheRestIsCounted() throws Exception {
    keep("pair-1", 3, 2_000, 1);
    keep("pair-2", 9, 1_000, 1);
    keep("pair-2", 10, 3_000, 1);

    SalvageList two = list(shelf(), 2);

    assertThat(names(two)).containsExactly("pair-2/10-0.salvage", "pair-1/3-0.salvage");
    assertThat(two.moreFiles()).isEqualTo(1);
  }

  @Test
  void whereNothingWasCutNothingIsToldAndNothingIsMade() throws Exception {
    SalvageShelf nowhere =
        new SalvageShelf("node-1", pairs.resolve("none"), supervisor, NO_HURRY_MILLIS);

    assertThat(list(nowhere, 10).files()).isEmpty();
    assertThat(pairs.resolve("none")).doesNotExist();
  }

  @Test
  void whatIsKeptOrDroppedMeanwhileIsSeen() throws Exception {
    SalvageShelf shelf = shelf();
    Path first = keep("pair-1", 3, 1_000, 1);
    assertThat(names(list(shelf, 10))).containsExactly("pair-1/3-0.salvage");

    keep("pair-1", 4, 2_000, 2);
    Files.delete(first);

    assertThat(names(list(shelf, 10))).containsExactly("pair-1/4-0.salvage");
    assertThat(list(shelf, 10).files().getFirst().messages()).isEqualTo(4);
  }

  @Test
  void ofManyTopicsThoseWithTheMostAreNamed() throws Exception {
    keep("pair-1", 3, 1_000, SalvageFile.MAX_TOPICS + 5);

    SalvageFile file = list(shelf(), 10).files().getFirst();

    assertThat(file.topics()).hasSize(SalvageFile.MAX_TOPICS);
    assertThat(file.moreTopics()).isEqualTo(5);
    assertThat(file.messages()).isEqualTo(2 * (SalvageFile.MAX_TOPICS + 5));
  }

  @Test
  void damagedFilesAreNamedAndHideNoOther() throws Exception {
    keep("pair-1", 3, 3_000, 1);
    Path flipped = keep("pair-1", 4, 2_000, 2);
    byte[] bytes = Files.readAllBytes(flipped);
    bytes[bytes.length - 1] ^= 1;
    Files.write(flipped, bytes);
    Path salvage = pairs.resolve("pair-1/salvage");
    Files.writeString(salvage.resolve("5-0.salvage"), "no salvage");
    Files.createDirectory(salvage.resolve("6-0.salvage"));
    Files.writeString(salvage.resolve("note.txt"), "mine");

    SalvageShelf shelf = shelf();
    List<SalvageFile> files = list(shelf, 10).files();

    assertThat(files)
        .filteredOn(file -> file.file().equals("3-0.salvage"))
        .extracting(SalvageFile::damage)
        .containsExactly("");
    assertThat(files)
        .filteredOn(file -> file.file().equals("4-0.salvage"))
        .allSatisfy(file -> {
          assertThat(file.damage()).isNotEmpty();
          assertThat(file.messages()).as("before the damaged place").isEqualTo(2);
        });
    assertThat(files)
        .filteredOn(file -> file.file().matches("[56]-0.salvage"))
        .hasSize(2)
        .allSatisfy(file -> {
          assertThat(file.damage()).isNotEmpty();
          assertThat(file.pair()).isEqualTo("pair-1");
        });
    assertThat(files).hasSize(4).allMatch(SalvageFile::isRead);
    assertThat(supervisor.over(new HealthReport(true, true, true, "")).alive()).isTrue();
    assertThat(list(shelf, 10).files()).isEqualTo(files);
  }

  @Test
  void lengthThatIsDamagedTakesNoMemory() throws Exception {
    long bytes = 1L << 30;
    ByteBuffer header =
        new SalvageHeader("pair-1", 3, 0, bytes, 1_000, 0, new TreeMap<>()).encode();
    ByteBuffer frame = frame(1, 3).putInt(StoredFrame.LENGTH_AT, (int) bytes - 1).rewind();
    Path directory = Files.createDirectories(pairs.resolve("pair-1/salvage"));
    long end = header.limit() + bytes;
    try (FileChannel file =
        FileChannel.open(
            directory.resolve("3-0.salvage"),
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE)) {
      file.write(new ByteBuffer[] {header, frame});
      // Nothing in between: the file takes no room.
      file.write(ByteBuffer.allocate(1), end - 1);
    }

    assertThat(list(shelf(), 10).files().getFirst().damage())
        .isEqualTo("position 0: the length of a frame is impossible, or the file is too short");
  }

  @Test
  void aDiskThatDoesNotAnswerHoldsNobodyUp() throws Exception {
    keep("pair-1", 3, 1_000, 1);
    CountDownLatch disk = new CountDownLatch(1);
    Supervisor hanging =
        new Supervisor((_, duty) ->
            () -> {
              try {
                disk.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              duty.run();
            });
    SalvageShelf shelf = new SalvageShelf("node-1", pairs, hanging, 20);

    assertThat(await(shelf.ask(10)))
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> {
              assertThat(refusal.code()).isEqualTo(ErrorCode.BUSY);
              assertThat(refusal.message()).contains("has not been listed yet");
            });

    SalvageShelf patient = new SalvageShelf("node-1", pairs, hanging, NO_HURRY_MILLIS);
    List<CompletableFuture<Answer>> waiting = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      waiting.add(patient.ask(10));
    }
    assertThat(await(patient.ask(10))).isInstanceOf(Refusal.class);
    assertThat(waiting).noneMatch(CompletableFuture::isDone);

    disk.countDown();
    for (CompletableFuture<Answer> each : waiting) {
      assertThat(await(each)).isInstanceOf(SalvageList.class);
    }
    assertThat(names(list(patient, 10))).containsExactly("pair-1/3-0.salvage");
  }
}
