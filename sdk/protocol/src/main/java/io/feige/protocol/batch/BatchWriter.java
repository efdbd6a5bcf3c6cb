package io.feige.protocol.batch;

import io.feige.protocol.Crc32c;
import io.feige.protocol.Utf8;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Packs records into batches. Owns one growing buffer for the payload and one for each column; they
 * are kept from batch to batch, so a record costs a copy and no allocation, and a batch costs one
 * array of its exact size. Used by one thread at a time.
 */
public final class BatchWriter {
  private static final int FIRST_PAYLOAD_BYTES = 4096;
  private static final int MAX_COLUMN_BYTES =
      BatchHead.bytesPerRecord(BatchHead.KEY_HASHES | BatchHead.EXPIRIES);

  private final int maxBatchBytes;
  private final BatchColumns columns = new BatchColumns();
  private byte[] payload = new byte[0];
  private byte[] scratch = new byte[0];
  private int payloadBytes;
  private long firstTimeMillis;

  private BatchWriter(int maxBatchBytes) {
    this.maxBatchBytes = maxBatchBytes;
  }

  /**
   * A writer of batches up to a size before compression.
   *
   * @param maxBatchBytes at least one empty record's batch, 59 + 4 bytes
   */
  public static BatchWriter withLimit(int maxBatchBytes) {
    if (maxBatchBytes < BatchHead.HEADER_BYTES + Integer.BYTES + BatchHead.MIN_RECORD_BYTES) {
      throw new IllegalArgumentException("no record fits into " + maxBatchBytes + " bytes");
    }
    return new BatchWriter(maxBatchBytes);
  }

  /** Number of records so far. */
  public int recordCount() {
    return columns.count();
  }

  /** Whether there is no record yet. */
  public boolean isEmpty() {
    return columns.count() == 0;
  }

  /** Length of the batch if it were finished now without compression. */
  public int size() {
    return BatchHead.HEADER_BYTES + columns.bytes() + payloadBytes;
  }

  /**
   * The most bytes that a record can take in a payload. For deciding before adding, and for
   * accounting memory.
   *
   * @return at most 2^31-1; such a record fits nowhere
   */
  public static int recordBytesAtMost(
      byte @Nullable [] key, List<RecordHeader> headers, byte[] body) {
    long bytes = 2L * VarInts.MAX_INT_BYTES + VarInts.MAX_LONG_BYTES + body.length;
    bytes += key == null ? 0 : key.length;
    for (int i = 0; i < headers.size(); i++) {
      RecordHeader header = headers.get(i);
      bytes += 2L * VarInts.MAX_INT_BYTES + 3L * header.name().length() + header.value().length;
    }
    return (int) Math.min(Integer.MAX_VALUE, bytes);
  }

  /** The most bytes of the batch, before compression, if a record of so many bytes is added. */
  public long sizeIfAdded(int recordBytesAtMost) {
    long all = (long) (columns.count() + 1) * MAX_COLUMN_BYTES;
    return BatchHead.HEADER_BYTES + all + payloadBytes + recordBytesAtMost;
  }

  /**
   * Whether so many records more are sure to fit.
   *
   * @param recordBytesAtMost of all of them together
   */
  public boolean fits(int records, long recordBytesAtMost) {
    long count = columns.count() + (long) records;
    long bytes = BatchHead.HEADER_BYTES + count * MAX_COLUMN_BYTES + payloadBytes;
    return count <= BatchHead.MAX_RECORDS && bytes + recordBytesAtMost <= maxBatchBytes;
  }

  /**
   * Adds a record if it fits.
   *
   * @param key null: none
   * @param clientTimeMillis when it was handed over, milliseconds since 1970; the first record's
   *     becomes the batch's
   * @param expiryMillis when it expires, milliseconds since 1970; 0: never
   * @return false if the batch is full; nothing was added. False from an empty writer means that
   *     the record is larger than any batch may be
   * @throws IllegalArgumentException if a time is negative, or a header's name holds half of a
   *     surrogate pair; nothing was added
   */
  public boolean add(
      byte @Nullable [] key,
      List<RecordHeader> headers,
      byte[] body,
      long clientTimeMillis,
      long expiryMillis) {
    if ((clientTimeMillis | expiryMillis) < 0) {
      throw new IllegalArgumentException("clientTimeMillis and expiryMillis must be 0 or more");
    }
    int atMost = recordBytesAtMost(key, headers, body);
    int needed = BatchColumns.columnsFor(key != null, expiryMillis);
    long room = (long) maxBatchBytes - BatchHead.HEADER_BYTES - columns.bytesIfAdded(needed);
    if (columns.count() == BatchHead.MAX_RECORDS || payloadBytes + (long) atMost > room) {
      return false;
    }
    ensurePayload(payloadBytes + atMost);
    if (isEmpty()) {
      firstTimeMillis = clientTimeMillis;
    }
    payloadBytes = writeRecord(key, headers, body, clientTimeMillis - firstTimeMillis);
    int hash = key == null ? KeyHash.NO_KEY : KeyHash.of(key);
    columns.add(payloadBytes, needed, hash, expiryMillis);
    return true;
  }

  /**
   * Completes the batch and begins the next one. The payload is compressed only if that makes it
   * smaller.
   *
   * @return the batch in a new array of its exact size, position 0, limit at its end
   * @throws IllegalStateException if there is no record
   */
  public ByteBuffer finish(BatchStamp stamp, Compressor compressor) {
    if (isEmpty()) {
      throw new IllegalStateException("a batch has at least one record");
    }
    int compressed = compress(compressor);
    Compression compression = compressed < 0 ? Compression.NONE : compressor.compression();
    byte[] stored = compressed < 0 ? payload : scratch;
    int storedBytes = compressed < 0 ? payloadBytes : compressed;

    int length = BatchHead.HEADER_BYTES + columns.bytes() + storedBytes;
    ByteBuffer batch = ByteBuffer.allocate(length);
    writeHeader(batch, stamp, compression);
    columns.writeTo(batch);
    batch.put(stored, 0, storedBytes);
    batch.flip();
    int crc = Crc32c.of(batch, BatchHead.CHECKED_FROM, length - BatchHead.CHECKED_FROM);
    batch.putInt(BatchHead.CRC_AT, crc);
    clear();
    return batch;
  }

  /** Forgets the records so far; the buffers stay for the next batch. */
  public void clear() {
    columns.clear();
    payloadBytes = 0;
  }

  private void writeHeader(ByteBuffer batch, BatchStamp stamp, Compression compression) {
    batch.putInt(batch.capacity());
    batch.putInt(0);
    batch.put((byte) BatchHead.FORMAT_VERSION);
    batch.put((byte) compression.number());
    batch.putShort((short) columns.present());
    batch.putInt(columns.count());
    batch.putLong(stamp.producerId());
    batch.putLong(stamp.sequence());
    batch.putLong(firstTimeMillis);
    batch.putLong(stamp.deliverAtMillis());
    batch.putInt(columns.bytes());
    batch.putInt(payloadBytes);
  }

  /** Compresses into the scratch array; -1 if that is not wanted or gains nothing. */
  private int compress(Compressor compressor) {
    if (compressor.compression() == Compression.NONE) {
      return -1;
    }
    int most = compressor.maxCompressedBytes(payloadBytes);
    if (scratch.length < most) {
      scratch = new byte[most];
    }
    int bytes =
        compressor.compress(
            ByteBuffer.wrap(payload, 0, payloadBytes), ByteBuffer.wrap(scratch, 0, most));
    return bytes > 0 && bytes < payloadBytes ? bytes : -1;
  }

  private int writeRecord(
      byte @Nullable [] key, List<RecordHeader> headers, byte[] body, long timeDelta) {
    int i = payloadBytes;
    if (key == null) {
      payload[i++] = 0;
    } else {
      i = VarInts.put(payload, i, key.length + 1);
      i = put(i, key);
    }
    i = VarInts.put(payload, i, headers.size());
    for (int h = 0; h < headers.size(); h++) {
      RecordHeader header = headers.get(h);
      byte[] name = Utf8.encode(header.name());
      i = put(VarInts.put(payload, i, name.length), name);
      i = put(VarInts.put(payload, i, header.value().length), header.value());
    }
    i = VarInts.putZigZag(payload, i, timeDelta);
    return put(i, body);
  }

  private int put(int at, byte[] bytes) {
    System.arraycopy(bytes, 0, payload, at, bytes.length);
    return at + bytes.length;
  }

  private void ensurePayload(int bytes) {
    if (payload.length < bytes) {
      long doubled = Math.max(FIRST_PAYLOAD_BYTES, payload.length * 2L);
      payload = Arrays.copyOf(payload, (int) Math.max(bytes, Math.min(maxBatchBytes, doubled)));
    }
  }
}
