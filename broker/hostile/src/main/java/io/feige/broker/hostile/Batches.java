package io.feige.broker.hostile;

import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Batches as a producer packs them. */
final class Batches {
  private static final byte[] BODY = "body".getBytes(StandardCharsets.UTF_8);
  private static final BatchStamp ANYBODY = new BatchStamp(0, 0, 0);

  private Batches() {}

  static ByteBuffer of(int records, BatchStamp stamp) {
    BatchWriter writer = writer();
    for (int i = 0; i < records; i++) {
      writer.add(null, List.of(), BODY, 1_000, 0);
    }
    return writer.finish(stamp, Compressor.NONE);
  }

  /** A record for each key. */
  static ByteBuffer keyed(String... keys) {
    BatchWriter writer = writer();
    for (String key : keys) {
      writer.add(key.getBytes(StandardCharsets.UTF_8), List.of(), BODY, 1_000, 0);
    }
    return writer.finish(ANYBODY, Compressor.NONE);
  }

  /** A record for each time at which it expires; 0 for never. */
  static ByteBuffer expiring(long... expiriesMillis) {
    BatchWriter writer = writer();
    for (long expiry : expiriesMillis) {
      writer.add(null, List.of(), BODY, 1_000, expiry);
    }
    return writer.finish(ANYBODY, Compressor.NONE);
  }

  private static BatchWriter writer() {
    return BatchWriter.withLimit(1 << 20);
  }
}
