package io.feige.broker.sim.disk;

import io.feige.broker.sim.world.Chance;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.BitSet;

/**
 * A file as its readers see it (through the page cache) and as a power cut would leave it. Writes
 * go to the cache; {@link #force} copies sectors that are dirty to the disk.
 */
final class SimFile {
  static final int SECTOR = 512;
  static final int BLOCK = 4096;
  private static final int FIRST_ROOM = 4096;

  private final Arena arena;
  private final BitSet dirty = new BitSet();
  private final BitSet blocks = new BitSet();
  private MemorySegment seen;
  private MemorySegment stored;
  private long size;
  private long storedSize;
  private boolean hasName;

  SimFile(Arena arena, long bytes) {
    this.arena = arena;
    long room = roundUp(Math.max(bytes, FIRST_ROOM));
    this.seen = arena.allocate(room, 8);
    this.stored = arena.allocate(room, 8);
    this.size = bytes;
  }

  private static long roundUp(long bytes) {
    return (bytes + BLOCK - 1) / BLOCK * BLOCK;
  }

  /** The same bytes on another disk, all of them durable. */
  SimFile copy(Arena other) {
    SimFile copy = new SimFile(other, size);
    copy.seen.copyFrom(seen.asSlice(0, Math.min(seen.byteSize(), copy.seen.byteSize())));
    copy.stored.copyFrom(copy.seen);
    copy.storedSize = size;
    copy.blocks.or(blocks);
    return copy;
  }

  long size() {
    return size;
  }

  /** Whether readers find it by a name. */
  boolean hasName() {
    return hasName;
  }

  void named(boolean isNamed) {
    hasName = isNamed;
  }

  MemorySegment seen() {
    return seen;
  }

  /** How many blocks the file takes. */
  int blocks() {
    return blocks.cardinality();
  }

  /** How many more blocks it would take if that was written. */
  int newBlocks(long position, long length) {
    int count = 0;
    int last = (int) ((position + length - 1) / BLOCK);
    for (int block = (int) (position / BLOCK); length > 0 && block <= last; block++) {
      count += blocks.get(block) ? 0 : 1;
    }
    return count;
  }

  void write(long position, ByteBuffer bytes) {
    int length = bytes.remaining();
    if (length == 0) {
      return;
    }
    ensureRoom(position + length);
    MemorySegment.copy(MemorySegment.ofBuffer(bytes), 0, seen, position, length);
    bytes.position(bytes.limit());
    dirty.set((int) (position / SECTOR), (int) ((position + length - 1) / SECTOR) + 1);
    blocks.set((int) (position / BLOCK), (int) ((position + length - 1) / BLOCK) + 1);
    size = Math.max(size, position + length);
  }

  /** Only files that are not mapped grow: segments have their size from the beginning. */
  private void ensureRoom(long bytes) {
    if (bytes > seen.byteSize()) {
      long room = roundUp(Math.max(bytes, 2 * seen.byteSize()));
      seen = arena.allocate(room, 8).copyFrom(seen);
      stored = arena.allocate(room, 8).copyFrom(stored);
    }
  }

  int read(ByteBuffer into, long position) {
    int length = (int) Math.max(0, Math.min(into.remaining(), size - position));
    if (length > 0) {
      MemorySegment.copy(seen, position, MemorySegment.ofBuffer(into), 0, length);
      into.position(into.position() + length);
    }
    return length;
  }

  void force() {
    eachDirty(this::store);
    dirty.clear();
    storedSize = size;
  }

  void failForce(LostFsync loss, Chance chance) {
    switch (loss) {
      case CLEAN_IN_CACHE -> dirty.clear();
      case DROPPED -> {
        eachDirty(this::drop);
        dirty.clear();
      }
      case STILL_DIRTY ->
          eachDirty(sector -> {
            if (chance.percent(50)) {
              store(sector);
            }
          });
    }
  }

  /**
   * A power cut: sectors that were not forced are on the disk or are not.
   *
   * @param keptPercent how likely each of them is there
   */
  void losePower(Chance chance, int keptPercent) {
    eachDirty(sector -> {
      if (chance.percent(keptPercent)) {
        store(sector);
      }
    });
    dirty.clear();
    seen.copyFrom(stored);
    if (chance.percent(50)) {
      size = storedSize;
    }
    if (size < seen.byteSize()) {
      seen.asSlice(size).fill((byte) 0);
      stored.asSlice(size).fill((byte) 0);
    }
    storedSize = size;
  }

  void flipBit(long position, int bit) {
    byte flipped = (byte) (seen.get(ValueLayout.JAVA_BYTE, position) ^ (1 << bit));
    seen.set(ValueLayout.JAVA_BYTE, position, flipped);
    stored.set(ValueLayout.JAVA_BYTE, position, flipped);
  }

  private interface SectorVisitor {
    void sector(int sector);
  }

  private void eachDirty(SectorVisitor visitor) {
    for (int sector = dirty.nextSetBit(0); sector >= 0; sector = dirty.nextSetBit(sector + 1)) {
      visitor.sector(sector);
    }
  }

  private void store(int sector) {
    MemorySegment.copy(seen, (long) sector * SECTOR, stored, (long) sector * SECTOR, SECTOR);
  }

  private void drop(int sector) {
    MemorySegment.copy(stored, (long) sector * SECTOR, seen, (long) sector * SECTOR, SECTOR);
  }
}
