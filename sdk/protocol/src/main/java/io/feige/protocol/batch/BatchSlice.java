package io.feige.protocol.batch;

import io.feige.protocol.Crc32c;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Records of a batch that follow each other, as a batch of their own. It has everything that they
 * had: keys, headers, bodies, times, expiries, and who sent them as which of its batches; only
 * lengths and checksum are new. It is not compressed. The records themselves are copied and not
 * looked at, so one that was packed wrongly stays as wrong as it was.
 *
 * <p>A view of the batch it is cut out of: valid as long as that one's bytes are.
 */
public final class BatchSlice {
  private final BatchHead batch;
  private final ByteBuffer payload;
  private final int first;
  private final int count;

  private BatchSlice(BatchHead batch, ByteBuffer payload, int first, int count) {
    this.batch = batch;
    this.payload = payload;
    this.first = first;
    this.count = count;
  }

  /**
   * Cuts records out of a batch that was opened, and so is known to be sound.
   *
   * @param first index of the first record
   * @param count 1 or more
   * @throws IndexOutOfBoundsException if the batch does not have these records
   * @throws IllegalArgumentException if there is no record
   */
  public static BatchSlice of(BatchReader batch, int first, int count) {
    Objects.checkFromIndexSize(first, count, batch.recordCount());
    if (count == 0) {
      throw new IllegalArgumentException("a batch has at least one record");
    }
    return new BatchSlice(batch.head(), batch.payload(), first, count);
  }

  /** The bytes that such records take as a batch of their own. */
  public static long bytes(BatchHead batch, int first, int count) {
    return BatchHead.HEADER_BYTES
        + (long) count * BatchHead.bytesPerRecord(batch.columns())
        + batch.end(first + count - 1)
        - batch.start(first);
  }

  /** Index of the first record in the batch that this is cut out of. */
  public int first() {
    return first;
  }

  /** Number of records. */
  public int count() {
    return count;
  }

  /** Length of the batch that they make. */
  public int bytes() {
    return Math.toIntExact(bytes(batch, first, count));
  }

  /** The batch that they make, in a new array of its exact size. */
  public ByteBuffer toBuffer() {
    ByteBuffer target = ByteBuffer.allocate(bytes());
    writeTo(target, 0);
    return target;
  }

  /**
   * Writes the batch that they make.
   *
   * @param target big-endian, with room for {@link #bytes} from the index on; its position stays
   */
  public void writeTo(ByteBuffer target, int at) {
    writeHeader(target, at);
    int next = writeColumns(target, at + BatchHead.HEADER_BYTES);
    int from = batch.start(first);
    target.put(next, payload, from, batch.end(first + count - 1) - from);
    int crc = Crc32c.of(target, at + BatchHead.CHECKED_FROM, bytes() - BatchHead.CHECKED_FROM);
    target.putInt(at + BatchHead.CRC_AT, crc);
  }

  private void writeHeader(ByteBuffer target, int at) {
    batch.copyHeader(target, at);
    target.putInt(at + BatchHead.LENGTH_AT, bytes());
    target.put(at + BatchHead.COMPRESSION_AT, (byte) Compression.NONE.number());
    target.putInt(at + BatchHead.RECORD_COUNT_AT, count);
    target.putInt(
        at + BatchHead.COLUMNS_LENGTH_AT, count * BatchHead.bytesPerRecord(batch.columns()));
    target.putInt(
        at + BatchHead.PAYLOAD_LENGTH_AT, batch.end(first + count - 1) - batch.start(first));
  }

  /** Returns the index behind them. */
  private int writeColumns(ByteBuffer target, int at) {
    int next = at;
    int from = batch.start(first);
    for (int i = first; i < first + count; i++, next += Integer.BYTES) {
      target.putInt(next, batch.end(i) - from);
    }
    return batch.copyColumnsBehindEnds(first, count, target, next);
  }
}
