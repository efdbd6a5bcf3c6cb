package io.feige.perf.jmh;

import io.feige.broker.journal.Journal;
import io.feige.broker.journal.append.FrameDraft;
import io.feige.broker.journal.disk.DiskFiles;
import io.feige.broker.journal.segment.JournalConfig;
import io.feige.broker.journal.snapshot.Replay;
import io.feige.protocol.frame.FrameStamp;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A frame is appended to a journal on the disk of the temporary directory. */
@State(Scope.Thread)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class JournalBench {
  /** Bytes of a body; one message a frame. */
  @Param({"128", "65536"})
  public int bodyBytes;

  private Path directory = Path.of("");
  private ByteBuffer batch = ByteBuffer.allocate(0);
  private @Nullable Journal journal;
  private long offset;

  /** Opens an empty journal. */
  @Setup(Level.Iteration)
  public void open() throws IOException {
    directory = Files.createTempDirectory("feige-jmh");
    batch = Batches.of(1, bodyBytes);
    offset = 0;
    journal =
        Journal.open(
            DiskFiles.open(directory), JournalConfig.DEFAULT, InstantSource.system(), nothing());
  }

  /** Removes it. */
  @TearDown(Level.Iteration)
  public void close() throws IOException {
    opened().close();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Into the page cache. */
  @Benchmark
  public long append() {
    Journal to = opened();
    long position = append(to);
    to.write();
    return position;
  }

  /** And to the disk, alone: what one publisher waits for. */
  @Benchmark
  public long appendAndForce() {
    Journal to = opened();
    append(to);
    to.write();
    return to.force();
  }

  private Journal opened() {
    return Objects.requireNonNull(journal, "open");
  }

  private long append(Journal to) {
    FrameStamp stamp = FrameStamp.messages(0, 1, Batches.TIME, offset++, 0, 1);
    FrameDraft draft = new FrameDraft(stamp, 1, FrameDraft.NOTHING, batch.duplicate());
    while (to.upkeepDue()) {
      to.upkeep();
    }
    return to.append(draft);
  }

  private static Replay nothing() {
    return new Replay() {
      @Override
      public void snapshot(long position, ByteBuffer body) {
        throw new IllegalStateException("a new journal has no snapshot");
      }

      @Override
      public void frame(StoredFrame frame) {
        throw new IllegalStateException("a new journal has no frame");
      }
    };
  }
}
