package io.feige.dist.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.HdrHistogram.Histogram;

/** What the disk below a directory can do, measured the way a journal uses it. */
final class DiskBench {
  private static final int CHUNK_BYTES = 1 << 20;
  private static final int SYNC_BYTES = 4096;
  private static final int SYNC_AREA_BYTES = 64 << 20;
  private static final long SYNC_NANOS = 3_000_000_000L;
  private static final int MOST_SYNCS = 20_000;

  private final Path dir;
  private final long bytes;

  /** Writes so many bytes into the directory, and removes them. */
  DiskBench(Path dir, long bytes) {
    this.dir = dir;
    this.bytes = bytes;
  }

  /**
   * One measurement.
   *
   * @param writeMegabytesPerSecond sequential, through the page cache, the fsync at the end
   *     included
   * @param syncsPerSecond writes of 4 KiB, each followed by fdatasync, one after the other
   * @param sync how long each of them took
   */
  record DiskResult(double writeMegabytesPerSecond, double syncsPerSecond, Latencies sync) {
    String words() {
      return Math.round(writeMegabytesPerSecond)
          + " MB/s sequential, 4 KiB with fdatasync: "
          + Math.round(syncsPerSecond)
          + "/s, p50 "
          + RunResult.micros(sync.p50Micros())
          + ", p99 "
          + RunResult.micros(sync.p99Micros());
    }
  }

  DiskResult run() throws IOException {
    Files.createDirectories(dir);
    Path file = Files.createTempFile(dir, "feige-bench-", ".tmp");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      double rate = sequential(channel);
      channel.truncate(SYNC_AREA_BYTES);
      Histogram histogram = Latencies.histogram();
      double syncs = synced(channel, histogram);
      return new DiskResult(rate, syncs, Latencies.of(histogram));
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private double sequential(FileChannel channel) throws IOException {
    ByteBuffer chunk = random(CHUNK_BYTES);
    long start = System.nanoTime();
    long written = 0;
    while (written < Math.max(bytes, SYNC_AREA_BYTES)) {
      written += channel.write(chunk.clear(), written);
    }
    channel.force(false);
    return written * 1e3 / (System.nanoTime() - start);
  }

  /** Overwrites blocks that exist, as a prepared segment has them: no file grows meanwhile. */
  private static double synced(FileChannel channel, Histogram histogram) throws IOException {
    ByteBuffer block = random(SYNC_BYTES);
    long start = System.nanoTime();
    long now = start;
    int count = 0;
    while (now - start < SYNC_NANOS && count < MOST_SYNCS) {
      long before = now;
      channel.write(block.clear(), (long) count * SYNC_BYTES % SYNC_AREA_BYTES);
      channel.force(false);
      now = System.nanoTime();
      Latencies.record(histogram, now - before);
      count++;
    }
    return count * 1e9 / (now - start);
  }

  private static ByteBuffer random(int size) {
    byte[] content = new byte[size];
    new Random(1).nextBytes(content);
    return ByteBuffer.allocateDirect(size).put(content);
  }
}
