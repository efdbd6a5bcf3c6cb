package io.feige.protocol.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.feige.protocol.Crc32c;
import io.feige.protocol.Hex;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class BatchReaderTest {
  @Test
  void damagedBatchIsRefusedWithItsProblem() {
    byte[] batch = GoldenBatches.withKeys();
    batch[batch.length - 1] ^= 1;

    assertThatThrownBy(() -> open(batch, RunLength.DECOMPRESSOR, 100))
        .isInstanceOf(MalformedFrameException.class)
        .hasMessage(BatchProblem.CHECKSUM.sentence());
  }

  @Test
  void payloadAboveTheLimitIsRefusedBeforeItIsDecompressed() {
    AtomicBoolean asked = new AtomicBoolean();
    Decompressor decompressor =
        (compression, source, target) -> {
          asked.set(true);
          return 0;
        };
    byte[] batch = GoldenBatches.compressedWithLz4();
    ByteBuffer.wrap(batch).putInt(BatchHead.PAYLOAD_LENGTH_AT, Integer.MAX_VALUE);
    ByteBuffer.wrap(batch).putInt(BatchHead.HEADER_BYTES, Integer.MAX_VALUE);
    checksum(batch);

    MalformedFrameException refused =
        catchThrowableOfType(
            MalformedFrameException.class, () -> open(batch, decompressor, 1 << 20));

    assertThat(refused.code()).isEqualTo(ErrorCode.BATCH_TOO_LARGE);
    assertThat(asked).isFalse();
  }

  @Test
  void payloadThatDecompressesToAnotherLengthIsRefused() {
    byte[] batch = GoldenBatches.compressedWithLz4();
    ByteBuffer.wrap(batch).putInt(BatchHead.PAYLOAD_LENGTH_AT, 28);
    ByteBuffer.wrap(batch).putInt(BatchHead.HEADER_BYTES, 28);
    checksum(batch);

    MalformedFrameException refused =
        catchThrowableOfType(
            MalformedFrameException.class, () -> open(batch, RunLength.DECOMPRESSOR, 1 << 20));

    assertThat(refused.code()).isEqualTo(ErrorCode.BATCH_CORRUPT);
  }

  @Test
  void compressionThatIsNotAvailableIsRefused() {
    assertThatThrownBy(() -> open(GoldenBatches.compressedWithZstd(), Decompressor.NONE, 100))
        .isInstanceOf(MalformedFrameException.class)
        .hasMessageContaining("ZSTD");
  }

  @ParameterizedTest
  @CsvSource({
    "05 00 00, key length exceeds the record",
    "80 80 80 80 80 01, key length has too many bytes",
    "ff ff ff ff 7f, key length exceeds the record",
    "80 80 80, ends inside key length",
    "00 03 00 00, number of headers exceeds the record",
    "00 02 00 00, ends inside header name",
    "00 01 02 c3 28 00 00, header name is not well-formed UTF-8",
    "00 01 05 61 00 00, header name exceeds the record",
    "00 01 01 ff 00 00, header name is not well-formed UTF-8",
    "00 01 01 61 09 00, header value exceeds the record",
    "00 00 80, ends inside time",
    "00 00 ff ff ff ff ff ff ff ff ff ff 01, time has too many bytes",
    "00 00 03, time is negative",
  })
  void malformedRecordIsRefusedWithItsField(String record, String problem) {
    byte[] batch = batchOf(Hex.bytes(record));

    BatchReader reader = open(batch, Decompressor.NONE, 0);

    assertThatThrownBy(() -> reader.record(0))
        .isInstanceOf(MalformedFrameException.class)
        .hasMessageContaining(problem);
  }

  static Stream<Arguments> limitsOfHeaders() {
    RecordHeader empty = new RecordHeader("", new byte[0]);
    String name = "\u00fc".repeat(8);
    RecordHeader whole = new RecordHeader(name, new byte[HeaderLimits.MAX_BYTES - 16]);
    RecordHeader oneMore = new RecordHeader(name, new byte[HeaderLimits.MAX_BYTES - 15]);
    RecordHeader longName = new RecordHeader("n".repeat(HeaderLimits.MAX_BYTES + 1), new byte[0]);
    return Stream.of(
        Arguments.of(Collections.nCopies(HeaderLimits.MAX_COUNT, empty), ""),
        Arguments.of(Collections.nCopies(HeaderLimits.MAX_COUNT + 1, empty), "1,001 headers"),
        Arguments.of(Collections.nCopies(4_000_000, empty), "4,000,000 headers"),
        Arguments.of(List.of(whole), ""),
        Arguments.of(List.of(oneMore), "headers of 262,145 bytes"),
        Arguments.of(List.of(whole, empty), ""),
        Arguments.of(List.of(longName), "headers of 262,145 bytes"));
  }

  @ParameterizedTest
  @MethodSource("limitsOfHeaders")
  void headersHaveALimitThatWriterAndReaderSeeAlike(List<RecordHeader> headers, String problem) {
    BatchWriter writer = BatchWriter.withLimit(64 << 20);
    assertThat(writer.add(null, headers, new byte[1], 0, 0)).isTrue();
    byte[] batch = writer.finish(new BatchStamp(0, 0, 0), Compressor.NONE).array();
    BatchReader reader = open(batch, Decompressor.NONE, 0);

    if (problem.isEmpty()) {
      assertThat(HeaderLimits.problem(headers)).isNull();
      assertThat(reader.record(0).headers()).isEqualTo(headers);
    } else {
      assertThat(HeaderLimits.problem(headers)).startsWith(problem);
      assertThatThrownBy(() -> reader.record(0))
          .isInstanceOf(MalformedFrameException.class)
          .hasMessageContaining(problem);
    }
  }

  private static BatchReader open(byte[] batch, Decompressor decompressor, int maxPayloadBytes) {
    BatchHead head = BatchHead.at(ByteBuffer.wrap(batch), 0);
    return BatchReader.open(head, decompressor, maxPayloadBytes);
  }

  private static byte[] batchOf(byte[] record) {
    int length = BatchHead.HEADER_BYTES + Integer.BYTES + record.length;
    byte[] batch =
        ByteBuffer.allocate(length)
            .putInt(BatchHead.LENGTH_AT, length)
            .put(BatchHead.VERSION_AT, (byte) 1)
            .putInt(BatchHead.RECORD_COUNT_AT, 1)
            .putInt(BatchHead.COLUMNS_LENGTH_AT, Integer.BYTES)
            .putInt(BatchHead.PAYLOAD_LENGTH_AT, record.length)
            .putInt(BatchHead.HEADER_BYTES, record.length)
            .put(BatchHead.HEADER_BYTES + Integer.BYTES, record)
            .array();
    checksum(batch);
    return batch;
  }

  private static void checksum(byte[] batch) {
    ByteBuffer bytes = ByteBuffer.wrap(batch);
    int covered = batch.length - BatchHead.CHECKED_FROM;
    bytes.putInt(BatchHead.CRC_AT, Crc32c.of(bytes, BatchHead.CHECKED_FROM, covered));
  }
}
