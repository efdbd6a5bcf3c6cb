package io.feige.protocol.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.protocol.Hex;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GoldenBatchTest {
  private static final long TIME = 1_700_000_000_000L;

  private final BatchWriter writer = BatchWriter.withLimit(1024);

  @Test
  void batchWithoutColumnsIsPinned() {
    add(null, "one", TIME, 0);
    add(null, "", TIME + 2, 0);

    pinned(new BatchStamp(0, 0, 0), Compressor.NONE, GoldenBatches.withoutColumns());
  }

  @Test
  void batchWithKeysAndHeadersIsPinned() {
    List<RecordHeader> headers = List.of(RecordHeader.of("type", "order"));
    writer.add(utf8("customer-7"), headers, utf8("one"), TIME, 0);
    add(null, "two", TIME - 1, 0);
    add("", "three", TIME + 300, 0);

    pinned(new BatchStamp(77, 5, TIME + 60_000), Compressor.NONE, GoldenBatches.withKeys());
  }

  @Test
  void batchWithExpiriesIsPinned() {
    add(null, "a", TIME, 0);
    add(null, "b", TIME, TIME + 1_000);

    pinned(new BatchStamp(77, 6, 0), Compressor.NONE, GoldenBatches.withExpiries());
  }

  @Test
  void batchWithAllColumnsIsPinned() {
    add("k", "a", TIME, TIME + 5);
    add("k", "b", TIME, 0);

    pinned(new BatchStamp(77, 8, 0), Compressor.NONE, GoldenBatches.withAllColumns());
  }

  @Test
  void batchCompressedWithLz4IsPinned() {
    add(null, "a".repeat(24), TIME, 0);

    RunLength lz4 = new RunLength(Compression.LZ4);
    pinned(new BatchStamp(77, 9, 0), lz4, GoldenBatches.compressedWithLz4());
  }

  @Test
  void batchCompressedWithZstdIsPinned() {
    add(null, "a".repeat(24), TIME, 0);

    RunLength zstd = new RunLength(Compression.ZSTD);
    pinned(new BatchStamp(77, 10, 0), zstd, GoldenBatches.compressedWithZstd());
  }

  @ParameterizedTest
  @MethodSource("io.feige.protocol.batch.GoldenBatches#all")
  void nothingIsWrongWithAPinnedBatch(byte[] batch) {
    assertThat(BatchHead.at(ByteBuffer.wrap(batch), 0).problem()).isNull();
  }

  @Test
  void pinnedHeaderAndColumnsAreRead() {
    BatchHead head = BatchHead.at(ByteBuffer.wrap(GoldenBatches.withKeys()), 0);

    assertThat(head.length()).isEqualTo(122);
    assertThat(head.compression()).isEqualTo(Compression.NONE);
    assertThat(head.columns()).isEqualTo(BatchHead.KEY_HASHES);
    assertThat(head.recordCount()).isEqualTo(3);
    assertThat(head.producerId()).isEqualTo(77);
    assertThat(head.sequence()).isEqualTo(5);
    assertThat(head.clientTimeMillis()).isEqualTo(TIME);
    assertThat(head.deliverAtMillis()).isEqualTo(TIME + 60_000);
    assertThat(head.keyHash(0)).isEqualTo(KeyHash.of(utf8("customer-7")));
    assertThat(head.keyHash(1)).isEqualTo(KeyHash.NO_KEY);
    assertThat(head.size(1)).isEqualTo(6);
    assertThat(head.end(2)).isEqualTo(head.payloadLength());
    assertThat(head.expiryMillis(0)).isZero();
  }

  @Test
  void columnsThatFollowEachOtherAreReadEachFromItsPlace() {
    BatchHead head = BatchHead.at(ByteBuffer.wrap(GoldenBatches.withAllColumns()), 0);

    assertThat(head.keyHash(1)).isEqualTo(KeyHash.of(utf8("k")));
    assertThat(head.expiryMillis(0)).isEqualTo(TIME + 5);
    assertThat(head.expiryMillis(1)).isZero();
  }

  @Test
  void pinnedRecordsAreRead() {
    BatchHead head = BatchHead.at(ByteBuffer.wrap(GoldenBatches.withKeys()), 0);
    BatchReader reader = BatchReader.open(head, Decompressor.NONE, 0);

    BatchRecord first = reader.record(0);
    assertThat(first.key()).isEqualTo(utf8("customer-7"));
    assertThat(first.headers()).containsExactly(RecordHeader.of("type", "order"));
    assertThat(first.clientTimeMillis()).isEqualTo(TIME);
    assertThat(first.body()).isEqualTo(utf8("one"));

    BatchRecord second = reader.record(1);
    assertThat(second.hasKey()).isFalse();
    assertThat(second.key()).isNull();
    assertThat(second.clientTimeMillis()).isEqualTo(TIME - 1);

    BatchRecord third = reader.record(2);
    assertThat(third.key()).isEmpty();
    assertThat(Hex.of(third.bodyBuffer())).isEqualTo(Hex.of(ByteBuffer.wrap(utf8("three"))));
  }

  @Test
  void pinnedCompressedRecordsAreRead() {
    BatchHead head = BatchHead.at(ByteBuffer.wrap(GoldenBatches.compressedWithZstd()), 0);
    BatchReader reader = BatchReader.open(head, RunLength.DECOMPRESSOR, 27);

    assertThat(reader.record(0).body()).isEqualTo(utf8("a".repeat(24)));
  }

  private void add(@Nullable String key, String body, long time, long expiry) {
    byte @Nullable [] keyBytes = key == null ? null : utf8(key);
    assertThat(writer.add(keyBytes, List.of(), utf8(body), time, expiry)).isTrue();
  }

  private void pinned(BatchStamp stamp, Compressor compressor, byte[] expected) {
    int size = writer.size();

    ByteBuffer batch = writer.finish(stamp, compressor);

    assertThat(Hex.of(batch)).isEqualTo(Hex.of(ByteBuffer.wrap(expected)));
    assertThat(batch.remaining()).isLessThanOrEqualTo(size);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
