package io.feige.broker.journal;

import io.feige.broker.journal.disk.DiskFiles;
import io.feige.broker.journal.recovery.RecoveryReport;
import io.feige.broker.journal.segment.JournalConfig;
import io.feige.broker.journal.snapshot.Replay;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * What the journal costs beside what the disk gives: run with a directory on the disk in question.
 *
 * <p>Raw figures are those of plain positional writes and fsyncs into a file that was filled
 * before.
 */
public final class JournalBench {
  private static final long MIB = 1 << 20;
  private static final int LATENCY_ROUNDS = 10_000;
  private static final int BATCH_BYTES = 64 << 10;
  private static final int SMALL_FRAME_BATCH = 228;

  private final Path directory;

  private JournalBench(Path directory) {
    this.directory = directory;
  }

  /** Arguments: directory (is emptied), MiB to append, MiB to recover. */
  public static void main(String[] arguments) throws Exception {
    JournalBench bench = new JournalBench(Path.of(arguments[0]));
    long appendMib = Long.parseLong(arguments[1]);
    long recoverMib = Long.parseLong(arguments[2]);
    for (int round = 1; round <= 2; round++) {
      print("round %d", round);
      bench.rawSequential(appendMib);
      bench.groupCommit(appendMib);
      bench.rawLatency();
      bench.latency();
    }
    bench.recovery(recoverMib);
  }

  private static void print(String format, Object... values) {
    System.out.printf(format + "%n", values);
  }

  private Path emptied(String name) throws IOException {
    Path path = directory.resolve(name);
    if (Files.exists(path)) {
      try (Stream<Path> tree = Files.walk(path)) {
        for (Path entry : tree.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(entry);
        }
      }
    }
    return Files.createDirectories(path);
  }

  private static FileChannel filled(Path file, long bytes) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    ByteBuffer zeros = ByteBuffer.allocateDirect((int) MIB);
    for (long at = 0; at < bytes; at += MIB) {
      channel.write(zeros.clear(), at);
    }
    channel.force(true);
    return channel;
  }

  private void rawSequential(long mib) throws IOException {
    Path dir = emptied("raw");
    ByteBuffer chunk = ByteBuffer.allocateDirect((int) MIB);
    try (FileChannel channel = filled(dir.resolve("file"), mib * MIB)) {
      long began = System.nanoTime();
      for (long at = 0; at < mib * MIB; at += MIB) {
        channel.write(chunk.clear(), at);
        if (at % (4 * MIB) == 0) {
          channel.force(false);
        }
      }
      channel.force(false);
      print("raw write, prewritten file, fsync each 4 MiB: %.0f MB/s", rate(mib * MIB, began));
    }
    emptied("raw");
  }

  private static double rate(long bytes, long began) {
    return bytes * 1e3 / (System.nanoTime() - began);
  }

  private void rawLatency() throws IOException {
    Path dir = emptied("raw");
    long[] nanos = new long[LATENCY_ROUNDS];
    ByteBuffer chunk = ByteBuffer.allocateDirect(300);
    try (FileChannel channel = filled(dir.resolve("file"), 16 * MIB)) {
      for (int i = 0; i < LATENCY_ROUNDS; i++) {
        long began = System.nanoTime();
        channel.write(chunk.clear(), i * 300L);
        channel.force(false);
        nanos[i] = System.nanoTime() - began;
      }
    }
    printLatency("raw 300-byte write + fsync", nanos);
    emptied("raw");
  }

  private static void printLatency(String what, long[] nanos) {
    Arrays.sort(nanos);
    print(
        "%s: p50 %d us, p99 %d us, p99.9 %d us",
        what,
        nanos[nanos.length / 2] / 1_000,
        nanos[nanos.length * 99 / 100] / 1_000,
        nanos[nanos.length * 999 / 1_000] / 1_000);
  }

  private Journal open(Path dir) throws IOException {
    Replay ignores =
        new Replay() {
          @Override
          public void snapshot(long position, ByteBuffer body) {
            throw new IllegalStateException("no snapshot was saved");
          }

          @Override
          public void frame(StoredFrame frame) {
            // The cost of the journal alone is asked for.
          }
        };
    return Journal.open(
        DiskFiles.open(dir), JournalConfig.DEFAULT, InstantSource.system(), ignores);
  }

  private void groupCommit(long mib) throws Exception {
    Path dir = emptied("journal");
    ByteBuffer batch = Frames.batch(1, BATCH_BYTES - StoredFrame.HEADER_BYTES, 1);
    Journal journal = open(dir);
    try (Threads threads = new Threads(journal)) {
      long began = System.nanoTime();
      long worst = 0;
      for (long offset = 0; offset * BATCH_BYTES < mib * MIB; offset++) {
        long one = System.nanoTime();
        journal.append(Frames.messages(1, offset, 1, offset, batch));
        if (offset % 16 == 15) {
          journal.write();
          threads.wakeFlusher();
          threads.awaitDurable(journal.written() - 16 * MIB);
        }
        worst = Math.max(worst, System.nanoTime() - one);
      }
      journal.write();
      threads.wakeFlusher();
      threads.awaitDurable(journal.written());
      print(
          "journal, 64 KiB batches, group commit: %.0f MB/s (longest append or write %d ms)",
          rate(mib * MIB, began), worst / 1_000_000);
    }
    journal.close();
    emptied("journal");
  }

  private void latency() throws IOException {
    Path dir = emptied("journal");
    long[] nanos = new long[LATENCY_ROUNDS];
    ByteBuffer batch = Frames.batch(1, SMALL_FRAME_BATCH, 1);
    try (Journal journal = open(dir)) {
      for (int i = 0; i < LATENCY_ROUNDS; i++) {
        long began = System.nanoTime();
        journal.append(Frames.messages(1, i, 1, i, batch));
        journal.write();
        journal.force();
        nanos[i] = System.nanoTime() - began;
      }
    }
    printLatency("journal, one 300-byte frame per fsync", nanos);
    emptied("journal");
  }

  private void recovery(long mib) throws Exception {
    Path dir = emptied("journal");
    ByteBuffer batch = Frames.batch(1, SMALL_FRAME_BATCH, 1);
    long began = System.nanoTime();
    Journal journal = open(dir);
    try (Threads threads = new Threads(journal)) {
      for (long offset = 0; journal.end() < mib * MIB; offset++) {
        journal.append(Frames.messages((int) (offset % 20), offset / 20, 1, offset, batch));
        if (offset % 4096 == 0) {
          journal.write();
          threads.wakeFlusher();
          threads.awaitDurable(journal.written() - 16 * MIB);
        }
      }
      journal.write();
      threads.wakeFlusher();
      threads.awaitDurable(journal.written());
      print("journal, 300-byte frames: %.0f MB/s", rate(mib * MIB, began));
      Thread.sleep(2_000);
    }
    journal.close();
    for (int i = 0; i < 3; i++) {
      try (Journal again = open(dir)) {
        RecoveryReport report = again.recovery();
        print(
            "recovery of %d MiB, %d frames: %d ms, %d indexes rebuilt",
            report.bytes() / MIB, report.frames(), report.totalMillis(), report.indexesRebuilt());
      }
    }
    emptied("journal");
  }

  /** The flush thread and the background thread of a node. */
  private static final class Threads implements AutoCloseable {
    private final Journal journal;
    private final Thread flusher;
    private final Thread upkeep;
    private volatile boolean isClosed;
    private volatile Thread waiting = Thread.currentThread();

    Threads(Journal journal) {
      this.journal = journal;
      this.flusher = Thread.ofPlatform().name("flush").start(this::flush);
      this.upkeep = Thread.ofPlatform().name("upkeep").start(this::work);
    }

    private void flush() {
      while (!isClosed) {
        if (journal.durable() < journal.written()) {
          journal.force();
          LockSupport.unpark(waiting);
        } else {
          LockSupport.park(this);
        }
      }
    }

    private void work() {
      while (!isClosed) {
        long pause = journal.upkeep();
        if (pause != 0) {
          LockSupport.parkNanos(this, pause == Journal.IDLE ? 5_000_000 : pause);
        }
      }
    }

    void wakeFlusher() {
      LockSupport.unpark(flusher);
    }

    void awaitDurable(long position) {
      waiting = Thread.currentThread();
      while (journal.durable() < position) {
        LockSupport.parkNanos(this, 1_000_000);
      }
    }

    @Override
    public void close() throws InterruptedException {
      isClosed = true;
      LockSupport.unpark(flusher);
      LockSupport.unpark(upkeep);
      flusher.join();
      upkeep.join();
    }
  }
}
