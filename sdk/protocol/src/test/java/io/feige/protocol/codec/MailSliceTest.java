package io.feige.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.batch.Decompressor;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.FrameStamp;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.Selection;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nobody is sent what is in somebody else's mailbox. */
class MailSliceTest {
  private static final List<String> TO = List.of("alice", "bob", "alice", "alice", "carol");

  private static StoredFrame frame(int flags, int bytesBefore) {
    BatchWriter writer = BatchWriter.withLimit(10_000);
    ByteBuffer extension = ByteBuffer.allocate(bytesBefore + 100).position(bytesBefore);
    for (int i = 0; i < TO.size(); i++) {
      byte[] key = TO.get(i).getBytes(StandardCharsets.UTF_8);
      byte[] body = ("for " + TO.get(i) + " " + i).getBytes(StandardCharsets.UTF_8);
      writer.add(key, List.of(), body, 1, 0);
      extension.put((byte) key.length).put(key);
    }
    ByteBuffer batch = writer.finish(new BatchStamp(0, 0, 0), Compressor.NONE);
    int extensionBytes = extension.position();
    ByteBuffer bytes =
        ByteBuffer.allocate(StoredFrame.HEADER_BYTES + extensionBytes + batch.remaining());
    bytes.put(StoredFrame.HEADER_BYTES, extension.flip(), 0, extensionBytes);
    bytes.put(StoredFrame.HEADER_BYTES + extensionBytes, batch, 0, batch.remaining());
    FrameStamp stamp =
        new FrameStamp(
            FrameKind.MESSAGES,
            FrameKind.FLAG_ADDRESSED | flags,
            1,
            1,
            64,
            0,
            1_000,
            700,
            0,
            TO.size());
    StoredFrame.writeHeader(bytes, 0, stamp, extensionBytes, batch.remaining());
    StoredFrame frame = StoredFrame.at(bytes, 0);
    assertThat(frame.problem()).isNull();
    return frame;
  }

  private static StoredFrame written(SlicedDelivery part) {
    ByteBuffer bytes = ByteBuffer.allocate(part.frame().bytes());
    part.frame().writeTo(bytes, 0);
    return StoredFrame.at(bytes, 0);
  }

  @Test
  void eachRunTravelsByItselfAndSaysNothingOfOthers() {
    List<Selection> ofAlice = List.of(new Selection(0, 1, 1), new Selection(2, 2, 1));
    for (int flags : new int[] {0, FrameKind.FLAG_RELEASED}) {
      StoredFrame frame = frame(flags, flags == 0 ? 0 : Long.BYTES);

      List<SlicedDelivery> parts = SlicedDelivery.exactly(frame, ofAlice);

      assertThat(parts).hasSize(2);
      assertThat(written(parts.get(0)).baseOffset()).isEqualTo(700);
      assertThat(written(parts.get(1)).baseOffset()).isEqualTo(702);
      for (SlicedDelivery part : parts) {
        StoredFrame sent = written(part);
        assertThat(sent.problem()).isNull();
        assertThat(sent.flags()).isEqualTo(flags);
        String all = StandardCharsets.ISO_8859_1.decode(sent.bytes()).toString();
        assertThat(all).contains("for alice").doesNotContain("bob").doesNotContain("carol");
        BatchReader batch = BatchReader.open(sent.batch(), Decompressor.NONE, 0);
        assertThat(batch.recordCount()).isEqualTo(part.selections().get(0).count());
        assertThat(part.selections().get(0).first()).isZero();
      }
    }
  }

  @Test
  void aFrameForOneOwnerTravelsAsItIs() {
    StoredFrame frame = frame(0, 0);

    assertThat(SlicedDelivery.exactly(frame, List.of(new Selection(0, TO.size(), 1)))).isEmpty();
  }
}
