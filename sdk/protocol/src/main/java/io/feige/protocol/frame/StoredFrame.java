package io.feige.protocol.frame;

import io.feige.protocol.Crc32c;
import io.feige.protocol.batch.BatchHead;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A journal frame as it lies in a buffer: 72 bytes of header, the extension of its kind, and for
 * some kinds the published batch. The same bytes are on disk, on the way to the other replica and
 * in a delivery. The layout is that of {@code docs/journal-format.md}; the constants name it.
 *
 * <p>A view: it copies nothing, reads with absolute indices and leaves the buffer's position, limit
 * and byte order alone. The getters return what the bytes say and may be trusted only after {@link
 * #headerProblem}. The checks name what is wrong and throw on no content whatever.
 */
public final class StoredFrame {
  /** Format version that this build writes and reads. */
  public static final int FORMAT_VERSION = 1;

  /** Length of the header. */
  public static final int HEADER_BYTES = 72;

  /** u32: length of the whole frame, header included; 0 means nothing was written here. */
  public static final int LENGTH_AT = 0;

  /** u32: CRC32C of the header from {@link #CHECKED_FROM} to its end. */
  public static final int HEADER_CRC_AT = 4;

  /** First byte that the header's checksum covers. */
  public static final int CHECKED_FROM = 8;

  /** u8: format version. */
  public static final int VERSION_AT = 8;

  /** u8: {@link FrameKind}. */
  public static final int KIND_AT = 9;

  /** u16: flags of the kind. */
  public static final int FLAGS_AT = 10;

  /** u32: partition, 0 where the frame belongs to none. */
  public static final int PARTITION_AT = 12;

  /** u64: epoch of the activation that wrote it. */
  public static final int EPOCH_AT = 16;

  /** u64: position of the frame in the journal. */
  public static final int POSITION_AT = 24;

  /** u64: the journal was durable up to here when the frame was written. */
  public static final int FLUSHED_AT = 32;

  /** u64: the broker's time, milliseconds. */
  public static final int TIME_AT = 40;

  /** u64: offset of the first message. */
  public static final int BASE_OFFSET_AT = 48;

  /** u32: index in the batch of the first record that has an offset. */
  public static final int RECORD_FIRST_AT = 56;

  /** u32: number of records that have offsets. */
  public static final int RECORD_COUNT_AT = 60;

  /** u32: length of the extension. */
  public static final int EXTENSION_LENGTH_AT = 64;

  /** u32: CRC32C of the extension. */
  public static final int EXTENSION_CRC_AT = 68;

  /** Where the extension begins. */
  public static final int EXTENSION_AT = HEADER_BYTES;

  private final ByteBuffer buffer;
  private final int at;

  private StoredFrame(ByteBuffer buffer, int at) {
    this.buffer = buffer;
    this.at = at;
  }

  /**
   * Looks at the bytes from an index to the buffer's limit, whatever they are.
   *
   * @throws IndexOutOfBoundsException if the index itself lies outside of the buffer
   */
  public static StoredFrame at(ByteBuffer buffer, int at) {
    Objects.checkFromToIndex(at, buffer.limit(), buffer.limit());
    return new StoredFrame(bigEndian(buffer), at);
  }

  /** Length of the whole frame, header included; 0 means nothing was written here. */
  public int length() {
    return buffer.getInt(at + LENGTH_AT);
  }

  /** The kind, or null if the number is not known. */
  public @Nullable FrameKind kind() {
    return FrameKind.ofNumber(buffer.get(at + KIND_AT) & 0xFF);
  }

  /** Flags of the kind. */
  public int flags() {
    return buffer.getShort(at + FLAGS_AT) & 0xFFFF;
  }

  /** Whether a flag of the kind is set. */
  public boolean hasFlag(int flag) {
    return (flags() & flag) != 0;
  }

  /** Partition, 0 where the frame belongs to none. */
  public int partition() {
    return buffer.getInt(at + PARTITION_AT);
  }

  /** Epoch of the activation that wrote it. */
  public long epoch() {
    return buffer.getLong(at + EPOCH_AT);
  }

  /** Position of the frame in the journal. */
  public long position() {
    return buffer.getLong(at + POSITION_AT);
  }

  /** The journal was durable up to here when the frame was written. */
  public long flushed() {
    return buffer.getLong(at + FLUSHED_AT);
  }

  /** The broker's time, milliseconds since 1970. */
  public long timeMillis() {
    return buffer.getLong(at + TIME_AT);
  }

  /** Offset of the record with the index {@link #recordFirst}. */
  public long baseOffset() {
    return buffer.getLong(at + BASE_OFFSET_AT);
  }

  /** Index in the batch of the first record that has an offset. */
  public int recordFirst() {
    return buffer.getInt(at + RECORD_FIRST_AT);
  }

  /** Number of records that have offsets. */
  public int recordCount() {
    return buffer.getInt(at + RECORD_COUNT_AT);
  }

  /** Length of the extension. */
  public int extensionLength() {
    return buffer.getInt(at + EXTENSION_LENGTH_AT);
  }

  /** The extension's bytes, as a read-only slice that shares them. */
  public ByteBuffer extension() {
    return buffer.slice(extensionAt(), extensionLength()).asReadOnlyBuffer();
  }

  /** Where the extension begins in the buffer. */
  public int extensionAt() {
    return at + EXTENSION_AT;
  }

  /** Where the batch begins in the buffer. */
  public int batchAt() {
    return at + EXTENSION_AT + extensionLength();
  }

  /** Length of what follows the extension: the batch, 0 where the kind has none. */
  public int batchLength() {
    return length() - HEADER_BYTES - extensionLength();
  }

  /** The batch's head; only for kinds that have a batch. */
  public BatchHead batch() {
    return BatchHead.within(buffer, batchAt(), batchLength());
  }

  /** The whole frame, as a read-only slice that shares its bytes. */
  public ByteBuffer bytes() {
    return buffer.slice(at, length()).asReadOnlyBuffer();
  }

  /**
   * What is wrong with the header, or null. Needs the 72 bytes of the header only, so that a
   * scanning reader can decide how much more to read. The length is not covered by a checksum of
   * its own: a damaged one is found because it then contradicts the extension's and batch's
   * lengths.
   */
  public @Nullable FrameProblem headerProblem() {
    if (available() < Integer.BYTES) {
      return FrameProblem.TRUNCATED;
    }
    if (length() == 0) {
      return FrameProblem.EMPTY;
    }
    if (length() < HEADER_BYTES) {
      return FrameProblem.LENGTH_INVALID;
    }
    if (available() < HEADER_BYTES) {
      return FrameProblem.TRUNCATED;
    }
    if (buffer.getInt(at + HEADER_CRC_AT) != headerCrc(buffer, at)) {
      return FrameProblem.HEADER_CHECKSUM;
    }
    return fieldProblem();
  }

  /** What is wrong with the extension, or null; says nothing about the header. */
  public @Nullable FrameProblem extensionProblem() {
    if (available() < HEADER_BYTES) {
      return FrameProblem.TRUNCATED;
    }
    int length = extensionLength();
    if (length < 0 || length > available() - HEADER_BYTES) {
      return FrameProblem.TRUNCATED;
    }
    boolean right =
        Crc32c.of(buffer, extensionAt(), length) == buffer.getInt(at + EXTENSION_CRC_AT);
    return right ? null : FrameProblem.EXTENSION_CHECKSUM;
  }

  /**
   * Whether the batch fills the rest of the frame and holds the records that the header speaks of;
   * null if so, or if the kind has no batch. Reads the batch's header only and says nothing about
   * the frame's.
   */
  public @Nullable FrameProblem batchFitProblem() {
    if (available() < HEADER_BYTES) {
      return FrameProblem.TRUNCATED;
    }
    FrameKind kind = kind();
    if (kind == null || !kind.hasBatch()) {
      return null;
    }
    if (extensionLength() < 0 || extensionLength() > (long) length() - HEADER_BYTES) {
      return FrameProblem.EXTENSION_LENGTH;
    }
    if (available() < length()) {
      return FrameProblem.TRUNCATED;
    }
    BatchHead batch = batch();
    if (batchLength() < BatchHead.HEADER_BYTES || batch.length() != batchLength()) {
      return FrameProblem.BATCH_LENGTH;
    }
    boolean held = (long) recordFirst() + recordCount() <= batch.recordCount();
    return held ? null : FrameProblem.RECORDS_INVALID;
  }

  /** What is wrong with the frame anywhere, the batch's checksum included; null if nothing. */
  public @Nullable FrameProblem problem() {
    FrameProblem problem = headerProblem();
    if (problem == null) {
      problem = extensionProblem();
    }
    if (problem == null) {
      problem = batchFitProblem();
    }
    FrameKind kind = problem == null ? kind() : null;
    if (kind != null && kind.hasBatch() && batch().problem() != null) {
      return FrameProblem.BATCH_DAMAGED;
    }
    return problem;
  }

  /**
   * Writes a header. The extension must already lie behind it, because its checksum is part of the
   * header; the batch need not be in the same buffer.
   *
   * @param at absolute index of the frame's first byte
   * @param extensionLength bytes of extension at {@code at + HEADER_BYTES}, may be 0
   * @param batchLength bytes of batch that follow, 0 where the kind has none
   * @throws IllegalArgumentException if the lengths do not fit the kind or exceed 2 GiB
   */
  public static void writeHeader(
      ByteBuffer target, int at, FrameStamp stamp, int extensionLength, int batchLength) {
    long length = (long) HEADER_BYTES + extensionLength + batchLength;
    boolean fits = stamp.kind().hasBatch() ? batchLength > 0 : batchLength == 0;
    if (!fits || extensionLength < 0 || length > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          stamp.kind() + " with extension of " + extensionLength + ", batch of " + batchLength);
    }
    ByteBuffer out = bigEndian(target);
    out.putInt(at + LENGTH_AT, (int) length);
    out.put(at + VERSION_AT, (byte) FORMAT_VERSION);
    out.put(at + KIND_AT, (byte) stamp.kind().number());
    out.putShort(at + FLAGS_AT, (short) stamp.flags());
    out.putInt(at + PARTITION_AT, stamp.partition());
    out.putLong(at + EPOCH_AT, stamp.epoch());
    out.putLong(at + POSITION_AT, stamp.position());
    out.putLong(at + FLUSHED_AT, stamp.flushed());
    out.putLong(at + TIME_AT, stamp.timeMillis());
    out.putLong(at + BASE_OFFSET_AT, stamp.baseOffset());
    out.putInt(at + RECORD_FIRST_AT, stamp.recordFirst());
    out.putInt(at + RECORD_COUNT_AT, stamp.recordCount());
    out.putInt(at + EXTENSION_LENGTH_AT, extensionLength);
    out.putInt(at + EXTENSION_CRC_AT, Crc32c.of(out, at + EXTENSION_AT, extensionLength));
    out.putInt(at + HEADER_CRC_AT, headerCrc(out, at));
  }

  /**
   * Stamps a written header with its place and computes its checksum anew. For a journal that knows
   * the place of a frame only when it appends it.
   */
  public static void stampPlace(
      ByteBuffer target, int at, long epoch, long position, long flushed) {
    ByteBuffer out = bigEndian(target);
    out.putLong(at + EPOCH_AT, epoch);
    out.putLong(at + POSITION_AT, position);
    out.putLong(at + FLUSHED_AT, flushed);
    out.putInt(at + HEADER_CRC_AT, headerCrc(out, at));
  }

  static boolean recordsFit(FrameKind kind, int first, int count) {
    boolean inBatch = first >= 0 && count >= 1 && (long) first + count <= BatchHead.MAX_RECORDS;
    return kind == FrameKind.MESSAGES ? inBatch : first == 0 && count == 0;
  }

  private @Nullable FrameProblem fieldProblem() {
    if ((buffer.get(at + VERSION_AT) & 0xFF) != FORMAT_VERSION) {
      return FrameProblem.VERSION_UNKNOWN;
    }
    FrameKind kind = kind();
    if (kind == null) {
      return FrameProblem.KIND_UNKNOWN;
    }
    if (!kind.permitsFlags(flags())) {
      return FrameProblem.FLAGS_UNKNOWN;
    }
    if (partition() < 0 || (epoch() | position() | flushed() | timeMillis() | baseOffset()) < 0) {
      return FrameProblem.NEGATIVE;
    }
    if (!recordsFit(kind, recordFirst(), recordCount())) {
      return FrameProblem.RECORDS_INVALID;
    }
    int extension = extensionLength();
    int rest = length() - HEADER_BYTES;
    boolean fits = extension >= 0 && (kind.hasBatch() ? extension < rest : extension == rest);
    return fits ? null : FrameProblem.EXTENSION_LENGTH;
  }

  private int available() {
    return buffer.limit() - at;
  }

  private static int headerCrc(ByteBuffer buffer, int at) {
    return Crc32c.of(buffer, at + CHECKED_FROM, HEADER_BYTES - CHECKED_FROM);
  }

  private static ByteBuffer bigEndian(ByteBuffer buffer) {
    return buffer.order() == ByteOrder.BIG_ENDIAN ? buffer : buffer.duplicate();
  }
}
