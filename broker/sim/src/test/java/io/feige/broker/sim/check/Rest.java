package io.feige.broker.sim.check;

import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.BatchRecord;
import io.feige.protocol.batch.Decompressor;
import java.util.Arrays;
import java.util.BitSet;

/** What a batch must be like when messages of it were taken back. */
final class Rest {
  private Rest() {}

  /** Whether a batch has just those messages of another one that were not taken back. */
  static boolean isOf(BatchHead rest, BatchHead whole, BitSet cancelled) {
    BatchReader cut = BatchReader.open(rest, Decompressor.NONE, 0);
    BatchReader all = BatchReader.open(whole, Decompressor.NONE, 0);
    int next = 0;
    for (int i = 0; i < all.recordCount(); i++) {
      if (cancelled.get(i)) {
        continue;
      }
      if (next == cut.recordCount() || !isSame(cut, next, all, i)) {
        return false;
      }
      next++;
    }
    return next == cut.recordCount()
        && rest.producerId() == whole.producerId()
        && rest.sequence() == whole.sequence();
  }

  /** Whether a message of a batch is that of another one, with everything it has. */
  static boolean isSame(BatchReader a, int inA, BatchReader b, int inB) {
    BatchRecord one = a.record(inA);
    BatchRecord other = b.record(inB);
    return Arrays.equals(one.key(), other.key())
        && one.headers().equals(other.headers())
        && Arrays.equals(one.body(), other.body())
        && one.clientTimeMillis() == other.clientTimeMillis()
        && a.head().keyHash(inA) == b.head().keyHash(inB)
        && a.head().expiryMillis(inA) == b.head().expiryMillis(inB);
  }
}
