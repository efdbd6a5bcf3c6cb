package io.feige.broker.journal;

import io.feige.broker.journal.disk.DiskReader;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.random.RandomGenerator;

/** A file of {@link MemoryFiles}: what a reader sees, and what a power cut would leave. */
final class MemoryFile {
  private static final int SECTOR = 512;
  private static final int SMALL_FILE_BYTES = 128 << 10;

  private final MemorySegment now;
  private final MemorySegment durable;
  private final BitSet dirty = new BitSet();
  private final BitSet unreadable = new BitSet();
  private long size;
  private long durableSize;

  MemoryFile(long bytes) {
    long room = Math.max(bytes, SMALL_FILE_BYTES);
    this.now = Arena.ofAuto().allocate(room);
    this.durable = Arena.ofAuto().allocate(room);
    this.size = bytes;
  }

  long size() {
    return size;
  }

  MemorySegment map(long bytes) throws IOException {
    if (bytes > size) {
      throw new IOException("mapping of " + bytes + " bytes of a file of " + size);
    }
    return now.asSlice(0, bytes).asReadOnly();
  }

  /** The page that holds a byte cannot be read any more before it is written as a whole. */
  void failToRead(long at) {
    unreadable.set((int) (at / DiskReader.PAGE));
  }

  private void checkReadable(long position, long length) throws IOException {
    int bad = unreadable.nextSetBit((int) (position / DiskReader.PAGE));
    if (bad >= 0 && (long) bad * DiskReader.PAGE < position + length) {
      throw new IOException("Input/output error");
    }
  }

  private void overwritePages(long position, long length) throws IOException {
    long firstWhole = (position + DiskReader.PAGE - 1) / DiskReader.PAGE;
    long endWhole = (position + length) / DiskReader.PAGE;
    if (endWhole > firstWhole) {
      unreadable.clear((int) firstWhole, (int) endWhole);
    }
    checkReadable(position, length);
  }

  int read(ByteBuffer into, long position) throws IOException {
    checkReadable(position, into.remaining());
    int length = (int) Math.max(0, Math.min(into.remaining(), size - position));
    into.put(now.asSlice(Math.min(position, size), length).asByteBuffer());
    return length;
  }

  void write(long position, ByteBuffer bytes) throws IOException {
    int length = bytes.remaining();
    overwritePages(position, length);
    dirty.set((int) (position / SECTOR), (int) ((position + length - 1) / SECTOR) + 1);
    now.asSlice(position, length).asByteBuffer().put(bytes);
    size = Math.max(size, position + length);
  }

  void force() {
    dirty.stream()
        .mapToLong(sector -> (long) sector * SECTOR)
        .forEach(at -> durable.asSlice(at, SECTOR).copyFrom(now.asSlice(at, SECTOR)));
    dirty.clear();
    durableSize = size;
  }

  /** As systems do: what could not be written stays readable and is never written again. */
  void failForce() {
    dirty.clear();
  }

  private void forceAll() {
    durable.copyFrom(now);
    dirty.clear();
    durableSize = size;
  }

  /** A power cut: each sector that was not fsynced is there or is not. */
  void crash(RandomGenerator random) {
    for (long at = 0; at < now.byteSize(); at += SECTOR) {
      MemorySegment present = now.asSlice(at, SECTOR);
      MemorySegment fsynced = durable.asSlice(at, SECTOR);
      if (present.mismatch(fsynced) >= 0 && random.nextBoolean()) {
        present.copyFrom(fsynced);
      }
    }
    size = random.nextBoolean() ? size : Math.max(durableSize, 0);
    forceAll();
  }

  void flipBit(long at, int bit) {
    byte flipped = (byte) (now.get(ValueLayout.JAVA_BYTE, at) ^ (1 << bit));
    now.set(ValueLayout.JAVA_BYTE, at, flipped);
    forceAll();
  }

  void truncate(long bytes) {
    now.asSlice(bytes).fill((byte) 0);
    size = bytes;
    forceAll();
  }
}
