package io.feige.broker.store.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.record.JournalRecord.Carried;
import io.feige.broker.core.record.JournalRecord.CarriedDelay;
import io.feige.broker.core.record.JournalRecord.DelayedCancelled;
import io.feige.broker.core.record.JournalRecord.Messages;
import io.feige.broker.core.record.JournalRecord.Producer;
import io.feige.broker.core.record.JournalRecord.Published;
import io.feige.broker.core.record.JournalRecord.StartsAt;
import io.feige.broker.core.record.RecordCodec;
import io.feige.broker.core.record.RecordDraft;
import io.feige.compression.Compressors;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.frame.FrameStamp;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.TopicSpec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RowReaderTest {
  private static final long DUE = 9_000;
  private static final Messages MESSAGES =
      new Messages(1, 5, 0, 1, new Producer(0, 0), Published.PUBLISHED);

  private final Names names = new Names();
  private final RowReader reader = new RowReader(names, Compressors.DECOMPRESSOR, 1 << 20);

  private static ByteBuffer batch(long deliverAt) {
    BatchWriter writer = BatchWriter.withLimit(9_999);
    writer.add(null, List.of(), new byte[3], 1, 0);
    return writer.finish(new BatchStamp(0, 0, deliverAt), Compressor.NONE);
  }

  private List<Row> rowsOf(JournalRecord record, ByteBuffer batch) {
    RecordDraft draft = RecordCodec.draft(record, batch);
    int extension = draft.extension().remaining();
    ByteBuffer bytes =
        ByteBuffer.allocate(StoredFrame.HEADER_BYTES + extension + batch.remaining());
    bytes.position(StoredFrame.HEADER_BYTES).put(draft.extension()).put(batch.duplicate()).flip();
    FrameStamp stamp = draft.stamp(1, 640, 0, 1_000);
    StoredFrame.writeHeader(bytes, 0, stamp, extension, batch.remaining());
    names.began(1, TopicSpec.named("t"));
    List<Row> rows = new ArrayList<>();
    reader.read(StoredFrame.at(bytes, 0), rows::add);
    return rows;
  }

  @Test
  void messagesMakeRowsAndTheirCopiesMakeNone() {
    assertThat(rowsOf(MESSAGES, batch(0))).hasSize(1);
    assertThat(rowsOf(new Carried(MESSAGES), batch(0))).isEmpty();
  }

  @Test
  void batchThatWaitsHasOneRowHoweverOftenItIsCopied() {
    ByteBuffer batch = batch(DUE);
    JournalRecord.Delayed delayed = RecordCodec.delayed(1, BatchHead.at(batch, 0));

    assertThat(rowsOf(delayed, batch)).hasSize(1);
    assertThat(rowsOf(new CarriedDelay(delayed, 77), batch)).isEmpty();
  }

  @Test
  void cancelledMessageLeavesTheOthersAndTheLastOneTakesTheBatchAlong() {
    ByteBuffer nothing = ByteBuffer.allocate(0);

    assertThat(rowsOf(new DelayedCancelled(1, 77, 3, 2), nothing))
        .containsExactly(new LedgerRow.DelayCancelled(77, 1, 3, 2, 1_000));
    assertThat(rowsOf(new DelayedCancelled(1, 77, 0, 0), nothing))
        .containsExactly(new LedgerRow.DelayEnded(77));
  }

  @Test
  void whereTheJournalStartsMakesNoRow() {
    assertThat(rowsOf(new StartsAt(77), ByteBuffer.allocate(0))).isEmpty();
  }
}
