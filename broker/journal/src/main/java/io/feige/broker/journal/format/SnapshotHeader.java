package io.feige.broker.journal.format;

import io.feige.protocol.Crc32c;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** The first 64 bytes of a snapshot file; the body follows. */
public final class SnapshotHeader {
  public static final int BYTES = 64;
  public static final String SUFFIX = ".snapshot";

  private static final long MAGIC = SegmentHeader.magic("FEIGESNP");
  private static final short VERSION = 1;
  private static final int HEADER_CRC_AT = 12;
  private static final int POSITION_AT = 16;
  private static final int BODY_LENGTH_AT = 24;
  private static final int BODY_CRC_AT = 32;

  private SnapshotHeader() {}

  public static String nameOf(long position) {
    return "%020d%s".formatted(position, SUFFIX);
  }

  public static ByteBuffer encode(long position, ByteBuffer... body) {
    CRC32C crc = new CRC32C();
    long length = 0;
    for (ByteBuffer part : body) {
      crc.update(part.duplicate());
      length += part.remaining();
    }
    ByteBuffer out = ByteBuffer.allocate(BYTES);
    out.putLong(0, MAGIC).putShort(8, VERSION).putShort(10, (short) BYTES);
    out.putLong(POSITION_AT, position).putLong(BODY_LENGTH_AT, length);
    out.putInt(BODY_CRC_AT, (int) crc.getValue());
    return out.putInt(HEADER_CRC_AT, Crc32c.of(out, 0, BYTES));
  }

  /** Whether a whole file is the undamaged snapshot of a position. */
  public static boolean isValid(ByteBuffer file, long position) {
    if (file.limit() < BYTES) {
      return false;
    }
    ByteBuffer header = ByteBuffer.allocate(BYTES);
    header.put(0, file, 0, BYTES).putInt(HEADER_CRC_AT, 0);
    int bodyBytes = file.limit() - BYTES;
    return Crc32c.of(header, 0, BYTES) == file.getInt(HEADER_CRC_AT)
        && file.getLong(0) == MAGIC
        && file.getShort(8) == VERSION
        && file.getLong(POSITION_AT) == position
        && file.getLong(BODY_LENGTH_AT) == bodyBytes
        && Crc32c.of(file, BYTES, bodyBytes) == file.getInt(BODY_CRC_AT);
  }
}
