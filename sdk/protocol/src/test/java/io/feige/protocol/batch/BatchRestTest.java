package io.feige.protocol.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BatchRestTest {
  private static final int LIMIT = 1 << 20;
  private static final BatchStamp STAMP = new BatchStamp(7, 8, 9);

  private final Random random = new Random(17);

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The records of a batch that are not left out, written one after the other. */
  private static ByteBuffer written(
      int records, BitSet without, int columns, Compressor compressor) {
    BatchWriter writer = BatchWriter.withLimit(LIMIT);
    // The first record fixes the batch's own time, wherever it is.
    for (int i = 0; i < records; i++) {
      if (!without.get(i)) {
        boolean isAdded =
            writer.add(
                (columns & BatchHead.KEY_HASHES) == 0 ? null : bytes("key-" + i),
                List.of(new RecordHeader("n", bytes("v" + i))),
                bytes("body-" + "x".repeat(i % 7)),
                1_000,
                (columns & BatchHead.EXPIRIES) == 0 ? 0 : 5_000 + i);
        assertThat(isAdded).isTrue();
      }
    }
    return writer.finish(STAMP, compressor);
  }

  private static BatchReader open(ByteBuffer batch) {
    return BatchReader.open(BatchHead.at(batch, 0), RunLength.DECOMPRESSOR, LIMIT);
  }

  @Test
  void restIsWhatWritingTheOtherRecordsGives() {
    for (int round = 0; round < 400; round++) {
      int records = 2 + random.nextInt(40);
      BitSet without = new BitSet();
      random.ints(random.nextInt(records), 0, records).forEach(without::set);
      int columns = random.nextInt(4);
      boolean isPacked = random.nextBoolean();
      Compressor compressor = isPacked ? new RunLength(Compression.LZ4) : Compressor.NONE;
      ByteBuffer batch = written(records, new BitSet(), columns, compressor);

      ByteBuffer rest = BatchRest.of(open(batch), without);

      assertThat(BatchHead.at(rest, 0).problem()).isNull();
      assertThat(rest).isEqualTo(written(records, without, columns, Compressor.NONE));
    }
  }

  @Test
  void nothingLeftIsRefused() {
    BatchReader batch = open(written(2, new BitSet(), 0, Compressor.NONE));
    BitSet all = new BitSet();
    all.set(0, 2);

    assertThatThrownBy(() -> BatchRest.of(batch, all)).isInstanceOf(IllegalArgumentException.class);
  }
}
