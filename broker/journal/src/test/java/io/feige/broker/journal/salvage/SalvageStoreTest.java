package io.feige.broker.journal.salvage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.feige.broker.journal.Frames;
import io.feige.broker.journal.change.CutFrames;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.FrameStamp;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SalvageStoreTest {
  private static final long POSITION = 5_000;
  private static final Map<Integer, String> TOPICS = Map.of(1, "orders", 2, "métrics", 3, "unused");

  @TempDir private Path directory;
  private SalvageStore store;
  private final List<ByteBuffer> runs = new ArrayList<>();
  private final List<byte[]> frames = new ArrayList<>();
  private long end = POSITION;

  @BeforeEach
  void openStore() throws IOException {
    store = SalvageStore.open(directory.resolve("pair-1/salvage"));
  }

  /** Adds a frame; each stands in a run of its own. */
  private void add(long epoch, FrameStamp stamp, int extensionBytes, ByteBuffer batch) {
    ByteBuffer frame =
        ByteBuffer.allocate(StoredFrame.HEADER_BYTES + extensionBytes + batch.limit());
    frame.put(StoredFrame.EXTENSION_AT + extensionBytes, batch, 0, batch.limit());
    StoredFrame.writeHeader(frame, 0, stamp, extensionBytes, batch.limit());
    StoredFrame.stampPlace(frame, 0, epoch, end, 0);
    runs.add(frame);
    frames.add(frame.array());
    end += frame.limit();
  }

  private void addMessages(long epoch, int partition, long offset, int records, int batchBytes) {
    add(
        epoch,
        FrameStamp.messages(0, partition, 1_000 + offset, offset, 0, records),
        0,
        Frames.batch(records, batchBytes, 0));
  }

  private CutFrames cut() {
    return new CutFrames() {
      @Override
      public long position() {
        return POSITION;
      }

      @Override
      public long end() {
        return end;
      }

      @Override
      public void forEach(FrameRun run) throws IOException {
        for (ByteBuffer frame : runs) {
          run.take(frame.asReadOnlyBuffer());
        }
      }
    };
  }

  private void keep(long epoch) throws IOException {
    store.port(new SalvageLabel("pair-1", epoch, 77_000 + epoch, TOPICS)).keep(cut());
  }

  private void addSample() {
    addMessages(3, 1, 10, 2, 200);
    addMessages(3, 2, 40, 1, 300);
    addMessages(4, 1, 12, 3, 2_000_000);
    add(4, FrameStamp.of(FrameKind.DELAYED, 0, 2, 5_000), 0, Frames.batch(4, 300, 0));
    add(4, FrameStamp.of(FrameKind.SETTLE, 0, 1, 900), 30, ByteBuffer.allocate(0));
  }

  private List<byte[]> framesOf(String file) throws IOException {
    List<byte[]> seen = new ArrayList<>();
    store.frames(
        file,
        frame -> {
          byte[] bytes = new byte[frame.length()];
          frame.bytes().get(bytes);
          seen.add(bytes);
        });
    return seen;
  }

  @Test
  void whatIsKeptIsThereByteForByte() throws IOException {
    addSample();

    keep(7);

    assertThat(framesOf("7-5000.salvage")).usingElementComparator(this::compare).isEqualTo(frames);
    assertThat(files()).containsExactly("7-5000.salvage");
  }

  private int compare(byte[] one, byte[] other) {
    return ByteBuffer.wrap(one).compareTo(ByteBuffer.wrap(other));
  }

  private List<String> files() throws IOException {
    try (Stream<Path> paths = Files.list(directory.resolve("pair-1/salvage"))) {
      return paths.map(path -> String.valueOf(path.getFileName())).sorted().toList();
    }
  }

  @Test
  void headerSaysWhatWasCut() throws IOException {
    addSample();
    keep(7);

    SalvageHeader header = store.header("7-5000.salvage");

    assertThat(header.pair()).isEqualTo("pair-1");
    assertThat(header.epoch()).isEqualTo(7);
    assertThat(header.position()).isEqualTo(POSITION);
    assertThat(header.bytes()).isEqualTo(end - POSITION);
    assertThat(header.timeMillis()).isEqualTo(77_007);
    assertThat(header.topics())
        .as("topics that occur")
        .isEqualTo(Map.of(1, "orders", 2, "métrics"));
  }

  @Test
  void summaryCountsByPartition() throws IOException {
    addSample();
    keep(7);

    SalvageSummary summary = store.list().getFirst();

    assertThat(summary.damage()).isEmpty();
    assertThat(summary.frames()).isEqualTo(5);
    assertThat(summary.records()).isEqualTo(10);
    assertThat(summary.firstEpoch()).isEqualTo(3);
    assertThat(summary.lastEpoch()).isEqualTo(4);
    assertThat(summary.firstMillis()).isEqualTo(900);
    assertThat(summary.lastMillis()).isEqualTo(5_000);
    long header = StoredFrame.HEADER_BYTES;
    assertThat(summary.partitions())
        .containsExactly(
            new SalvagedPartition(1, "orders", 2, 5, 0, 0, 2 * header + 2_000_200, 10, 14),
            new SalvagedPartition(2, "métrics", 1, 1, 1, 4, 2 * header + 600, 40, 40));
  }

  @Test
  void cutThatIsRepeatedIsKeptOnce() throws IOException {
    addSample();
    keep(7);

    keep(7);
    keep(9);

    assertThat(files()).containsExactly("7-5000.salvage");
  }

  @Test
  void nothingIsEverWrittenOver() throws IOException {
    addSample();
    keep(7);
    addMessages(4, 1, 15, 1, 200);
    keep(7);
    addMessages(4, 1, 16, 1, 200);
    keep(7);

    assertThat(files()).containsExactly("7-5000-2.salvage", "7-5000-3.salvage", "7-5000.salvage");
    assertThat(store.list()).allMatch(summary -> summary.damage().isEmpty());
    assertThat(framesOf("7-5000-3.salvage")).hasSize(7);
  }

  @Test
  void damagedCopyDoesNotCountAsKept() throws IOException {
    addSample();
    keep(7);
    flip("7-5000.salvage", 1_000);

    keep(7);

    assertThat(framesOf("7-5000-2.salvage")).hasSize(5);
  }

  private void flip(String file, long at) throws IOException {
    Path path = directory.resolve("pair-1/salvage").resolve(file);
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer one = ByteBuffer.allocate(1);
      channel.read(one, at);
      one.put(0, (byte) (one.get(0) ^ 0x20)).rewind();
      channel.write(one, at);
    }
  }

  @Test
  void everyFlippedBitIsSeen() throws IOException {
    addMessages(3, 1, 10, 2, 200);
    add(4, FrameStamp.of(FrameKind.SETTLE, 0, 1, 900), 30, ByteBuffer.allocate(0));
    keep(7);
    String file = files().getFirst();
    long size = Files.size(directory.resolve("pair-1/salvage").resolve(file));
    for (long at = 0; at < size; at++) {
      flip(file, at);
      SalvageSummary summary = store.list().getFirst();
      assertThat(summary.damage()).as("byte %d", at).isNotEmpty();
      assertThat(catchThrowableOfType(SalvageDamagedException.class, () -> framesOf(file)))
          .as("byte %d", at)
          .hasMessageContaining(file);
      flip(file, at);
    }
    assertThat(framesOf(file)).hasSize(2);
  }

  @Test
  void shorterFileIsDamaged() throws IOException {
    addSample();
    keep(7);
    Path path = directory.resolve("pair-1/salvage/7-5000.salvage");
    long size = Files.size(path);
    for (long cut : new long[] {1, 50, 102, 103, 500, size - 100, size - 30, size}) {
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
        channel.truncate(size - cut);
      }
      assertThat(store.list().getFirst().damage()).as("%d less", cut).isNotEmpty();
    }
    assertThat(store.list().getFirst().header()).isNull();
  }

  @Test
  void filesAreListedInTheOrderOfTheirCuts() throws IOException {
    addMessages(3, 1, 10, 2, 200);
    keep(12);
    addMessages(3, 1, 12, 2, 200);
    keep(9);

    assertThat(store.list())
        .extracting(SalvageSummary::file)
        .containsExactly("9-5000.salvage", "12-5000.salvage");
  }

  @Test
  void fileIsDeletedForGood() throws IOException {
    addSample();
    keep(7);

    store.delete("7-5000.salvage");

    assertThat(store.list()).isEmpty();
    assertThatThrownBy(() -> store.delete("7-5000.salvage"))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void nothingButSalvageIsTouched() throws IOException {
    addSample();
    keep(7);
    Path other = Files.writeString(directory.resolve("pair-1/x.salvage"), "mine");
    Files.writeString(directory.resolve("pair-1/salvage/note.txt"), "mine");
    for (String name : List.of("../x.salvage", "note.txt", "missing.salvage", "")) {
      assertThatThrownBy(() -> store.delete(name)).isInstanceOf(NoSuchFileException.class);
      assertThatThrownBy(() -> store.header(name)).isInstanceOf(NoSuchFileException.class);
      assertThatThrownBy(() -> framesOf(name)).isInstanceOf(NoSuchFileException.class);
    }
    assertThat(other).exists();
    assertThat(files()).contains("note.txt");
    assertThat(store.list()).hasSize(1);
  }

  @Test
  void directoryThatIsMissingIsNotMadeToLookIntoIt() {
    Path missing = directory.resolve("other");

    assertThatThrownBy(() -> SalvageStore.existing(missing))
        .isInstanceOf(NoSuchFileException.class);
    assertThat(missing).doesNotExist();
  }
}
