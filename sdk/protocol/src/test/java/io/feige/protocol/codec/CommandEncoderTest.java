package io.feige.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.protocol.Hex;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.DeliveredBatch;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.ListTopics;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Pulled;
import io.feige.protocol.command.ReadBatches;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.Selection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommandEncoderTest {
  private static final Pulled HEAD = new Pulled(9, 1, 1_000, OrderMode.NONE, List.of());
  private final ByteBuf out = Unpooled.buffer();

  @Test
  void publishHeadFollowedByItsBatchIsTheWholeFrame() {
    Publish publish = (Publish) GoldenRequests.publish().command();

    CommandEncoder.publishHead(Golden.VERSION, Golden.CORRELATION, publish, out);
    out.writeBytes(publish.batch().duplicate());

    assertThat(hex(out)).isEqualTo(hex(GoldenRequests.publish().bytes()));
  }

  @Test
  void valueThatDoesNotFitLeavesTheBufferAsItWas() {
    out.writeByte(1);

    assertThatThrownBy(() -> CommandEncoder.request(1, 7, new FindRoute(-1, 0), out))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CommandEncoder.request(1, 7, new ListTopics("a".repeat(65_536)), out))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CommandEncoder.request(1, 7, new ListTopics("\udc00"), out))
        .isInstanceOf(IllegalArgumentException.class);

    assertThat(out.readableBytes()).isEqualTo(1);
  }

  @Test
  void longMessageOfARefusalIsShortenedAndNeverCutInsideACharacter() {
    String message = "a".repeat(1_999) + "\ud83d\udc26".repeat(50_000);

    CommandEncoder.refusal(1, 7, CommandType.PING, Refusal.of(ErrorCode.INTERNAL, message), out);

    Refusal decoded = (Refusal) CommandDecoder.answer(FrameHeader.read(out), out);
    assertThat(decoded.message()).isEqualTo("a".repeat(1_999) + "...");
  }

  @Test
  void pulledWrittenPieceByPieceIsThePinnedFrame() {
    Pulled pulled = (Pulled) GoldenAnswers.pulled().command();
    PulledEncoder encoder = PulledEncoder.pulled(Golden.VERSION, Golden.CORRELATION, pulled, out);

    writeInPieces(encoder, pulled.deliveries());

    assertThat(hex(out)).isEqualTo(hex(GoldenAnswers.pulled().bytes()));
  }

  @Test
  void readWrittenPieceByPieceIsThePinnedFrameWhereverItBegins() {
    ReadBatches read = (ReadBatches) GoldenAnswers.readBatches().command();
    out.writeLong(1);
    PulledEncoder encoder = PulledEncoder.read(Golden.VERSION, Golden.CORRELATION, read, out);

    writeInPieces(encoder, read.deliveries());

    out.skipBytes(Long.BYTES);
    assertThat(hex(out)).isEqualTo(hex(GoldenAnswers.readBatches().bytes()));
  }

  @Test
  void deliveryTakesTheBytesThatWereForetold() {
    PulledEncoder encoder = PulledEncoder.pulled(1, 7, HEAD, out);
    int before = encoder.bodyBytes();
    List<Selection> selections = List.of(new Selection(0, 1, 1), new Selection(2, 1, 1));

    encoder.delivery(selections, ByteBuffer.allocate(30));

    assertThat(encoder.bodyBytes() - before).isEqualTo(PulledEncoder.deliveryBytes(2, 30));
  }

  @Test
  void frameThatWasNotWrittenWholeIsNoticed() {
    PulledEncoder encoder = PulledEncoder.pulled(1, 7, HEAD, out);
    encoder.deliveryHead(List.of(new Selection(0, 1, 1)), 30);
    out.writeZero(29);

    assertThatThrownBy(encoder::finish).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> encoder.deliveryHead(List.of(), 1))
        .isInstanceOf(IllegalStateException.class);
  }

  private void writeInPieces(PulledEncoder encoder, List<DeliveredBatch> deliveries) {
    DeliveredBatch first = deliveries.get(0);
    encoder.deliveryHead(first.selections(), first.frame().readableBytes());
    out.writeBytes(first.frame().duplicate());
    DeliveredBatch second = deliveries.get(1);
    encoder.delivery(second.selections(), second.frame().nioBuffer());
    encoder.finish();
    assertThat(encoder.deliveries()).isEqualTo(2);
  }

  private static String hex(ByteBuf bytes) {
    return Hex.of(bytes.nioBuffer());
  }

  private static String hex(byte[] bytes) {
    return Hex.of(ByteBuffer.wrap(bytes));
  }
}
