package io.feige.protocol.batch;

import io.feige.protocol.Crc32c;
import java.nio.ByteBuffer;
import java.util.BitSet;

/**
 * What is left of a batch without some of its records, as a batch of its own: in their order, with
 * everything that they had, as {@link BatchSlice} has it of records that follow each other.
 */
public final class BatchRest {
  private BatchRest() {}

  /**
   * Cuts records out of a batch that was opened, and so is known to be sound.
   *
   * @param without indexes of the records that are not wanted
   * @return the others, in a new array of its exact size, not compressed
   * @throws IllegalArgumentException if there are no others
   */
  public static ByteBuffer of(BatchReader batch, BitSet without) {
    BatchHead head = batch.head();
    int count = 0;
    int payloadBytes = 0;
    int records = head.recordCount();
    for (int i = without.nextClearBit(0); i < records; i = without.nextClearBit(i + 1)) {
      count++;
      payloadBytes += head.size(i);
    }
    if (count == 0) {
      throw new IllegalArgumentException("nothing is left of the batch");
    }
    int columnsBytes = count * BatchHead.bytesPerRecord(head.columns());
    int bytes = BatchHead.HEADER_BYTES + columnsBytes + payloadBytes;
    ByteBuffer target = ByteBuffer.allocate(bytes);
    head.copyHeader(target, 0);
    target.putInt(BatchHead.LENGTH_AT, bytes);
    target.put(BatchHead.COMPRESSION_AT, (byte) Compression.NONE.number());
    target.putInt(BatchHead.RECORD_COUNT_AT, count);
    target.putInt(BatchHead.COLUMNS_LENGTH_AT, columnsBytes);
    target.putInt(BatchHead.PAYLOAD_LENGTH_AT, payloadBytes);
    copyRecords(batch, without, target, count);
    int crc = Crc32c.of(target, BatchHead.CHECKED_FROM, bytes - BatchHead.CHECKED_FROM);
    return target.putInt(BatchHead.CRC_AT, crc);
  }

  /** Copies columns and payload, record by record. */
  private static void copyRecords(BatchReader batch, BitSet without, ByteBuffer target, int count) {
    BatchHead head = batch.head();
    boolean hasHashes = head.hasColumn(BatchHead.KEY_HASHES);
    boolean hasExpiries = head.hasColumn(BatchHead.EXPIRIES);
    int hashesAt = BatchHead.HEADER_BYTES + count * Integer.BYTES;
    int expiriesAt = hashesAt + (hasHashes ? count * Integer.BYTES : 0);
    int payloadAt = BatchHead.HEADER_BYTES + count * BatchHead.bytesPerRecord(head.columns());
    int end = 0;
    int to = 0;
    int records = head.recordCount();
    for (int i = without.nextClearBit(0); i < records; i = without.nextClearBit(i + 1)) {
      int size = head.size(i);
      target.put(payloadAt + end, batch.payload(), head.start(i), size);
      end += size;
      target.putInt(BatchHead.HEADER_BYTES + to * Integer.BYTES, end);
      if (hasHashes) {
        target.putInt(hashesAt + to * Integer.BYTES, head.keyHash(i));
      }
      if (hasExpiries) {
        target.putLong(expiriesAt + to * Long.BYTES, head.expiryMillis(i));
      }
      to++;
    }
  }
}
