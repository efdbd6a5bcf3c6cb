package io.feige.protocol.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.protocol.error.MalformedFrameException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BatchSliceTest {
  private static final int LIMIT = 1 << 24;

  private static final class Written {
    private final byte @Nullable [] key;
    private final List<RecordHeader> headers;
    private final byte[] body;
    private final long timeMillis;
    private final long expiryMillis;

    private Written(
        byte @Nullable [] key,
        List<RecordHeader> headers,
        byte[] body,
        long timeMillis,
        long expiryMillis) {
      this.key = key;
      this.headers = headers;
      this.body = body;
      this.timeMillis = timeMillis;
      this.expiryMillis = expiryMillis;
    }
  }

  private final Random random = new Random(91);
  private final BatchWriter writer = BatchWriter.withLimit(LIMIT);

  @Test
  void sliceIsWhatWritingItsRecordsAnewGives() {
    for (int round = 0; round < 400; round++) {
      List<Written> records = records();
      BatchStamp stamp =
          new BatchStamp(random.nextLong() >>> 1, random.nextInt(1_000), random.nextInt(2));
      ByteBuffer batch = write(records, 0, records.size(), stamp, compressor());
      int first = random.nextInt(records.size());
      int count = 1 + random.nextInt(records.size() - first);

      BatchSlice slice = BatchSlice.of(open(batch), first, count);

      ByteBuffer target = ByteBuffer.allocate(slice.bytes() + 11);
      slice.writeTo(target, 7);
      BatchHead cut = BatchHead.within(target, 7, slice.bytes());
      assertThat(cut.problem()).isNull();
      assertThat(cut.bytes()).isEqualTo(slice.toBuffer());
      assertThat(slice.bytes()).isLessThanOrEqualTo(uncompressedLength(batch));
      sameStamp(cut, BatchHead.at(batch, 0));
      sameRecords(cut, records.subList(first, first + count));
    }
  }

  @Test
  void sliceFromTheFirstRecordOnIsByteForByteTheBatchWrittenAnew() {
    for (int round = 0; round < 100; round++) {
      List<Written> records = records();
      BatchStamp stamp = new BatchStamp(5, round, 0);
      ByteBuffer batch = write(records, 0, records.size(), stamp, Compressor.NONE);
      int columns = BatchHead.at(batch, 0).columns();
      int count = 1 + random.nextInt(records.size());
      ByteBuffer anew = write(records, 0, count, stamp, Compressor.NONE);

      if (BatchHead.at(anew, 0).columns() == columns) {
        assertThat(BatchSlice.of(open(batch), 0, count).toBuffer()).isEqualTo(anew);
      }
    }
  }

  @Test
  void sliceOfASliceIsTheSliceOfTheWhole() {
    for (int round = 0; round < 100; round++) {
      List<Written> records = records();
      ByteBuffer batch = write(records, 0, records.size(), new BatchStamp(1, 2, 3), compressor());
      int first = random.nextInt(records.size());
      int count = 1 + random.nextInt(records.size() - first);
      int then = random.nextInt(count);

      ByteBuffer outer = BatchSlice.of(open(batch), first, count).toBuffer();
      ByteBuffer inner = BatchSlice.of(open(outer), then, count - then).toBuffer();

      assertThat(inner)
          .isEqualTo(BatchSlice.of(open(batch), first + then, count - then).toBuffer());
    }
  }

  @Test
  void damagedBatchCannotBeCut() {
    byte[] batch = GoldenBatches.withKeys();
    batch[batch.length - 1] ^= 1;

    assertThatThrownBy(() -> open(ByteBuffer.wrap(batch)))
        .isInstanceOf(MalformedFrameException.class);
  }

  @Test
  void recordsThatTheBatchDoesNotHaveAreRefused() {
    BatchReader batch = open(ByteBuffer.wrap(GoldenBatches.withKeys()));

    assertThatThrownBy(() -> BatchSlice.of(batch, 1, 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> BatchSlice.of(batch, 1, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static BatchReader open(ByteBuffer batch) {
    return BatchReader.open(BatchHead.at(batch, 0), RunLength.DECOMPRESSOR, LIMIT);
  }

  private static int uncompressedLength(ByteBuffer batch) {
    BatchHead head = BatchHead.at(batch, 0);
    return BatchHead.HEADER_BYTES + head.columnsLength() + head.payloadLength();
  }

  private static void sameStamp(BatchHead cut, BatchHead batch) {
    assertThat(cut.producerId()).isEqualTo(batch.producerId());
    assertThat(cut.sequence()).isEqualTo(batch.sequence());
    assertThat(cut.clientTimeMillis()).isEqualTo(batch.clientTimeMillis());
    assertThat(cut.deliverAtMillis()).isEqualTo(batch.deliverAtMillis());
    assertThat(cut.compression()).isEqualTo(Compression.NONE);
  }

  private static void sameRecords(BatchHead cut, List<Written> records) {
    BatchReader reader = BatchReader.open(cut, Decompressor.NONE, 0);
    assertThat(reader.recordCount()).isEqualTo(records.size());
    for (int i = 0; i < records.size(); i++) {
      Written written = records.get(i);
      BatchRecord record = reader.record(i);
      assertThat(record.key()).isEqualTo(written.key);
      assertThat(record.headers()).isEqualTo(written.headers);
      assertThat(record.body()).isEqualTo(written.body);
      assertThat(record.clientTimeMillis()).isEqualTo(written.timeMillis);
      assertThat(cut.expiryMillis(i)).isEqualTo(written.expiryMillis);
      int hash = written.key == null ? KeyHash.NO_KEY : KeyHash.of(written.key);
      assertThat(cut.keyHash(i)).isEqualTo(hash);
    }
  }

  private Compressor compressor() {
    return random.nextBoolean() ? Compressor.NONE : new RunLength(Compression.LZ4);
  }

  private ByteBuffer write(
      List<Written> records, int first, int end, BatchStamp stamp, Compressor compressor) {
    for (Written each : records.subList(first, end)) {
      boolean isAdded =
          writer.add(each.key, each.headers, each.body, each.timeMillis, each.expiryMillis);
      assertThat(isAdded).isTrue();
    }
    return writer.finish(stamp, compressor);
  }

  /** Any number of records; each column is there or not. */
  private List<Written> records() {
    boolean hasKeys = random.nextBoolean();
    boolean hasExpiries = random.nextBoolean();
    List<Written> records = new ArrayList<>();
    for (int i = random.nextInt(60); i >= 0; i--) {
      records.add(
          new Written(
              hasKeys && random.nextBoolean() ? bytes(9) : null,
              random.nextInt(3) == 0 ? List.of(new RecordHeader("n", bytes(4))) : List.of(),
              bytes(random.nextInt(4) == 0 ? 300 : 5),
              1_700_000_000_000L + random.nextInt(9_000) - 4_000,
              hasExpiries && random.nextBoolean() ? random.nextInt(1 << 20) : 0));
    }
    return records;
  }

  /** Alike in runs, so that some batches are compressed. */
  private byte[] bytes(int atMost) {
    byte[] bytes = new byte[random.nextInt(atMost + 1)];
    Arrays.fill(bytes, (byte) random.nextInt(256));
    return bytes;
  }
}
