package io.feige.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.batch.Decompressor;
import io.feige.protocol.command.DeliveredBatch;
import io.feige.protocol.command.Pulled;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.FrameStamp;
import io.feige.protocol.frame.LetterOrigin;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.Selection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SlicedDeliveryTest {
  private static final Pulled HEAD = new Pulled(9, 1, 1_000, OrderMode.NONE, List.of());
  private static final long BASE_OFFSET = 700;
  private static final int RECORD_FIRST = 2;
  private static final int MANY = 65_535;
  private static final LetterOrigin ORIGIN =
      new LetterOrigin(4, 3, 5_000, 16, "orders", "billing", "c-1", "bad");

  private final Random random = new Random(5);

  @Test
  void whatArrivesIsWhatWasSelectedWithItsOffsetsAndAttempts() {
    for (int round = 0; round < 300; round++) {
      StoredFrame frame = frame(20 + random.nextInt(200), random.nextInt(400));
      List<Selection> selections = selections(frame);

      List<SlicedDelivery> parts = SlicedDelivery.of(frame, selections, MANY);

      Map<Long, String> sent = new TreeMap<>();
      for (DeliveredBatch delivery : overTheWire(parts)) {
        ByteBuffer bytes = delivery.frame().nioBuffer();
        StoredFrame part = StoredFrame.at(bytes, 0);
        assertThat(part.problem()).isNull();
        assertThat(part.length()).isEqualTo(bytes.remaining());
        assertThat(part.position()).isEqualTo(frame.position());
        assertThat(part.timeMillis()).isEqualTo(frame.timeMillis());
        sent.putAll(delivered(part, delivery.selections()));
        LetterOrigin origin = Objects.requireNonNull(LetterOrigin.read(part.extension()));
        assertThat(origin.offset() - ORIGIN.offset()).isEqualTo(part.baseOffset() - BASE_OFFSET);
        assertThat(origin.reason()).isEqualTo(ORIGIN.reason());
      }
      if (!parts.isEmpty()) {
        assertThat(sent).isEqualTo(delivered(frame, selections));
      }
    }
  }

  @Test
  void oneOfManyTravelsAlone() {
    StoredFrame frame = frame(512, 1_000);

    List<SlicedDelivery> parts = SlicedDelivery.of(frame, List.of(new Selection(300, 1, 3)), MANY);

    assertThat(parts).hasSize(1);
    assertThat(parts.get(0).frame().bytes()).isLessThan(1_400);
    assertThat(parts.get(0).selections()).containsExactly(new Selection(0, 1, 3));
  }

  @Test
  void frameOfWhichMostIsDeliveredTravelsAsItIsStored() {
    StoredFrame frame = frame(512, 100);

    assertThat(SlicedDelivery.of(frame, List.of(new Selection(2, 510, 1)), MANY)).isEmpty();
    assertThat(SlicedDelivery.of(frame, List.of(new Selection(2, 300, 1)), MANY)).isEmpty();
    assertThat(SlicedDelivery.of(frame, List.of(new Selection(2, 200, 1)), MANY)).hasSize(1);
  }

  @Test
  void smallRecordsBetweenTwoSelectionsTravelAlong() {
    StoredFrame frame = frame(500, 30);
    List<Selection> selections =
        List.of(
            new Selection(10, 1, 1),
            new Selection(12, 1, 2),
            new Selection(13, 1, 3),
            new Selection(400, 2, 1));

    List<SlicedDelivery> parts = SlicedDelivery.of(frame, selections, MANY);

    assertThat(parts).hasSize(2);
    assertThat(parts.get(0).selections())
        .containsExactly(new Selection(0, 1, 1), new Selection(2, 1, 2), new Selection(3, 1, 3));
    assertThat(parts.get(1).selections()).containsExactly(new Selection(0, 2, 1));
    assertThat(SlicedDelivery.of(frame, selections, 1)).isEmpty();
  }

  @Test
  void damagedFrameTravelsAsItIsSoThatWhoGetsItSees() {
    StoredFrame frame = frame(512, 1_000);
    ByteBuffer bytes = ByteBuffer.allocate(frame.length()).put(frame.bytes()).flip();
    bytes.put(frame.length() - 1, (byte) 1);

    assertThat(SlicedDelivery.of(StoredFrame.at(bytes, 0), List.of(new Selection(300, 1, 1)), MANY))
        .isEmpty();
  }

  private static List<DeliveredBatch> overTheWire(List<SlicedDelivery> parts) {
    ByteBuf out = Unpooled.directBuffer();
    PulledEncoder encoder = PulledEncoder.pulled(1, 1, HEAD, out);
    for (SlicedDelivery part : parts) {
      ByteBuffer bytes = ByteBuffer.allocateDirect(part.frame().bytes() + 9);
      part.frame().writeTo(bytes, 9);
      encoder.delivery(part.selections(), bytes.position(9));
    }
    encoder.finish();
    FrameHeader header = FrameHeader.read(out);
    return ((Pulled) CommandDecoder.answer(header, out)).deliveries();
  }

  /** Offset to attempt and body. */
  private static Map<Long, String> delivered(StoredFrame frame, List<Selection> selections) {
    BatchReader batch = BatchReader.open(frame.batch(), Decompressor.NONE, 0);
    Map<Long, String> delivered = new TreeMap<>();
    for (Selection selection : selections) {
      for (int i = selection.first(); i < selection.first() + selection.count(); i++) {
        String body = new String(batch.record(i).body(), StandardCharsets.UTF_8);
        long offset = frame.baseOffset() + i - frame.recordFirst();
        delivered.put(offset, selection.attempt() + " " + body);
      }
    }
    return delivered;
  }

  private List<Selection> selections(StoredFrame frame) {
    List<Selection> selections = new ArrayList<>();
    int at = frame.recordFirst() + random.nextInt(5);
    int end = frame.recordFirst() + frame.recordCount();
    int gaps = 1 + random.nextInt(50);
    while (at < end) {
      int count = Math.min(1 + random.nextInt(3), end - at);
      selections.add(new Selection(at, count, 1 + random.nextInt(3)));
      at += count + random.nextInt(gaps);
    }
    return selections;
  }

  /** A dead letter's frame; its first records have no offsets. */
  private static StoredFrame frame(int records, int bodyBytes) {
    BatchWriter writer = BatchWriter.withLimit(1 << 24);
    for (int i = 0; i < records; i++) {
      String body = i + String.join("", Collections.nCopies(bodyBytes, "x"));
      writer.add(null, List.of(), body.getBytes(StandardCharsets.UTF_8), 1, 0);
    }
    ByteBuffer batch = writer.finish(new BatchStamp(1, 2, 0), Compressor.NONE);
    ByteBuffer extension = ORIGIN.toBytes();
    int extensionBytes = extension.remaining();
    int length = StoredFrame.HEADER_BYTES + extensionBytes + batch.remaining();
    ByteBuffer bytes = ByteBuffer.allocate(length);
    bytes.position(StoredFrame.HEADER_BYTES).put(extension).put(batch).flip();
    FrameStamp stamp =
        new FrameStamp(
            FrameKind.MESSAGES,
            FrameKind.FLAG_DEAD_LETTER,
            8,
            2,
            4_096,
            2_048,
            1_700_000_000_000L,
            BASE_OFFSET,
            RECORD_FIRST,
            records - RECORD_FIRST);
    StoredFrame.writeHeader(bytes, 0, stamp, extensionBytes, batch.capacity());
    return StoredFrame.at(bytes, 0);
  }
}
