package io.feige.client.node;

import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.command.DeliveredBatch;
import io.feige.protocol.command.Pulled;
import io.feige.protocol.frame.FrameStamp;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.Selection;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Journal frames as a node stores and delivers them. */
public final class StoredBatches {
  private StoredBatches() {}

  /** A stored frame of messages with these bodies, the first one at the offset. */
  public static ByteBuffer frame(long offset, String... bodies) {
    BatchWriter writer = BatchWriter.withLimit(1 << 20);
    for (String body : bodies) {
      boolean added = writer.add(null, List.of(), body.getBytes(StandardCharsets.UTF_8), 1_000, 0);
      if (!added) {
        throw new IllegalArgumentException("the bodies do not fit");
      }
    }
    return frame(offset, writer.finish(new BatchStamp(7, 0, 0), Compressor.NONE));
  }

  /** A stored frame of a batch. */
  public static ByteBuffer frame(long offset, ByteBuffer batch) {
    int records = BatchHead.at(batch, 0).recordCount();
    ByteBuffer frame = ByteBuffer.allocate(StoredFrame.HEADER_BYTES + batch.remaining());
    frame.position(StoredFrame.HEADER_BYTES);
    frame.put(batch.duplicate());
    frame.position(0);
    StoredFrame.writeHeader(
        frame, 0, FrameStamp.messages(0, 1, 2_000, offset, 0, records), 0, batch.remaining());
    return frame;
  }

  /** The answer to a pull with one frame of messages, all in one attempt. */
  public static Pulled pulled(int leaseMillis, int attempt, long offset, String... bodies) {
    Selection all = new Selection(0, bodies.length, attempt);
    DeliveredBatch delivered =
        new DeliveredBatch(List.of(all), Unpooled.wrappedBuffer(frame(offset, bodies)));
    return new Pulled(1, 1, leaseMillis, OrderMode.NONE, List.of(delivered));
  }
}
