package io.feige.protocol.batch;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The columns of a batch that is being written; grows by doubling, is used again after clearing.
 */
final class BatchColumns {
  private static final int FIRST_CAPACITY = 64;

  private int[] ends = new int[FIRST_CAPACITY];
  private int[] hashes = new int[FIRST_CAPACITY];
  private long[] expiries = new long[FIRST_CAPACITY];
  private int count;
  private int present;

  int count() {
    return count;
  }

  /** The bits of the columns that hold something. */
  int present() {
    return present;
  }

  int bytes() {
    return count * BatchHead.bytesPerRecord(present);
  }

  /** Bytes of all columns if one more record is added that needs these columns. */
  int bytesIfAdded(int columns) {
    return (count + 1) * BatchHead.bytesPerRecord(present | columns);
  }

  void add(int end, int columns, int hash, long expiry) {
    if (count == ends.length) {
      grow();
    }
    ends[count] = end;
    hashes[count] = hash;
    expiries[count] = expiry;
    present |= columns;
    count++;
  }

  void writeTo(ByteBuffer target) {
    for (int i = 0; i < count; i++) {
      target.putInt(ends[i]);
    }
    for (int i = 0; (present & BatchHead.KEY_HASHES) != 0 && i < count; i++) {
      target.putInt(hashes[i]);
    }
    for (int i = 0; (present & BatchHead.EXPIRIES) != 0 && i < count; i++) {
      target.putLong(expiries[i]);
    }
  }

  void clear() {
    count = 0;
    present = 0;
  }

  static int columnsFor(boolean hasKey, long expiryMillis) {
    return (hasKey ? BatchHead.KEY_HASHES : 0) | (expiryMillis != 0 ? BatchHead.EXPIRIES : 0);
  }

  private void grow() {
    int capacity = Math.min(BatchHead.MAX_RECORDS, count * 2);
    ends = Arrays.copyOf(ends, capacity);
    hashes = Arrays.copyOf(hashes, capacity);
    expiries = Arrays.copyOf(expiries, capacity);
  }
}
