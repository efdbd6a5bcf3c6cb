package io.feige.broker.core;

import io.feige.protocol.Crc32c;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compression;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.batch.Decompressor;
import io.feige.protocol.batch.RecordHeader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Batches as a producer packs them. */
final class Batches {
  private static final byte[] BODY = "body".getBytes(StandardCharsets.UTF_8);
  private static final BatchStamp ANYBODY = new BatchStamp(0, 0, 0);

  private static final long FAR_MILLIS = 2_000_000_000_000L;

  /** Stands for the compression libraries, which are not on this class path. */
  static final Compressor PACKER =
      new Compressor() {
        @Override
        public Compression compression() {
          return Compression.LZ4;
        }

        @Override
        public int maxCompressedBytes(int bytes) {
          return 2 * bytes + 100;
        }

        @Override
        public int compress(ByteBuffer source, ByteBuffer target) {
          Deflater deflater = new Deflater();
          deflater.setInput(source);
          deflater.finish();
          int bytes = deflater.deflate(target);
          deflater.end();
          return bytes;
        }
      };

  static final Decompressor UNPACKER = Batches::unpack;

  private Batches() {}

  private static int unpack(Compression compression, ByteBuffer source, ByteBuffer target) {
    Inflater inflater = new Inflater();
    inflater.setInput(source);
    try {
      return inflater.inflate(target);
    } catch (DataFormatException e) {
      return Decompressor.DAMAGED;
    } finally {
      inflater.end();
    }
  }

  /** So many records without keys, of a producer that is not idempotent. */
  static ByteBuffer of(int records) {
    return of(records, ANYBODY);
  }

  static ByteBuffer of(int records, BatchStamp stamp) {
    BatchWriter writer = writer();
    for (int i = 0; i < records; i++) {
      writer.add(null, List.of(), BODY, 1_000, 0);
    }
    return writer.finish(stamp, Compressor.NONE);
  }

  /** A record for each key; an empty key is none. */
  static ByteBuffer keyed(String... keys) {
    return keyed(ANYBODY, keys);
  }

  static ByteBuffer keyed(BatchStamp stamp, String... keys) {
    BatchWriter writer = writer();
    for (String key : keys) {
      byte[] bytes = key.isEmpty() ? null : key.getBytes(StandardCharsets.UTF_8);
      writer.add(bytes, List.of(), BODY, 1_000, 0);
    }
    return writer.finish(stamp, Compressor.NONE);
  }

  /** A record for each time at which it expires; 0 for never. */
  static ByteBuffer expiring(long... expiriesMillis) {
    BatchWriter writer = writer();
    for (long expiry : expiriesMillis) {
      writer.add(null, List.of(), BODY, 1_000, expiry);
    }
    return writer.finish(ANYBODY, Compressor.NONE);
  }

  static ByteBuffer expiringDelayed(int records, long deliverAtMillis, long expiryMillis) {
    BatchWriter writer = writer();
    for (int i = 0; i < records; i++) {
      writer.add(null, List.of(), BODY, 1_000, expiryMillis);
    }
    return writer.finish(new BatchStamp(0, 0, deliverAtMillis), Compressor.NONE);
  }

  static ByteBuffer delayed(int records, long deliverAtMillis) {
    return of(records, new BatchStamp(0, 0, deliverAtMillis));
  }

  /** One record with a body of so many bytes. */
  static ByteBuffer large(int bytes) {
    BatchWriter writer = BatchWriter.withLimit(bytes + 1_000);
    writer.add(null, List.of(), new byte[bytes], 1_000, 0);
    return writer.finish(ANYBODY, Compressor.NONE);
  }

  /** Records with a key, a header, a time, an expiry and a body of so many bytes each. */
  static ByteBuffer rich(int records, int bodyBytes, Compressor compressor) {
    BatchWriter writer = BatchWriter.withLimit(8 << 20);
    for (int i = 0; i < records; i++) {
      byte[] body = new byte[bodyBytes];
      Arrays.fill(body, (byte) i);
      byte[] key = ("key-" + i).getBytes(StandardCharsets.UTF_8);
      writer.add(key, List.of(RecordHeader.of("n", "v" + i)), body, 1_000 + i, FAR_MILLIS + i);
    }
    return writer.finish(new BatchStamp(77, 0, 0), compressor);
  }

  /** Makes the checksum of a batch that was changed right. */
  static void checksum(ByteBuffer batch) {
    int length = batch.remaining() - BatchHead.CHECKED_FROM;
    batch.putInt(BatchHead.CRC_AT, Crc32c.of(batch, BatchHead.CHECKED_FROM, length));
  }

  private static BatchWriter writer() {
    return BatchWriter.withLimit(1 << 20);
  }
}
