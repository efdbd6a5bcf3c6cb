package io.feige.broker.journal.index;

import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.disk.StorageFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/** The index of a sealed segment, read from its mapped file, so that it costs no heap. */
public final class StoredIndex implements SegmentIndex {
  private final Arena arena;
  private final ByteBuffer file;
  private final int slots;
  private final int entriesAt;
  private final int copiesAt;

  private StoredIndex(Arena arena, ByteBuffer file) {
    this.arena = arena;
    this.file = file;
    this.slots = file.getInt(IndexFile.SLOTS_AT);
    this.entriesAt = IndexFile.HEADER_BYTES + slots * IndexFile.SLOT_BYTES;
    this.copiesAt = entriesAt + file.getInt(IndexFile.ENTRIES_AT) * IndexFile.ENTRY_BYTES;
  }

  /** The index of the segment from {@code first} to {@code end}, null if missing or damaged. */
  public static @Nullable StoredIndex open(FilePort files, long first, long end)
      throws IOException {
    try (StorageFile file = files.open(IndexFile.nameOf(first), false)) {
      long size = file.size();
      return size < IndexFile.HEADER_BYTES || size > Integer.MAX_VALUE
          ? null
          : map(file, size, first, end);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private static @Nullable StoredIndex map(StorageFile file, long size, long first, long end)
      throws IOException {
    Arena arena = Arena.ofShared();
    boolean kept = false;
    try {
      ByteBuffer bytes = file.map(arena, size).asByteBuffer();
      // The entries are checked, too: a wrong place would only be noticed as damage of the segment.
      kept = IndexFile.isValid(bytes, first, end) && IndexFile.entriesAreWhole(bytes);
      return kept ? new StoredIndex(arena, bytes) : null;
    } finally {
      if (!kept) {
        arena.close();
      }
    }
  }

  private int slotAt(int slot) {
    return IndexFile.HEADER_BYTES + slot * IndexFile.SLOT_BYTES;
  }

  @Override
  public int slots() {
    return slots;
  }

  @Override
  public int slotOf(int partition) {
    int low = 0;
    int high = slots - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int found = partition(middle);
      if (found == partition) {
        return middle;
      }
      if (found < partition) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  @Override
  public int partition(int slot) {
    return file.getInt(slotAt(slot) + IndexFile.PARTITION_AT);
  }

  @Override
  public long firstOffset(int slot) {
    return file.getLong(slotAt(slot) + IndexFile.FIRST_OFFSET_AT);
  }

  @Override
  public long nextOffset(int slot) {
    return file.getLong(slotAt(slot) + IndexFile.NEXT_OFFSET_AT);
  }

  @Override
  public long lastTime(int slot) {
    return file.getLong(slotAt(slot) + IndexFile.LAST_TIME_AT);
  }

  @Override
  public long bytes(int slot) {
    return file.getLong(slotAt(slot) + IndexFile.BYTES_AT);
  }

  @Override
  public long copiedBytes(int slot) {
    return file.getLong(slotAt(slot) + IndexFile.COPIED_BYTES_AT);
  }

  @Override
  public long copiedNext(int slot) {
    return file.getLong(slotAt(slot) + IndexFile.COPIED_NEXT_AT);
  }

  @Override
  public int copies() {
    return file.getInt(IndexFile.COPIES_AT);
  }

  @Override
  public Copy copy(int number) {
    int at = copiesAt + number * IndexFile.COPY_BYTES;
    return new Copy(
        file.getInt(at + IndexFile.COPY_PARTITION_AT),
        file.getInt(at + IndexFile.COPY_PLACE_AT),
        file.getLong(at + IndexFile.COPY_OFFSET_AT),
        file.getInt(at + IndexFile.COPY_RECORDS_AT),
        file.getLong(at + IndexFile.COPY_TIME_AT));
  }

  @Override
  public int entries(int slot) {
    return file.getInt(slotAt(slot) + IndexFile.ENTRY_COUNT_AT);
  }

  private int entryPlace(int slot, int entry) {
    int number = file.getInt(slotAt(slot) + IndexFile.ENTRY_FIRST_AT) + entry;
    return entriesAt + number * IndexFile.ENTRY_BYTES;
  }

  @Override
  public long entryOffset(int slot, int entry) {
    return firstOffset(slot) + file.getInt(entryPlace(slot, entry));
  }

  @Override
  public int entryAt(int slot, int entry) {
    return file.getInt(entryPlace(slot, entry) + Integer.BYTES);
  }

  @Override
  public void close() {
    arena.close();
  }
}
