package io.feige.broker.server.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Pull;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.StartAt;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What the tests of whole nodes ask. */
final class Requests {
  private Requests() {}

  /** One message to topic orders, always as the same batch of the same producer. */
  static Publish publish(String text) {
    return publish(text, 0);
  }

  /** The same as a later batch of that producer. */
  static Publish publish(String text, long sequence) {
    return publish(text, sequence, Durability.REPLICATED);
  }

  /** The same with another durability. */
  static Publish publish(String text, long sequence, Durability durability) {
    BatchWriter writer = BatchWriter.withLimit(6 << 20);
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    assertThat(writer.add(null, List.of(), body, 1_000, 0)).isTrue();
    return new Publish(
        "orders",
        0,
        durability,
        0,
        Unpooled.wrappedBuffer(writer.finish(new BatchStamp(7, sequence, 0), Compressor.NONE)));
  }

  /** By somebody whose clock shows 1970, without the name of a producer. */
  static Publish publishIn1970(long deliverAt, long expiry) {
    BatchWriter writer = BatchWriter.withLimit(1 << 10);
    assertThat(writer.add(null, List.of(), new byte[0], 1_000, expiry)).isTrue();
    ByteBuffer batch = writer.finish(new BatchStamp(0, 0, deliverAt), Compressor.NONE);
    return new Publish("orders", 0, Durability.REPLICATED, 0, Unpooled.wrappedBuffer(batch));
  }

  static Pull pull(int waitMillis) {
    return new Pull(
        "orders",
        0,
        "billing",
        "me",
        0,
        StartAt.EARLIEST,
        10,
        1 << 20,
        waitMillis,
        0,
        LeaseStage.STARTED);
  }
}
