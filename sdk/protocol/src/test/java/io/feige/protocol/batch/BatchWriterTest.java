package io.feige.protocol.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BatchWriterTest {
  private static final BatchStamp STAMP = new BatchStamp(1, 0, 0);

  private static final class Written {
    private final byte @Nullable [] key;
    private final List<RecordHeader> headers;
    private final byte[] body;
    private final long time;

    private Written(byte @Nullable [] key, List<RecordHeader> headers, byte[] body, long time) {
      this.key = key;
      this.headers = headers;
      this.body = body;
      this.time = time;
    }
  }

  @Test
  void randomRecordsComeOutAsTheyWentIn() {
    Random random = new Random(42);
    BatchWriter writer = BatchWriter.withLimit(1 << 20);
    for (int round = 0; round < 50; round++) {
      List<Written> written = new ArrayList<>();
      for (int i = random.nextInt(300); i >= 0; i--) {
        Written record = randomRecord(random);
        written.add(record);
        writer.add(record.key, record.headers, record.body, record.time, 0);
      }
      Compressor compressor =
          random.nextBoolean() ? Compressor.NONE : new RunLength(Compression.LZ4);

      ByteBuffer batch = writer.finish(STAMP, compressor);

      readsBack(batch, written);
    }
  }

  @Test
  void batchNeverExceedsTheLimitAndEstimateIsNeverTooLow() {
    Random random = new Random(7);
    BatchWriter writer = BatchWriter.withLimit(2_000);
    for (int i = 0; i < 5_000; i++) {
      Written record = randomRecord(random);
      int atMost = BatchWriter.recordBytesAtMost(record.key, record.headers, record.body);
      long estimate = writer.sizeIfAdded(atMost);
      int expiry = random.nextInt(2);
      boolean added = writer.add(record.key, record.headers, record.body, record.time, expiry);
      if (added) {
        assertThat((long) writer.size()).isLessThanOrEqualTo(estimate).isLessThanOrEqualTo(2_000);
      } else if (!writer.isEmpty()) {
        assertThat(estimate).isGreaterThan(2_000);
        assertThat(writer.finish(STAMP, Compressor.NONE).remaining()).isLessThanOrEqualTo(2_000);
      }
    }
  }

  @Test
  void recordThatDoesNotFitLeavesTheBatchAsItWas() {
    BatchWriter writer = BatchWriter.withLimit(200);
    writer.add(null, List.of(), new byte[10], 1, 0);
    int size = writer.size();

    assertThat(writer.add(null, List.of(), new byte[200], 1, 0)).isFalse();

    assertThat(writer.size()).isEqualTo(size);
    assertThat(writer.recordCount()).isEqualTo(1);
  }

  @Test
  void batchIsFullAfter65535Records() {
    BatchWriter writer = BatchWriter.withLimit(1 << 24);
    for (int i = 0; i < BatchHead.MAX_RECORDS; i++) {
      assertThat(writer.add(null, List.of(), new byte[0], i, 0)).isTrue();
    }

    assertThat(writer.add(null, List.of(), new byte[0], 1, 0)).isFalse();

    BatchHead head = BatchHead.at(writer.finish(STAMP, Compressor.NONE), 0);
    assertThat(head.problem()).isNull();
    assertThat(head.recordCount()).isEqualTo(65_535);
  }

  @Test
  void columnsOfOneBatchDoNotAppearInTheNext() {
    BatchWriter writer = BatchWriter.withLimit(1_000);
    writer.add(new byte[] {1}, List.of(), new byte[1], 1, 5);
    writer.finish(STAMP, Compressor.NONE);

    writer.add(null, List.of(), new byte[1], 1, 0);

    BatchHead head = BatchHead.at(writer.finish(STAMP, Compressor.NONE), 0);
    assertThat(head.columns()).isZero();
    assertThat(head.recordCount()).isEqualTo(1);
  }

  @Test
  void payloadThatCompressionWouldNotShrinkIsStoredAsItIs() {
    BatchWriter writer = BatchWriter.withLimit(1_000);
    writer.add(null, List.of(), new byte[] {1, 2, 3}, 1, 0);

    BatchHead head = BatchHead.at(writer.finish(STAMP, new RunLength(Compression.ZSTD)), 0);

    assertThat(head.compression()).isEqualTo(Compression.NONE);
    assertThat(head.problem()).isNull();
  }

  @Test
  void recordWithHalfASurrogatePairInAHeaderIsRefusedAndNotAdded() {
    BatchWriter writer = BatchWriter.withLimit(1_000);
    List<RecordHeader> headers = List.of(new RecordHeader("\ud800", new byte[0]));

    assertThatThrownBy(() -> writer.add(null, headers, new byte[0], 1, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(writer.isEmpty()).isTrue();
  }

  @Test
  void valuesOutOfRangeAreRefused() {
    BatchWriter writer = BatchWriter.withLimit(1_000);
    byte[] body = {};

    assertThatThrownBy(() -> writer.add(null, List.of(), body, -1, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> writer.add(null, List.of(), body, 0, -1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new BatchStamp(-1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> BatchWriter.withLimit(62))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void emptyBatchCannotBeFinished() {
    BatchWriter writer = BatchWriter.withLimit(1_000);

    assertThatThrownBy(() -> writer.finish(STAMP, Compressor.NONE))
        .isInstanceOf(IllegalStateException.class);
  }

  private static void readsBack(ByteBuffer batch, List<Written> written) {
    BatchReader reader = BatchReader.open(BatchHead.at(batch, 0), RunLength.DECOMPRESSOR, 1 << 20);
    assertThat(reader.recordCount()).isEqualTo(written.size());
    for (int i = 0; i < written.size(); i++) {
      BatchRecord record = reader.record(i);
      byte @Nullable [] key = written.get(i).key;
      assertThat(record.key()).isEqualTo(key);
      assertThat(record.headers()).isEqualTo(written.get(i).headers);
      assertThat(record.body()).isEqualTo(written.get(i).body);
      assertThat(record.clientTimeMillis()).isEqualTo(written.get(i).time);
      assertThat(reader.head().keyHash(i))
          .isEqualTo(key == null ? KeyHash.NO_KEY : KeyHash.of(key));
    }
  }

  private static Written randomRecord(Random random) {
    byte @Nullable [] key = random.nextBoolean() ? bytes(random, 200) : null;
    List<RecordHeader> headers = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      headers.add(new RecordHeader("name-ö-" + i, bytes(random, 50)));
    }
    byte[] body = random.nextBoolean() ? bytes(random, 300) : new byte[random.nextInt(300)];
    return new Written(key, headers, body, random.nextLong() & Long.MAX_VALUE);
  }

  private static byte[] bytes(Random random, int below) {
    byte[] bytes = new byte[random.nextInt(below)];
    random.nextBytes(bytes);
    return bytes;
  }
}
