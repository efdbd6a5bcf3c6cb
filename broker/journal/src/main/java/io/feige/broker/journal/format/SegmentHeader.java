package io.feige.broker.journal.format;

import io.feige.protocol.Crc32c;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The first 64 bytes of a segment file. They are durable before the file gets its name, so a
 * segment with a damaged header was never torn: it is corrupt.
 *
 * @param first position of the first frame
 * @param capacity size of the file, this header included
 * @param createdMillis broker's time when it was taken into use
 * @param filled bytes from the file's beginning that had been written with zeros by then
 */
public record SegmentHeader(long first, int capacity, long createdMillis, int filled) {
  public static final int BYTES = 64;
  public static final String SUFFIX = ".seg";

  private static final long MAGIC = magic("FEIGESEG");
  private static final short VERSION = 1;
  private static final int CRC_AT = 12;

  public static long magic(String eightLetters) {
    return ByteBuffer.wrap(eightLetters.getBytes(StandardCharsets.US_ASCII)).getLong();
  }

  /** Name of the segment that begins at a position. */
  public static String nameOf(long first) {
    return "%020d%s".formatted(first, SUFFIX);
  }

  /** The position in a file's name, or -1 if it is not {@code NNNNNNNNNNNNNNNNNNNN + suffix}. */
  public static long positionIn(String name, String suffix) {
    if (name.length() != 20 + suffix.length()
        || !name.endsWith(suffix)
        || !name.substring(0, 20).chars().allMatch(c -> c >= '0' && c <= '9')) {
      return -1;
    }
    try {
      return Long.parseLong(name.substring(0, 20));
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  public ByteBuffer encode() {
    ByteBuffer out = ByteBuffer.allocateDirect(BYTES);
    out.putLong(0, MAGIC).putShort(8, VERSION).putShort(10, (short) BYTES);
    out.putLong(16, first).putLong(24, capacity).putLong(32, createdMillis).putLong(40, filled);
    return out.putInt(CRC_AT, Crc32c.of(out, 0, BYTES));
  }

  /**
   * Reads and checks a header.
   *
   * @return what it says, or null if it is damaged or contradicts the file
   */
  public static @Nullable SegmentHeader decode(ByteBuffer in, long first) {
    ByteBuffer copy = ByteBuffer.allocate(BYTES);
    if (in.limit() < BYTES) {
      return null;
    }
    copy.put(0, in, 0, BYTES).putInt(CRC_AT, 0);
    long capacity = in.getLong(24);
    long filled = in.getLong(40);
    boolean valid =
        Crc32c.of(copy, 0, BYTES) == in.getInt(CRC_AT)
            && in.getLong(0) == MAGIC
            && in.getShort(8) == VERSION
            && in.getShort(10) == BYTES
            && in.getLong(16) == first
            && capacity > BYTES
            && capacity <= 1 << 30
            && filled >= 0
            && filled <= capacity;
    return valid ? new SegmentHeader(first, (int) capacity, in.getLong(32), (int) filled) : null;
  }
}
