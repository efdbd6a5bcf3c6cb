package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.protocol.Crc32c;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.batch.RecordHeader;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.DeliveredBatch;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.ReadBatches;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.ReadFrom;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Publishes batches that the SDK does not pack, to who serves a pair, also where that changes. */
final class RawPublisher implements AutoCloseable {
  private static final int MAX_BATCH_BYTES = 64 << 20;

  private final UpCluster cluster;
  private final String pair;
  private final String topic;
  private RawConnection connection;

  RawPublisher(UpCluster cluster, String pair, String topic) throws IOException {
    this.cluster = cluster;
    this.pair = pair;
    this.topic = topic;
    this.connection = connect();
  }

  private RawConnection connect() throws IOException {
    cluster.awaitInSync();
    return new RawConnection(cluster.activePort(pair), pair);
  }

  /** A batch of one message. */
  static ByteBuffer batch(String body, List<RecordHeader> headers, BatchStamp stamp) {
    BatchWriter writer = BatchWriter.withLimit(MAX_BATCH_BYTES);
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    assertThat(writer.add(null, headers, bytes, 1_000_000, 0)).isTrue();
    return writer.finish(stamp, Compressor.NONE);
  }

  /** The same with a message whose key is longer than the message. */
  static ByteBuffer malformed() {
    ByteBuffer batch = batch("body", List.of(), new BatchStamp(0, 0, 0));
    batch.put(BatchHead.HEADER_BYTES + Integer.BYTES, (byte) 0x7F);
    int checked = batch.limit() - BatchHead.CHECKED_FROM;
    return batch.putInt(BatchHead.CRC_AT, Crc32c.of(batch, BatchHead.CHECKED_FROM, checked));
  }

  /** Publishes it as the first of its producer that has no outcome. */
  void publish(ByteBuffer batch) throws IOException {
    Answer answer = connection.ask(publishing(batch));
    while (answer instanceof Refusal refusal && isOfLate(refusal)) {
      connection.close();
      connection = connect();
      answer = connection.ask(publishing(batch));
    }
    assertThat(answer).isInstanceOf(Published.class);
  }

  /** Whether another node serves by now, as it happens where disks are busy. */
  private static boolean isOfLate(Refusal refusal) {
    return refusal.code() == ErrorCode.NOT_ACTIVE;
  }

  private Publish publishing(ByteBuffer batch) {
    long sequence = BatchHead.at(batch, 0).sequence();
    return new Publish(
        topic, 0, Durability.REPLICATED, sequence, Unpooled.wrappedBuffer(batch.duplicate()));
  }

  /** The topic's first batch as it is stored. */
  BatchHead first() throws IOException {
    return head(batches().getFirst());
  }

  /** The last one, where few are stored. */
  BatchHead last() throws IOException {
    return head(batches().getLast());
  }

  private List<DeliveredBatch> batches() throws IOException {
    Read read = new Read(topic, 0, ReadFrom.offset(0), 1 << 20, 0);
    return ((ReadBatches) connection.ask(read)).deliveries();
  }

  private static BatchHead head(DeliveredBatch stored) {
    ByteBuffer frame = stored.frame().nioBuffer();
    return StoredFrame.at(frame, frame.position()).batch();
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
