package io.feige.broker.server.journal;

/**
 * What one segment holds of each partition, and where. Partitions have slots from 0; entries of a
 * slot ascend in offset and place.
 *
 * <p>An entry stands for one MESSAGES frame; frames between two entries are found by hopping on
 * from the first of them, over at most {@link #SPACING} bytes and one frame.
 */
sealed interface SegmentIndex permits GrowingIndex, StoredIndex {
  /** A frame gets an entry if its partition's last entry is at least this many bytes before. */
  int SPACING = 4096;

  /** Number of partitions that have frames in the segment. */
  int slots();

  /** Slot of a partition, -1 if it has no frame here. */
  int slotOf(int partition);

  int partition(int slot);

  /** First offset, -1 where only delayed batches are here. */
  long firstOffset(int slot);

  /** Offset after the last, -1 where only delayed batches are here. */
  long nextOffset(int slot);

  /** Highest broker's time of the partition's frames. */
  long lastTime(int slot);

  /** Bytes of the partition's frames, headers included. */
  long bytes(int slot);

  /** Number of entries; 0 exactly where {@link #firstOffset} is -1. */
  int entries(int slot);

  long entryOffset(int slot, int entry);

  /** Where the entry's frame begins in the file. */
  int entryAt(int slot, int entry);

  /** Gives back what it holds; called once. */
  void close();

  /** The last entry at or below an offset, -1 if all are above it. */
  default int entryAtOrBelow(int slot, long offset) {
    int low = 0;
    int high = entries(slot) - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (entryOffset(slot, middle) <= offset) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return high;
  }
}
