package io.feige.broker.journal.index;

/**
 * What one segment holds of each partition, and where. Partitions have slots from 0; entries of a
 * slot ascend in offset and place.
 *
 * <p>Copies of frames that stood in older segments are apart from that: each one of messages is
 * listed by itself, in the order of their places, because their offsets need not ascend.
 *
 * <p>An entry stands for one MESSAGES frame; frames between two entries are found by hopping on
 * from the first of them, over at most {@link #SPACING} bytes and one frame.
 */
public sealed interface SegmentIndex permits GrowingIndex, StoredIndex {
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

  /** Highest broker's time of the partition's frames, copies included. */
  long lastTime(int slot);

  /** Bytes of the partition's frames, headers included, without copies. */
  long bytes(int slot);

  /** Bytes of the partition's copies, headers included. */
  long copiedBytes(int slot);

  /** Offset after the highest of the partition's copies, -1 where there are none of messages. */
  long copiedNext(int slot);

  /** Number of copies of messages, of all partitions. */
  int copies();

  /** A copy by its number. */
  Copy copy(int number);

  /** Number of entries; 0 exactly where {@link #firstOffset} is -1. */
  int entries(int slot);

  long entryOffset(int slot, int entry);

  /** Where the entry's frame begins in the file. */
  int entryAt(int slot, int entry);

  /**
   * A copy of messages.
   *
   * @param at where its frame begins in the file
   * @param offset of its first message
   */
  record Copy(int partition, int at, long offset, int records, long timeMillis) {}

  /** The partition's last offset here, copies included; -1: there are no messages of it. */
  default long lastOffset(int slot) {
    long last = Math.max(entries(slot) == 0 ? -1 : nextOffset(slot), copiedNext(slot)) - 1;
    return Math.max(last, -1);
  }

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
