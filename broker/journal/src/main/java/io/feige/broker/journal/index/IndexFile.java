package io.feige.broker.journal.index;

import io.feige.broker.journal.format.SegmentHeader;
import io.feige.protocol.Crc32c;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;

/**
 * The file form of a segment's index: a header, a directory of the partitions in ascending order,
 * the entries of all partitions one after the other, and the copies.
 *
 * <p>It can always be made again from the segment, so damage only costs time.
 */
public final class IndexFile {
  public static final String SUFFIX = ".idx";
  static final int HEADER_BYTES = 64;
  static final int SLOT_BYTES = 64;
  static final int ENTRY_BYTES = 8;
  static final int COPY_BYTES = 28;

  static final long MAGIC = SegmentHeader.magic("FEIGEIDX");
  static final short VERSION = 2;
  static final int HEADER_CRC_AT = 12;
  static final int FIRST_AT = 16;
  static final int END_AT = 24;
  static final int SLOTS_AT = 32;
  static final int ENTRIES_AT = 36;
  static final int DIRECTORY_CRC_AT = 40;
  static final int ENTRIES_CRC_AT = 44;
  static final int COPIES_AT = 48;
  static final int COPIES_CRC_AT = 52;

  static final int PARTITION_AT = 0;
  static final int ENTRY_COUNT_AT = 4;
  static final int ENTRY_FIRST_AT = 8;
  static final int FIRST_OFFSET_AT = 16;
  static final int NEXT_OFFSET_AT = 24;
  static final int LAST_TIME_AT = 32;
  static final int BYTES_AT = 40;
  static final int COPIED_BYTES_AT = 48;
  static final int COPIED_NEXT_AT = 56;

  static final int COPY_PARTITION_AT = 0;
  static final int COPY_PLACE_AT = 4;
  static final int COPY_OFFSET_AT = 8;
  static final int COPY_RECORDS_AT = 16;
  static final int COPY_TIME_AT = 20;

  private IndexFile() {}

  public static String nameOf(long first) {
    return "%020d%s".formatted(first, SUFFIX);
  }

  /** The whole file for an index of the segment from {@code first} to {@code end}. */
  public static ByteBuffer encode(SegmentIndex index, long first, long end) {
    Integer[] order = slotsByPartition(index);
    int entries = Arrays.stream(order).mapToInt(index::entries).sum();
    int directoryAt = HEADER_BYTES;
    int entriesAt = directoryAt + order.length * SLOT_BYTES;
    int copiesAt = Math.addExact(entriesAt, entries * ENTRY_BYTES);
    ByteBuffer out = ByteBuffer.allocate(Math.addExact(copiesAt, index.copies() * COPY_BYTES));
    int entry = 0;
    for (int i = 0; i < order.length; i++) {
      int slot = order[i];
      putSlot(out, directoryAt + i * SLOT_BYTES, index, slot, entry);
      putEntries(out, entriesAt + entry * ENTRY_BYTES, index, slot);
      entry += index.entries(slot);
    }
    for (int i = 0; i < index.copies(); i++) {
      putCopy(out, copiesAt + i * COPY_BYTES, index.copy(i));
    }
    putHeader(out, first, end, new Counts(order.length, entries, index.copies()));
    return out;
  }

  private record Counts(int slots, int entries, int copies) {}

  private static void putCopy(ByteBuffer out, int at, SegmentIndex.Copy copy) {
    out.putInt(at + COPY_PARTITION_AT, copy.partition());
    out.putInt(at + COPY_PLACE_AT, copy.at());
    out.putLong(at + COPY_OFFSET_AT, copy.offset());
    out.putInt(at + COPY_RECORDS_AT, copy.records());
    out.putLong(at + COPY_TIME_AT, copy.timeMillis());
  }

  private static Integer[] slotsByPartition(SegmentIndex index) {
    Integer[] order = new Integer[index.slots()];
    Arrays.setAll(order, slot -> slot);
    Arrays.sort(order, Comparator.comparingInt(index::partition));
    return order;
  }

  private static void putSlot(ByteBuffer out, int at, SegmentIndex index, int slot, int entry) {
    out.putInt(at + PARTITION_AT, index.partition(slot));
    out.putInt(at + ENTRY_COUNT_AT, index.entries(slot));
    out.putInt(at + ENTRY_FIRST_AT, entry);
    out.putLong(at + FIRST_OFFSET_AT, index.firstOffset(slot));
    out.putLong(at + NEXT_OFFSET_AT, index.nextOffset(slot));
    out.putLong(at + LAST_TIME_AT, index.lastTime(slot));
    out.putLong(at + BYTES_AT, index.bytes(slot));
    out.putLong(at + COPIED_BYTES_AT, index.copiedBytes(slot));
    out.putLong(at + COPIED_NEXT_AT, index.copiedNext(slot));
  }

  private static void putEntries(ByteBuffer out, int at, SegmentIndex index, int slot) {
    for (int i = 0; i < index.entries(slot); i++) {
      int delta = Math.toIntExact(index.entryOffset(slot, i) - index.firstOffset(slot));
      out.putInt(at + i * ENTRY_BYTES, delta);
      out.putInt(at + i * ENTRY_BYTES + Integer.BYTES, index.entryAt(slot, i));
    }
  }

  private static void putHeader(ByteBuffer out, long first, long end, Counts counts) {
    int entriesAt = HEADER_BYTES + counts.slots * SLOT_BYTES;
    int copiesAt = entriesAt + counts.entries * ENTRY_BYTES;
    out.putLong(0, MAGIC).putShort(8, VERSION).putShort(10, (short) HEADER_BYTES);
    out.putLong(FIRST_AT, first).putLong(END_AT, end);
    out.putInt(SLOTS_AT, counts.slots).putInt(ENTRIES_AT, counts.entries);
    out.putInt(COPIES_AT, counts.copies);
    out.putInt(DIRECTORY_CRC_AT, Crc32c.of(out, HEADER_BYTES, entriesAt - HEADER_BYTES));
    out.putInt(ENTRIES_CRC_AT, Crc32c.of(out, entriesAt, copiesAt - entriesAt));
    out.putInt(COPIES_CRC_AT, Crc32c.of(out, copiesAt, counts.copies * COPY_BYTES));
    out.putInt(HEADER_CRC_AT, Crc32c.of(out, 0, HEADER_BYTES));
  }

  /** Whether header and directory are whole and speak of this segment. */
  static boolean isValid(ByteBuffer in, long first, long end) {
    if (in.limit() < HEADER_BYTES) {
      return false;
    }
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    header.put(0, in, 0, HEADER_BYTES).putInt(HEADER_CRC_AT, 0);
    boolean headerIsWhole =
        Crc32c.of(header, 0, HEADER_BYTES) == in.getInt(HEADER_CRC_AT)
            && in.getLong(0) == MAGIC
            && in.getShort(8) == VERSION
            && in.getLong(FIRST_AT) == first
            && in.getLong(END_AT) == end;
    return headerIsWhole && lengthsFit(in) && directoryIsWhole(in);
  }

  private static boolean lengthsFit(ByteBuffer in) {
    long slots = in.getInt(SLOTS_AT);
    long entries = in.getInt(ENTRIES_AT);
    long copies = in.getInt(COPIES_AT);
    return slots >= 0
        && entries >= 0
        && copies >= 0
        && HEADER_BYTES + slots * SLOT_BYTES + entries * ENTRY_BYTES + copies * COPY_BYTES
            == in.limit();
  }

  private static boolean directoryIsWhole(ByteBuffer in) {
    int bytes = in.getInt(SLOTS_AT) * SLOT_BYTES;
    return Crc32c.of(in, HEADER_BYTES, bytes) == in.getInt(DIRECTORY_CRC_AT);
  }

  /** Whether the entries and copies of a file with a valid directory are whole. */
  static boolean entriesAreWhole(ByteBuffer in) {
    int at = HEADER_BYTES + in.getInt(SLOTS_AT) * SLOT_BYTES;
    int bytes = in.getInt(ENTRIES_AT) * ENTRY_BYTES;
    int copies = in.getInt(COPIES_AT) * COPY_BYTES;
    return Crc32c.of(in, at, bytes) == in.getInt(ENTRIES_CRC_AT)
        && Crc32c.of(in, at + bytes, copies) == in.getInt(COPIES_CRC_AT);
  }
}
