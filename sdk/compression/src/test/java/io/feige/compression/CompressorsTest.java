package io.feige.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compression;
import io.feige.protocol.error.MalformedFrameException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CompressorsTest {
  private static final int LIMIT = 1 << 20;

  @ParameterizedTest
  @EnumSource(Compression.class)
  void whatIsPackedIsUnpacked(Compression compression) {
    ByteBuffer batch = batch(compression);

    BatchReader reader = BatchReader.open(BatchHead.at(batch, 0), Compressors.DECOMPRESSOR, LIMIT);

    assertThat(reader.recordCount()).isEqualTo(100);
    assertThat(new String(reader.record(42).body(), StandardCharsets.UTF_8)).startsWith("42 ");
    assertThat(batch.remaining() < 5_000).isEqualTo(compression != Compression.NONE);
  }

  @ParameterizedTest
  @EnumSource(
      value = Compression.class,
      names = {"LZ4", "ZSTD"})
  void damagedBytesAreRefusedWhateverTheyAre(Compression compression) {
    ByteBuffer batch = batch(compression);
    BatchHead head = BatchHead.at(batch, 0);
    ByteBuffer payload = head.storedPayload();
    byte[] damaged = new byte[payload.remaining()];
    payload.get(damaged);
    damaged[damaged.length / 2] ^= 0x55;
    ByteBuffer target = ByteBuffer.allocate(head.payloadLength());

    int bytes =
        Compressors.DECOMPRESSOR.decompress(
            io.feige.protocol.batch.Compression.valueOf(compression.name()),
            ByteBuffer.wrap(damaged, 0, damaged.length / 2),
            target);

    assertThat(bytes).isNotEqualTo(head.payloadLength());
  }

  @ParameterizedTest
  @EnumSource(
      value = Compression.class,
      names = {"LZ4", "ZSTD"})
  void anAbsurdPayloadLengthIsRefusedBeforeMemoryIsSpent(Compression compression) {
    ByteBuffer batch = batch(compression);

    assertThatThrownBy(
            () -> BatchReader.open(BatchHead.at(batch, 0), Compressors.DECOMPRESSOR, 1_000))
        .isInstanceOf(MalformedFrameException.class);
  }

  private static ByteBuffer batch(Compression compression) {
    BatchWriter writer = BatchWriter.withLimit(LIMIT);
    for (int i = 0; i < 100; i++) {
      byte[] body = (i + " " + "feige ".repeat(50)).getBytes(StandardCharsets.UTF_8);
      assertThat(writer.add(null, List.of(), body, 1, 0)).isTrue();
    }
    return writer.finish(new BatchStamp(1, 0, 0), Compressors.compressor(compression));
  }
}
