package io.feige.perf.jmh;

import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import java.nio.ByteBuffer;
import java.util.List;

/** Batches as producers make them. */
final class Batches {
  static final long TIME = 1_800_000_000_000L;
  private static final int LIMIT = 1 << 20;

  private Batches() {}

  static BatchWriter writer() {
    return BatchWriter.withLimit(LIMIT);
  }

  /** Fills a writer and takes the batch out of it. */
  static ByteBuffer write(BatchWriter writer, int records, byte[] body) {
    for (int i = 0; i < records; i++) {
      if (!writer.add(null, List.of(), body, TIME, 0)) {
        throw new IllegalStateException(records + " records do not fit");
      }
    }
    return writer.finish(new BatchStamp(7, 1, 0), Compressor.NONE);
  }

  static ByteBuffer of(int records, int bodyBytes) {
    return write(writer(), records, new byte[bodyBytes]);
  }
}
