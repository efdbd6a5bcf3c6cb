package io.feige.client.internal.work;

import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.client.internal.publish.RecordParts;
import io.feige.compression.Compressors;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.BatchRecord;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.batch.RecordHeader;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import java.nio.ByteBuffer;
import java.util.List;

/** A request or an answer as it travels: a batch of one record. */
final class WorkRecord {
  private static final BatchStamp NOBODY = new BatchStamp(0, 0, 0);
  private static final int MAX_PAYLOAD_BYTES = 64 * 1024 * 1024;

  private WorkRecord() {}

  /**
   * Packs key, headers and body.
   *
   * @throws FeigeException BATCH_TOO_LARGE
   */
  static ByteBuffer pack(Message message, int maxBatchBytes) {
    byte[] key = RecordParts.key(message);
    List<RecordHeader> headers = RecordParts.headers(message);
    int bytes = BatchWriter.recordBytesAtMost(key, headers, message.body());
    BatchWriter writer = BatchWriter.withLimit(Math.min(maxBatchBytes, bytes + 1_024));
    if (!writer.add(key, headers, message.body(), System.currentTimeMillis(), 0)) {
      throw FeigeException.of(
          ErrorCode.BATCH_TOO_LARGE,
          "It has " + bytes + " bytes, and " + maxBatchBytes + " are taken at most.");
    }
    return writer.finish(NOBODY, Compressor.NONE);
  }

  /**
   * Unpacks what {@link #pack} has made, or another client.
   *
   * @throws FeigeException BATCH_CORRUPT
   */
  static Message unpack(ByteBuffer batch) {
    try {
      BatchHead head = BatchHead.at(batch, batch.position());
      BatchRecord record =
          BatchReader.open(head, Compressors.DECOMPRESSOR, MAX_PAYLOAD_BYTES).record(0);
      Message.Builder message = Message.builder().body(record.body());
      byte[] key = record.key();
      if (key != null) {
        message.key(key);
      }
      for (RecordHeader header : record.headers()) {
        message.header(header.name(), header.value());
      }
      return message.build();
    } catch (MalformedFrameException e) {
      throw FeigeException.of(ErrorCode.BATCH_CORRUPT, "A request or an answer: " + e.sentence());
    }
  }
}
