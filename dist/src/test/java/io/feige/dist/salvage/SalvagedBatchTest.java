package io.feige.dist.salvage;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.journal.salvage.SalvageHeader;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.batch.SequenceTime;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.FrameStamp;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SalvagedBatchTest {
  private static SalvageHeader cut(long epoch, long position) {
    return new SalvageHeader("pair-1", epoch, position, 0, 0, 0, new TreeMap<>());
  }

  private static StoredFrame frame(long position, long producer, long sequence) {
    BatchWriter writer = BatchWriter.withLimit(1 << 20);
    writer.add(null, List.of(), "a body".getBytes(StandardCharsets.UTF_8), 1_000, 0);
    ByteBuffer batch = writer.finish(new BatchStamp(producer, sequence, 0), Compressor.NONE);
    ByteBuffer frame = ByteBuffer.allocate(StoredFrame.HEADER_BYTES + batch.remaining());
    frame.put(StoredFrame.HEADER_BYTES, batch, batch.position(), batch.remaining());
    FrameStamp stamp = new FrameStamp(FrameKind.MESSAGES, 0, 1, 3, position, 0, 5_000, 17, 0, 1);
    StoredFrame.writeHeader(frame, 0, stamp, 0, batch.remaining());
    return StoredFrame.at(frame, 0);
  }

  @Test
  void eachReplayGivesTheSameSecondName() {
    SalvagedBatch once = SalvagedBatch.of(cut(4, 100), frame(500, 99, 7), 3);
    SalvagedBatch again = SalvagedBatch.of(cut(4, 100), frame(500, 99, 7), 3);

    assertThat(again.second()).isEqualTo(once.second());
    assertThat(once.own()).isEqualTo(new SalvagedBatch.Name(99, 7));
    assertThat(once.second().sequence()).isEqualTo(7);
    assertThat(once.second().producer()).isPositive().isNotEqualTo(99);
  }

  /** Part of what is stored: another name would store a batch of an earlier replay again. */
  @Test
  void theSecondNameNeverChangesBetweenReleases() {
    assertThat(SalvagedBatch.of(cut(4, 100), frame(500, 99, 7), 3).second().producer())
        .isEqualTo(3_449_001_901_861_273_257L);
  }

  @Test
  void otherCutsAndOtherProducersHaveOtherNames() {
    long name = SalvagedBatch.of(cut(4, 100), frame(500, 99, 7), 3).second().producer();

    assertThat(SalvagedBatch.of(cut(5, 100), frame(500, 99, 7), 3).second().producer())
        .isNotEqualTo(name);
    assertThat(SalvagedBatch.of(cut(4, 101), frame(500, 99, 7), 3).second().producer())
        .isNotEqualTo(name);
    assertThat(SalvagedBatch.of(cut(4, 100), frame(500, 98, 7), 3).second().producer())
        .isNotEqualTo(name);
  }

  @Test
  void aBatchWithoutAProducerIsNamedByItsPlace() {
    SalvagedBatch batch = SalvagedBatch.of(cut(4, 100), frame(500, 0, 0), 3);

    assertThat(batch.own().isIdempotent()).isFalse();
    assertThat(batch.second().isIdempotent()).isTrue();
    assertThat(batch.second().sequence()).isEqualTo(500);
  }

  @Test
  void theRenamedBatchIsSoundAndOtherwiseTheSame() {
    SalvagedBatch batch = SalvagedBatch.of(cut(4, 100), frame(500, 99, 7), 3);

    ByteBuffer renamed = batch.under(batch.second());

    BatchHead head = BatchHead.at(renamed, 0);
    assertThat(head.problem()).isNull();
    assertThat(head.producerId()).isEqualTo(batch.second().producer());
    assertThat(head.sequence()).isEqualTo(batch.second().sequence());
    assertThat(head.storedPayload()).isEqualTo(BatchHead.at(batch.bytes(), 0).storedPayload());
    assertThat(BatchHead.at(batch.bytes(), 0).producerId()).isEqualTo(99);
  }

  @Test
  void theLastNameCountsFromWhenItIsReplayedAndIsKnownByItsCount() {
    SalvagedBatch batch = SalvagedBatch.of(cut(4, 100), frame(500, 99, 7), 3);

    SalvagedBatch.Name name = batch.lastBegunAt(1_700_000_000);

    assertThat(name.producer()).isPositive().isNotIn(99L, batch.second().producer());
    assertThat(SequenceTime.seconds(name.sequence())).isEqualTo(1_700_000_000);
    assertThat(SequenceTime.count(name.sequence())).isEqualTo(3);
    assertThat(batch.last()).isEqualTo(new SalvagedBatch.Name(name.producer(), 3));
  }
}
