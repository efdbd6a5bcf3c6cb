package io.feige.protocol.batch;

import io.feige.protocol.Crc32c;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The uncompressed part of a batch, as it lies in a buffer: 56 bytes of header and the columns. It
 * is all that the broker reads. The layout is that of {@code docs/wire-format.md}; the constants
 * name it.
 *
 * <p>A view: it copies nothing, reads with absolute indices and leaves the buffer's position, limit
 * and byte order alone. The getters return what the bytes say and may be trusted only after {@link
 * #headProblem}, those of the columns after {@link #columnsProblem}. The checks throw on no content
 * whatever.
 */
public final class BatchHead {
  /** Format version that this build writes and reads. */
  public static final int FORMAT_VERSION = 1;

  /** Length of the header, before the columns. */
  public static final int HEADER_BYTES = 56;

  /** The most records a batch can have. */
  public static final int MAX_RECORDS = 65_535;

  /**
   * The largest sequence that a node takes ({@link SequenceTime}); what lies above leaves room to
   * reckon with sequences without an overflow.
   */
  public static final long MAX_SEQUENCE = (1L << 62) - 1;

  /** The fewest bytes of a record: no key, no headers, no body. */
  public static final int MIN_RECORD_BYTES = 3;

  /** u32: length of the whole batch. */
  public static final int LENGTH_AT = 0;

  /** u32: CRC32C from {@link #CHECKED_FROM} to the end. */
  public static final int CRC_AT = 4;

  /** First byte that the checksum covers. */
  public static final int CHECKED_FROM = 8;

  /** u8: format version. */
  public static final int VERSION_AT = 8;

  /** u8: {@link Compression} of the payload. */
  public static final int COMPRESSION_AT = 9;

  /** u16: which optional columns there are. */
  public static final int COLUMNS_AT = 10;

  /** u32: number of records. */
  public static final int RECORD_COUNT_AT = 12;

  /** u64: producer id, 0: not idempotent. */
  public static final int PRODUCER_AT = 16;

  /** u64: sequence of the batch in this producer and partition, see {@link SequenceTime}. */
  public static final int SEQUENCE_AT = 24;

  /** u64: client time, milliseconds. */
  public static final int CLIENT_TIME_AT = 32;

  /** u64: when it becomes visible, milliseconds; 0: at once; see {@link RelativeTimes}. */
  public static final int DELIVER_AT_AT = 40;

  /** u32: length of the columns. */
  public static final int COLUMNS_LENGTH_AT = 48;

  /** u32: length of the payload before compression. */
  public static final int PAYLOAD_LENGTH_AT = 52;

  /** Bit of the columns field: key hashes, u32 each. */
  public static final int KEY_HASHES = 1;

  /** Bit of the columns field: expiry, u64 each; see {@link RelativeTimes}. */
  public static final int EXPIRIES = 2;

  private static final int ALL_COLUMNS = KEY_HASHES | EXPIRIES;

  private final ByteBuffer buffer;
  private final int at;
  private final int available;

  private BatchHead(ByteBuffer buffer, int at, int available) {
    this.buffer = buffer;
    this.at = at;
    this.available = available;
  }

  /** Looks at the bytes from an index to the buffer's limit. */
  public static BatchHead at(ByteBuffer buffer, int at) {
    return within(buffer, at, buffer.limit() - at);
  }

  /**
   * Looks at a range of bytes, whatever they are. The batch must fill it exactly to be found right.
   *
   * @throws IndexOutOfBoundsException if the range lies outside of the buffer
   */
  public static BatchHead within(ByteBuffer buffer, int at, int available) {
    Objects.checkFromIndexSize(at, available, buffer.limit());
    ByteBuffer ordered = buffer.order() == ByteOrder.BIG_ENDIAN ? buffer : buffer.duplicate();
    return new BatchHead(ordered, at, available);
  }

  /** Gives a batch, which begins where the buffer does, another name, and the checksum of that. */
  public static void rename(ByteBuffer batch, long producerId, long sequence) {
    batch.putLong(PRODUCER_AT, producerId).putLong(SEQUENCE_AT, sequence);
    batch.putInt(CRC_AT, Crc32c.of(batch, CHECKED_FROM, batch.limit() - CHECKED_FROM));
  }

  /** A copy of a batch, which begins where the buffer does, under another name. */
  public static ByteBuffer renamed(ByteBuffer batch, long producerId, long sequence) {
    ByteBuffer copy = ByteBuffer.allocate(batch.limit()).put(0, batch, 0, batch.limit());
    rename(copy, producerId, sequence);
    return copy;
  }

  /** Length of the whole batch. */
  public int length() {
    return buffer.getInt(at + LENGTH_AT);
  }

  /** The publisher's checksum. */
  public int crc() {
    return buffer.getInt(at + CRC_AT);
  }

  /** The compression of the payload, or null if the number is not known. */
  public @Nullable Compression compression() {
    return Compression.ofNumber(buffer.get(at + COMPRESSION_AT) & 0xFF);
  }

  /** Which optional columns there are. */
  public int columns() {
    return buffer.getShort(at + COLUMNS_AT) & 0xFFFF;
  }

  /** Number of records. */
  public int recordCount() {
    return buffer.getInt(at + RECORD_COUNT_AT);
  }

  /** Producer id, 0: not idempotent. */
  public long producerId() {
    return buffer.getLong(at + PRODUCER_AT);
  }

  /** Sequence of the batch in this producer and partition. */
  public long sequence() {
    return buffer.getLong(at + SEQUENCE_AT);
  }

  /** Client time, milliseconds since 1970. */
  public long clientTimeMillis() {
    return buffer.getLong(at + CLIENT_TIME_AT);
  }

  /**
   * When it becomes visible, milliseconds since 1970; 0: at once; before it is taken {@link
   * RelativeTimes} too.
   */
  public long deliverAtMillis() {
    return buffer.getLong(at + DELIVER_AT_AT);
  }

  /** Length of the columns. */
  public int columnsLength() {
    return buffer.getInt(at + COLUMNS_LENGTH_AT);
  }

  /** Length of the payload before compression: what reading it costs in memory. */
  public int payloadLength() {
    return buffer.getInt(at + PAYLOAD_LENGTH_AT);
  }

  /** Length of the payload as it is stored. */
  public int storedPayloadLength() {
    return length() - HEADER_BYTES - columnsLength();
  }

  /** Whether there is a column. */
  public boolean hasColumn(int column) {
    return (columns() & column) != 0;
  }

  /** Where a record ends in the uncompressed payload. */
  public int end(int record) {
    return buffer.getInt(column(record, 0, Integer.BYTES));
  }

  /** Where a record begins in the uncompressed payload. */
  public int start(int record) {
    return record == 0 ? 0 : end(record - 1);
  }

  /** Bytes of a record before compression. */
  public int size(int record) {
    return end(record) - start(record);
  }

  /** Hash of a record's key, {@link KeyHash#NO_KEY} where it has none. */
  public int keyHash(int record) {
    return hasColumn(KEY_HASHES)
        ? buffer.getInt(column(record, Integer.BYTES, Integer.BYTES))
        : KeyHash.NO_KEY;
  }

  /**
   * When a record expires, milliseconds since 1970; 0: never; before it is taken {@link
   * RelativeTimes} too.
   */
  public long expiryMillis(int record) {
    return hasColumn(EXPIRIES) ? buffer.getLong(expiryAt(record)) : 0;
  }

  /** Where that stands, if there is the column. */
  int expiryAt(int record) {
    return column(record, bytesPerRecord(columns() & KEY_HASHES), Long.BYTES);
  }

  /** The payload as it is stored, as a read-only slice that shares its bytes. */
  public ByteBuffer storedPayload() {
    int length = storedPayloadLength();
    return buffer.slice(at + HEADER_BYTES + columnsLength(), length).asReadOnlyBuffer();
  }

  /** The whole batch, as a read-only slice that shares its bytes. */
  public ByteBuffer bytes() {
    return buffer.slice(at, length()).asReadOnlyBuffer();
  }

  /** What is wrong with the batch anywhere, its checksum included; null if nothing. */
  public @Nullable BatchProblem problem() {
    BatchProblem problem = crcProblem();
    return problem == null ? columnsProblem() : problem;
  }

  /** What is wrong with the header, or null. Costs the same whatever the number of records. */
  public @Nullable BatchProblem headProblem() {
    if (available < HEADER_BYTES) {
      return BatchProblem.TRUNCATED;
    }
    if (length() != available) {
      return BatchProblem.LENGTH;
    }
    if ((buffer.get(at + VERSION_AT) & 0xFF) != FORMAT_VERSION) {
      return BatchProblem.VERSION_UNKNOWN;
    }
    if (compression() == null) {
      return BatchProblem.COMPRESSION_UNKNOWN;
    }
    if ((columns() & ~ALL_COLUMNS) != 0) {
      return BatchProblem.COLUMNS_UNKNOWN;
    }
    if (recordCount() < 1 || recordCount() > MAX_RECORDS) {
      return BatchProblem.RECORD_COUNT;
    }
    if ((producerId() | sequence() | clientTimeMillis() | deliverAtMillis()) < 0) {
      return BatchProblem.NEGATIVE;
    }
    boolean columnsFit =
        columnsLength() == recordCount() * bytesPerRecord(columns())
            && columnsLength() <= available - HEADER_BYTES;
    if (!columnsFit) {
      return BatchProblem.COLUMNS_LENGTH;
    }
    return payloadFits() ? null : BatchProblem.PAYLOAD_LENGTH;
  }

  /** What is wrong with the header or the columns, or null. */
  public @Nullable BatchProblem columnsProblem() {
    BatchProblem head = headProblem();
    if (head != null) {
      return head;
    }
    int records = recordCount();
    int previous = 0;
    for (int i = 0, ends = at + HEADER_BYTES; i < records; i++, ends += Integer.BYTES) {
      int end = buffer.getInt(ends);
      if (end < 0 || end - previous < MIN_RECORD_BYTES) {
        return BatchProblem.SIZES;
      }
      previous = end;
    }
    if (previous != payloadLength()) {
      return BatchProblem.SIZES;
    }
    for (int i = 0; hasColumn(EXPIRIES) && i < records; i++) {
      if (expiryMillis(i) < 0) {
        return BatchProblem.EXPIRY_NEGATIVE;
      }
    }
    return null;
  }

  /** What is wrong with the header or the checksum, or null. */
  public @Nullable BatchProblem crcProblem() {
    BatchProblem head = headProblem();
    if (head != null) {
      return head;
    }
    int computed = Crc32c.of(buffer, at + CHECKED_FROM, length() - CHECKED_FROM);
    return computed == crc() ? null : BatchProblem.CHECKSUM;
  }

  /** Copies the header as it is. */
  void copyHeader(ByteBuffer target, int targetAt) {
    target.put(targetAt, buffer, at, HEADER_BYTES);
  }

  /**
   * Copies what all columns but the first have of some records.
   *
   * @return the index behind it
   */
  int copyColumnsBehindEnds(int first, int count, ByteBuffer target, int targetAt) {
    int next = targetAt;
    int before = Integer.BYTES;
    for (int bit = KEY_HASHES; bit <= ALL_COLUMNS; bit <<= 1) {
      if (hasColumn(bit)) {
        int width = bytesPerRecord(bit) - Integer.BYTES;
        target.put(next, buffer, column(first, before, width), width * count);
        next += width * count;
        before += width;
      }
    }
    return next;
  }

  /** Bytes that a record takes in all columns there are. */
  static int bytesPerRecord(int columns) {
    return Integer.BYTES
        + ((columns & KEY_HASHES) != 0 ? Integer.BYTES : 0)
        + ((columns & EXPIRIES) != 0 ? Long.BYTES : 0);
  }

  private boolean payloadFits() {
    int payload = payloadLength();
    boolean holdsRecords = payload >= (long) recordCount() * MIN_RECORD_BYTES;
    return compression() == Compression.NONE
        ? holdsRecords && payload == storedPayloadLength()
        : holdsRecords && storedPayloadLength() > 0;
  }

  /** Where a record's value lies in the column that follows columns of so many bytes a record. */
  private int column(int record, int bytesBefore, int bytes) {
    int records = recordCount();
    Objects.checkIndex(record, records);
    return at + HEADER_BYTES + bytesBefore * records + bytes * record;
  }
}
