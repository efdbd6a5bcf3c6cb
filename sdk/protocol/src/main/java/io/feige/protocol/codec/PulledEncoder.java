package io.feige.protocol.codec;

import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Mail;
import io.feige.protocol.command.Pulled;
import io.feige.protocol.command.ReadBatches;
import io.feige.protocol.model.Selection;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Writes the answer to a PULL, a READ or a MAIL_READ piece by piece, so that the frames go from the
 * journal straight into the outbound buffer. Begin, add deliveries, then {@link #finish}; only then
 * are the frame's length and the number of deliveries right. Used by one thread, for one answer.
 */
public final class PulledEncoder {
  /** The most deliveries in one answer. */
  public static final int MAX_DELIVERIES = 65_535;

  private final ByteBuf out;
  private final WireWriter writer;
  private final int start;
  private final int countAt;
  private int deliveries;
  private int expectedAt;

  private PulledEncoder(ByteBuf out, int start) {
    this.out = out;
    this.writer = new WireWriter(out);
    this.start = start;
    this.countAt = out.writerIndex();
    writer.u16(0);
    this.expectedAt = out.writerIndex();
  }

  /** Begins the answer to a PULL; the head's own deliveries are not written. */
  public static PulledEncoder pulled(int version, int correlationId, Pulled head, ByteBuf out) {
    int start = out.writerIndex();
    FrameHeader.result(0, version, CommandType.PULL, correlationId).write(out);
    DeliveryCodec.writePulledHead(new WireWriter(out), head);
    return new PulledEncoder(out, start);
  }

  /** Begins the answer to a READ; the head's own deliveries are not written. */
  public static PulledEncoder read(int version, int correlationId, ReadBatches head, ByteBuf out) {
    int start = out.writerIndex();
    FrameHeader.result(0, version, CommandType.READ, correlationId).write(out);
    DeliveryCodec.writeReadHead(new WireWriter(out), head);
    return new PulledEncoder(out, start);
  }

  /** Begins the answer to a MAIL_READ; the head's own deliveries are not written. */
  public static PulledEncoder mail(int version, int correlationId, Mail head, ByteBuf out) {
    int start = out.writerIndex();
    FrameHeader.result(0, version, CommandType.MAIL_READ, correlationId).write(out);
    MailCodec.writeMailHead(new WireWriter(out), head);
    return new PulledEncoder(out, start);
  }

  /** Bytes that a delivery takes in the answer. */
  public static int deliveryBytes(int selections, int frameBytes) {
    return Short.BYTES + selections * DeliveryCodec.SELECTION_BYTES + Integer.BYTES + frameBytes;
  }

  /**
   * Writes a delivery's head. The caller then writes exactly {@code frameBytes} of the stored frame
   * into the buffer.
   *
   * @throws IllegalStateException if the frame before was not written whole, or the answer is full
   */
  public void deliveryHead(List<Selection> selections, int frameBytes) {
    checkFrameWritten();
    if (deliveries == MAX_DELIVERIES) {
      throw new IllegalStateException("an answer has at most " + MAX_DELIVERIES + " deliveries");
    }
    DeliveryCodec.writeDeliveryHead(writer, selections, frameBytes);
    deliveries++;
    expectedAt = Math.addExact(out.writerIndex(), frameBytes);
  }

  /** Writes a whole delivery; takes what remains of the buffer. */
  public void delivery(List<Selection> selections, ByteBuffer frame) {
    deliveryHead(selections, frame.remaining());
    out.writeBytes(frame);
  }

  /**
   * Completes the head of an answer whose deliveries are sent behind it, out of other buffers.
   *
   * @param number of deliveries
   * @param bytes that they take together, see {@link #deliveryBytes}
   */
  public void deliveriesFollow(int number, int bytes) {
    if (deliveries > 0 || number > MAX_DELIVERIES) {
      throw new IllegalStateException(number + " deliveries behind " + deliveries);
    }
    out.setShort(countAt, number);
    CommandEncoder.setLength(out, start, Math.addExact(bodyBytes(), bytes));
  }

  /** Writes a delivery's head for an answer whose deliveries follow its head. */
  public static void deliveryHead(List<Selection> selections, int frameBytes, ByteBuf out) {
    DeliveryCodec.writeDeliveryHead(new WireWriter(out), selections, frameBytes);
  }

  /** Number of deliveries so far. */
  public int deliveries() {
    return deliveries;
  }

  /** Length of the frame's body so far. */
  public int bodyBytes() {
    return out.writerIndex() - start - FrameHeader.BYTES;
  }

  /**
   * Completes the answer.
   *
   * @throws IllegalStateException if the last frame was not written whole
   */
  public void finish() {
    checkFrameWritten();
    out.setShort(countAt, deliveries);
    CommandEncoder.setLength(out, start, bodyBytes());
  }

  private void checkFrameWritten() {
    if (out.writerIndex() != expectedAt) {
      throw new IllegalStateException(
          "the buffer is at " + out.writerIndex() + " and the frame ends at " + expectedAt);
    }
  }
}
